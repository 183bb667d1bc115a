package bot_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"amytis/bot/localdiscord"
	"amytis/bot/text"
	"amytis/engine/table"
)

// person plays with what a person has: commands with the values that are
// suggested, the buttons and menus of messages that the person sees, and the
// pings. What the bot acknowledged is written down.
type person struct {
	*localdiscord.User
	house *house
	words *text.Words
	rand  *rand.Rand
	// byPress is who plays by buttons and menus, instead of commands.
	byPress bool
	// calls are how interactions are delivered.
	calls []localdiscord.CallOption

	// patient is who goes on when something failed: looks how the game stands,
	// and does what is still to do.
	patient bool

	// detours are made now and then; nil for none.
	detours *detours
	// backing is how many more steps are taken back in a row.
	backing int
	asked   []string // what a question is about that was not answered yet
	pinged  int      // how many pings have been followed
	acks    []ack
}

// ack is an action that the bot has acknowledged, or may have carried out.
type ack struct {
	// parts are words of the move, the verb first; "undo" for an undo.
	parts []string
	// sure is whether the person was told; otherwise the answer was lost.
	sure bool
}

func (a ack) String() string { return fmt.Sprint(a.parts, " sure: ", a.sure) }

// notDoneError is that the bot refused what it had offered.
type notDoneError struct{ what, answer string }

func (e *notDoneError) Error() string { return e.what + ": " + e.answer }

// errFailed is what Discord's "did not respond" becomes.
var errFailed = errors.New("the interaction failed")

// wait gives what came of an interaction.
func (p *person) wait(in *localdiscord.Interaction, err error) (*localdiscord.Message, error) {
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	got, err := in.Wait(ctx)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", p.Name, err)
	case got.Kind == localdiscord.Failed:
		return nil, fmt.Errorf("%s: %w: %s", p.Name, errFailed, got.Failure)
	case got.Message == nil:
		return nil, fmt.Errorf("%s: no message, but %s", p.Name, got.Kind)
	}
	return got.Message, nil
}

// slash sends a command and gives the answer.
func (p *person) slash(ch *localdiscord.Channel, command string, args localdiscord.Args) (*localdiscord.Message, error) {
	return p.wait(p.Slash(context.Background(), ch, command, args, p.calls...))
}

// press presses the button of a message whose label begins so.
func (p *person) press(m *localdiscord.Message, label string) (*localdiscord.Message, error) {
	if c := button(m, label); c != nil {
		return p.wait(p.Press(context.Background(), m, c.CustomID, p.calls...))
	}
	return nil, fmt.Errorf("%s sees no button %q in %q", p.Name, label, m.Text())
}

// button finds a button by the beginning of its label.
func button(m *localdiscord.Message, label string) *localdiscord.Component {
	for _, c := range m.Controls() {
		if c.Label != "" && strings.HasPrefix(c.Label, label) {
			return &c
		}
	}
	return nil
}

// choose chooses from a menu.
func (p *person) choose(m *localdiscord.Message, menu, value string) (*localdiscord.Message, error) {
	return p.wait(p.Select(context.Background(), m, menu, value))
}

// suggestions are the values that autocomplete offers.
func (p *person) suggestions(ch *localdiscord.Channel, command string, args localdiscord.Args, option string) ([]string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	choices, err := p.Autocomplete(ctx, ch, command, args, option, "")
	if err != nil && p.patient {
		return nil, fmt.Errorf("%w: %w", errFailed, err)
	}
	values := make([]string, len(choices))
	for i, c := range choices {
		values[i] = fmt.Sprint(c.Value)
	}
	return values, err
}

// pick takes one of the values that are offered, the first ones more often; ""
// if there is none.
func (p *person) pick(ch *localdiscord.Channel, command string, args localdiscord.Args, option string) (string, error) {
	values, err := p.suggestions(ch, command, args, option)
	if err != nil || len(values) == 0 {
		return "", err
	}
	return values[p.early(len(values))], nil
}

// early is a number below n, the small ones more often.
func (p *person) early(n int) int { return min(p.rand.IntN(n), p.rand.IntN(n)) }

func (p *person) chance(probability float64) bool { return p.rand.Float64() < probability }

// remember writes down what an answer says: an action done, perhaps done, or
// not done.
func (p *person) remember(m *localdiscord.Message, err error, parts ...string) (done bool) {
	switch {
	case err != nil:
		p.acks = append(p.acks, ack{parts: parts})
		return false
	case p.refused(m) || p.movedOn(m):
		return false
	}
	p.acks = append(p.acks, ack{parts: parts, sure: true})
	return true
}

// refused reports whether an answer says that nothing was done.
func (p *person) refused(m *localdiscord.Message) bool {
	return strings.HasPrefix(m.Content, "⛔") || m.Content == p.say("bot.error.busy")
}

func (p *person) movedOn(m *localdiscord.Message) bool {
	return strings.HasPrefix(m.Content, p.words.T("bot.turn.moved_on", nil))
}

// say is a text in the person's language.
func (p *person) say(key string, args ...any) string {
	values := map[string]any{}
	for i := 0; i+1 < len(args); i += 2 {
		values[args[i].(string)] = args[i+1]
	}
	return p.words.T(key, values)
}

// play follows every ping with a turn, until the game is over.
func (p *person) play(ch *localdiscord.Channel, over <-chan struct{}) error {
	for {
		if !p.nextPing(over) {
			return nil
		}
		if err := p.turn(ch, over); err != nil {
			return fmt.Errorf("%s's turn: %w", p.Name, err)
		}
	}
}

// nextPing waits for a ping; false if the game is over.
func (p *person) nextPing(over <-chan struct{}) bool {
	for {
		if len(p.Pings()) > p.pinged {
			p.pinged++
			return true
		}
		select {
		case <-over:
			return false
		case <-time.After(time.Millisecond):
		}
	}
}

// turn plays a turn. Who is patient begins again where something failed, and
// where what had failed was done after all meanwhile.
func (p *person) turn(ch *localdiscord.Channel, over <-chan struct{}) error {
	for {
		own, told := p.own(ch), p.told()
		err := p.tryTurn(ch, over)
		if !p.patient || err == nil {
			return err
		}
		var refused *localdiscord.RefusedError
		var notDone *notDoneError
		switch {
		case errors.Is(err, errFailed), errors.As(err, &refused):
		case errors.As(err, &notDone) && p.own(ch)-own > p.told()-told:
			// One came late, for which the person had been told that nobody answered.
		default:
			return err
		}
		select {
		case <-over:
			return nil
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// told is how many actions the bot has acknowledged.
func (p *person) told() int {
	n := 0
	for _, a := range p.acks {
		if a.sure {
			n++
		}
	}
	return n
}

// own is how many actions the log has in the name of who is patient; 0 while
// another process has the store.
func (p *person) own(ch *localdiscord.Channel) int {
	if p.house.db == nil || !p.patient {
		return 0
	}
	_, log, err := p.house.db.Table(context.Background(), p.house.tableIn(ch))
	if err != nil {
		return 0
	}
	return len(p.actions(log))
}

// actions are the person's own in a log: moves, the verb first, and "undo".
func (p *person) actions(log []table.Event) []string {
	var done []string
	for _, e := range log {
		if e.By != table.UserID(snowflake(p.ID)) {
			continue
		}
		switch e.Kind {
		case table.Moved:
			if _, move, _ := strings.Cut(e.Move, " "); move != "resign" {
				done = append(done, move)
			}
		case table.Undone:
			done = append(done, "undo")
		}
	}
	return done
}

func (p *person) tryTurn(ch *localdiscord.Channel, over <-chan struct{}) error {
	if p.byPress {
		return p.pressTurn(ch, over)
	}
	return p.slashTurn(ch)
}

// can reports whether the bot says that the person can use a turn command now.
func (p *person) can(ch *localdiscord.Channel, sub string) (bool, error) {
	m, err := p.slash(ch, "game status", nil)
	if err != nil {
		return false, err
	}
	return p.offered(m, sub), nil
}

// offered reports whether an answer says that a turn command can be used now.
func (p *person) offered(m *localdiscord.Message, sub string) bool {
	command := p.say("command." + p.game().command + ".name")
	return strings.Contains(m.Content, "`/"+command+" "+p.say(p.game().id+".sub."+sub+".name")+"`")
}

func snowflake(id string) uint64 {
	n, _ := strconv.ParseUint(id, 10, 64)
	return n
}
