package harness

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/bot/text"
	"amytis/engine/table"
)

// Player is a member of the guild who uses commands, buttons, menus and pings. Methods of the
// embedded User only send an interaction; Player's wait for the answer.
type Player struct {
	*localdiscord.User
	Words   *text.Words
	ByPanel bool // uses buttons and menus, not commands
	Patient bool // goes on when something fails
	// Retries is how often in a row a patient player tries again after a refusal.
	Retries int
	Inbox   Inbox
	Acks    Acks
	// Over is closed when the current game has ended, or has to stop.
	Over <-chan struct{}

	env      *Env
	rand     dice
	undos    int
	uncalled bool // takes turns without a ping
	// noChoice is the message that told last that a turn of the player happens by itself.
	noChoice string
	overlaps bool // this turn's ping came before the last turn was over
	asked    []string
}

// ErrFailed says that Discord showed "did not respond", or that the bot apologized.
var ErrFailed = errors.New("the interaction failed")

func (p *Player) UserID() table.UserID { return table.ParseID[table.UserID](p.ID) }

// T returns a text as the bot sends it to the player, with mentions of commands. args are pairs.
func (p *Player) T(key string, args ...any) string {
	return p.env.Mentioning(p.Words.Say(key, args...))
}

// Wait returns the message that answers an interaction. The error may wrap ErrFailed.
func (p *Player) Wait(in *localdiscord.Interaction, err error) (*localdiscord.Message, error) {
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), Patience)
	defer cancel()
	got, err := in.Wait(ctx)
	if failed := p.env.Pace.Failed; failed != nil && (err != nil || got.Kind == localdiscord.Failed) {
		failed(in)
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded): // Discord shows that the bot thinks, but the bot has died
		return nil, fmt.Errorf("%s: %w: %w", p.Name, ErrFailed, err)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", p.Name, err)
	case got.Kind == localdiscord.Failed:
		return nil, fmt.Errorf("%s: %w: %s", p.Name, ErrFailed, got.Failure)
	case got.Kind == localdiscord.Asked: // the player is content with what the form has
		return p.Wait(p.Submit(ctx, in, nil))
	case got.Message == nil:
		return nil, fmt.Errorf("%s: answered by %s instead of a message", p.Name, got.Kind)
	}
	readAnswer(p, in, got.Message)
	if p.isApology(got.Message) {
		return nil, fmt.Errorf("%s: %w: %s", p.Name, ErrFailed, got.Message.Content)
	}
	return got.Message, nil
}

func (p *Player) Command(
	ch *localdiscord.Channel, command string, args localdiscord.Args,
) (*localdiscord.Message, error) {
	if p.isOver() {
		return nil, ErrOver
	}
	return p.Wait(p.Slash(context.Background(), ch, command, args))
}

// Click clicks the button whose label begins with label.
func (p *Player) Click(m *localdiscord.Message, label string) (*localdiscord.Message, error) {
	if c := Button(m, label); c != nil {
		return p.clickID(m, c.CustomID)
	}
	return nil, fmt.Errorf("%s sees no button %q in %q", p.Name, label, m.Text())
}

func (p *Player) clickID(m *localdiscord.Message, customID string) (*localdiscord.Message, error) {
	return p.Wait(p.Press(context.Background(), m, customID))
}

// MustFill has a command open its form, and sends it with values; see localdiscord.User.Submit.
func MustFill(p *Player, ch *localdiscord.Channel, command string, values localdiscord.Args) *localdiscord.Message {
	return mustSend(p, values)(p.Slash(context.Background(), ch, command, nil))
}

// MustFillAgain presses a button that opens a form, and sends it with values.
func MustFillAgain(p *Player, m *localdiscord.Message, label string, values localdiscord.Args) *localdiscord.Message {
	c := Button(m, label)
	require.NotNil(p.env, c, "%s sees no button %q in %q", p.Name, label, m.Text())
	return mustSend(p, values)(p.Press(context.Background(), m, c.CustomID))
}

// mustSend returns what sends the form that an interaction opens, and waits for the answer.
func mustSend(p *Player, values localdiscord.Args) func(*localdiscord.Interaction, error) *localdiscord.Message {
	return func(in *localdiscord.Interaction, err error) *localdiscord.Message {
		require.NoError(p.env, err)
		ctx, cancel := context.WithTimeout(context.Background(), Patience)
		defer cancel()
		got, err := in.Wait(ctx)
		require.NoError(p.env, err)
		require.NotNil(p.env, got.Form, "%s got no form, but %+v", p.Name, got)
		return p.MustWait(p.Submit(ctx, in, values))
	}
}

func (p *Player) Choose(m *localdiscord.Message, menu, value string) (*localdiscord.Message, error) {
	return p.Wait(p.Select(context.Background(), m, menu, value))
}

func (p *Player) Suggestions(
	ch *localdiscord.Channel, command string, args localdiscord.Args, option string,
) ([]string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), Patience)
	defer cancel()
	choices, err := p.Autocomplete(ctx, ch, command, args, option, "")
	if err != nil && p.Patient {
		return nil, fmt.Errorf("%w: %w", ErrFailed, err)
	}
	values := make([]string, len(choices))
	for i, c := range choices {
		values[i] = fmt.Sprint(c.Value)
	}
	return values, err
}

// Pick returns a suggested value, an early one more often, or "".
func (p *Player) Pick(
	ch *localdiscord.Channel, command string, args localdiscord.Args, option string,
) (string, error) {
	values, err := p.Suggestions(ch, command, args, option)
	if err != nil || len(values) == 0 {
		return "", err
	}
	return values[p.rand.early(len(values))], nil
}

func (p *Player) MustWait(in *localdiscord.Interaction, err error) *localdiscord.Message {
	return p.must(p.Wait(in, err))
}

func (p *Player) MustCommand(ch *localdiscord.Channel, command string, args localdiscord.Args) *localdiscord.Message {
	return p.must(p.Command(ch, command, args))
}

// MustDo types a command that must not be refused, and says yes if the bot asks.
func MustDo(p *Player, ch *localdiscord.Channel, command string, args localdiscord.Args) *localdiscord.Message {
	m := p.must(Sure(p, p.MustCommand(ch, command, args)))
	require.False(p.env, p.Refused(m), "/%s: %s", command, m.Text())
	return m
}

// CheckRefused checks that an answer is nothing but the refusal with a code.
func (p *Player) CheckRefused(m *localdiscord.Message, code string, args ...any) {
	require.Equal(p.env, "⛔ "+p.T("table.refused."+code, args...), m.Content)
}

func (p *Player) MustClick(m *localdiscord.Message, label string) *localdiscord.Message {
	return p.must(p.Click(m, label))
}

func (p *Player) MustChoose(m *localdiscord.Message, menu, value string) *localdiscord.Message {
	return p.must(p.Choose(m, menu, value))
}

// MustChooseFirst chooses the first value of the first menu.
func (p *Player) MustChooseFirst(m *localdiscord.Message) *localdiscord.Message {
	menus, _ := PanelControls(m)
	require.NotEmpty(p.env, menus, m.Content)
	return p.MustChoose(m, menus[0].CustomID, menus[0].Options[0].Value)
}

func (p *Player) MustOpenPanel(ch *localdiscord.Channel) *localdiscord.Message {
	return p.must(p.OpenPanel(ch, nil))
}

func (p *Player) MustSuggest(ch *localdiscord.Channel, command, option string) []string {
	values, err := p.Suggestions(ch, command, nil, option)
	require.NoError(p.env, err)
	return values
}

func (p *Player) must(m *localdiscord.Message, err error) *localdiscord.Message {
	require.NoError(p.env, err)
	return m
}

type dice struct{ *rand.Rand }

// early returns a small number below n more often.
func (d dice) early(n int) int { return min(d.IntN(n), d.IntN(n)) }

func (d dice) chance(probability float64) bool { return d.Float64() < probability }
