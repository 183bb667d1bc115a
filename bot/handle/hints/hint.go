// Package hints advises a player. A hint shows what the strongest computer would play: its first
// step, then the whole turn, with a reason in the game's terms. "Why not?" compares the move that
// the player has in mind. The search is in engine/ai; bot/handle/turns plays the moves.
package hints

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/choice"
	"amytis/bot/play/tables"
	"amytis/bot/say/reasons"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// Routes returns the handlers by route. The adviser must run.
func Routes(a *Adviser) interaction.Routes {
	return interaction.Routes{
		"game hint":          {Handle: a.hintCommand, About: (*interaction.Request).Table},
		"?game hint":         {Handle: interaction.Offering(suggestMove)},
		":" + control.Hint:   {Handle: a.pressHint},
		":" + control.WhyNot: {Handle: a.pressWhyNot},
	}
}

const wholeTurn = "turn" // the argument of the button that shows the whole turn

// hintCommand handles /game hint: the first step of the best turn, or how the option move compares.
func (a *Adviser) hintCommand(ctx context.Context, r *interaction.Request) error {
	return a.advise(ctx, r, strings.TrimSpace(r.Options["move"]), false, r.Answer.Whisper)
}

// pressHint handles the buttons Hint and All steps. They show what is best now.
func (a *Adviser) pressHint(ctx context.Context, r *interaction.Request) error {
	return a.advise(ctx, r, "", r.Control.Arg == wholeTurn, r.Answer.InPlace)
}

// pressWhyNot handles the menu and the button for a move that the player has in mind.
func (a *Adviser) pressWhyNot(ctx context.Context, r *interaction.Request) error {
	return a.advise(ctx, r, cmp.Or(r.Chosen(), r.Control.Arg), false, r.Answer.InPlace)
}

// advise sends what is best, the whole turn or its first step, or how the move compares that the
// player has in mind, unless that is "". It notes the help. While it thinks, it says so.
func (a *Adviser) advise(
	ctx context.Context, r *interaction.Request, typed string, whole bool,
	send func(context.Context, *message.Message),
) error {
	p, err := asking(ctx, r)
	if err != nil {
		return err
	}
	var m *message.Message
	if typed == "" {
		m, err = a.hintFor(ctx, p, whole)
	} else {
		m, err = a.whyNot(ctx, p, typed)
	}
	switch {
	case errors.Is(err, errThinking):
		m = p.thinkingMessage(typed)
		err = nil
	case err == nil:
		err = tables.NoteHelp(ctx, r.Tables, p.s.ID, p.seat)
	}
	if err == nil {
		send(ctx, m)
	}
	return err
}

// player is who asks for a hint.
type player struct {
	*interaction.Request
	s    tables.Loaded
	t    *table.Table // of s
	seat engine.Seat
}

// asking returns the user at the interaction's table. It refuses who may not ask for hints now.
func asking(ctx context.Context, r *interaction.Request) (player, error) {
	s, err := r.Table(ctx)
	if err != nil {
		return player{}, err
	}
	seat, err := r.SeatAt(s.Table)
	switch {
	case err != nil:
	case s.Table.Status != table.Running:
		err = engine.Refuse(engine.RefusedOver, "")
	case !s.Table.MayAskForHints(seat):
		err = engine.Refuse("hints_off", "")
	case !s.Table.Turn().Has(seat):
		err = engine.RefuseTurn(s.Table.Turn())
	}
	return player{r, s, s.Table, seat}, err
}

func (a *Adviser) hintFor(ctx context.Context, p player, whole bool) (*message.Message, error) {
	q := a.ask(question{table: p.s.ID, version: p.t.Version, seat: p.seat}, p.t)
	if err := a.wait(ctx, q); err != nil {
		return nil, err
	}
	if len(q.best.Moves) == 0 {
		return p.stuckMessage(), nil
	}
	f := reasons.Foresee(p.t, q.best.Moves, q.seed())
	switch {
	case len(f.Steps) == 0:
		return nil, errNoSteps
	case f.Stuck():
		return p.stuckMessage(), nil
	}
	why := reasons.Reasons{Words: p.Words, Table: p.t, Seat: p.seat}
	point := why.Gains(f)
	m := &message.Message{Components: p.controls(f.Steps[0].Move, whole)}
	if !whole {
		m.Content = sign + text.Lines(point, p.Words.Say("bot.advice.first", stepArgs(p.Words, f.Steps[0])...))
		p.AttachBoard(ctx, m, p.s.ID, p.t, f.Steps[0].Picture())
		return m, nil
	}
	compared := why.Comparison(q.best, q.other, q.seed(), f)
	m.Content = sign + text.Lines(point, allSteps(p.Words, f), compared, p.Words.T("bot.advice.picture", nil))
	shown, want := f.Picture()
	p.AttachBoard(ctx, m, p.s.ID, shown, want)
	return m, nil
}

// errNoSteps is a bug: the best turn is refused.
var errNoSteps = errors.New("hints: the first step of the best turn is refused")

// allSteps returns a line for each step, as many as fit.
func allSteps(w *text.Words, f reasons.Future) string {
	lines := []string{w.T("bot.advice.turn", nil)}
	length := 0
	for i, s := range f.Steps {
		line := w.Say("bot.advice.step", append(stepArgs(w, s), "Number", i+1)...)
		if length += utf8.RuneCountInString(line) + 1; length > 1200 { // characters; the rest needs room too
			return strings.Join(append(lines, "…"), "\n")
		}
		lines = append(lines, line)
	}
	if f.Open {
		lines = append(lines, w.T("bot.advice.open", nil))
	}
	return strings.Join(lines, "\n")
}

const sign = "💡 "

func stepArgs(w *text.Words, s reasons.Step) []any {
	return []any{"Move", sentences.Spelled(w, s.Before, s.Move), "What", sentences.Hint(w, s.Before, s.Move)}
}

// whyNot returns the message about what a move gains and gives up. It refuses an illegal move.
func (a *Adviser) whyNot(ctx context.Context, p player, typed string) (*message.Message, error) {
	move, err := choice.ParseMove(p.t.Game, p.seat, typed)
	if err == nil {
		_, err = p.t.State.Apply(move)
	}
	if err != nil {
		return nil, err
	}
	about := question{table: p.s.ID, version: p.t.Version, seat: p.seat}
	best := a.ask(about, p.t)
	about.first = move
	mine := a.ask(about, p.t)
	if err := a.wait(ctx, best, mine); err != nil {
		return nil, err
	}
	first := reasons.Foresee(p.t, []engine.Move{move}, best.seed())
	if len(first.Steps) == 0 {
		return nil, errNoSteps
	}
	m := &message.Message{
		Content: p.Words.Say("bot.why.mine", stepArgs(p.Words, first.Steps[0])...) + "\n" + p.verdict(best, mine),
		Components: []discordgo.MessageComponent{control.Row(p.playButton(move),
			p.hintButton("bot.button.hint", ""), control.BackButton(p.Words, p.s.ID, p.t))},
	}
	p.AttachBoard(ctx, m, p.s.ID, p.t, first.Steps[0].Picture())
	return m, nil
}

// verdict compares the best turn that begins with a move to the best of all.
func (p player) verdict(best, mine *answer) string {
	switch {
	case len(mine.best.Moves) == 0:
		return p.Words.T("bot.why.dead_end", nil)
	case mine.first == best.best.Moves[0]:
		return p.Words.T("bot.why.same", nil)
	}
	m, b := reasons.Foresee(p.t, mine.best.Moves, best.seed()), reasons.Foresee(p.t, best.best.Moves, best.seed())
	why := reasons.Reasons{Words: p.Words, Table: p.t, Seat: p.seat}
	return why.AgainstBest(mine.best, best.best, m, b)
}

// controls are below a hint: play its first step, and see the whole turn or why not another move.
func (p player) controls(first engine.Move, whole bool) []discordgo.MessageComponent {
	buttons := []discordgo.MessageComponent{p.playButton(first)}
	if !whole {
		buttons = append(buttons, p.hintButton("bot.button.whole_turn", wholeTurn))
	}
	rows := []discordgo.MessageComponent{control.Row(append(buttons, control.BackButton(p.Words, p.s.ID, p.t))...)}
	if menu := p.whyNotMenu(first); len(menu.Options) > 0 {
		rows = append(rows, control.Row(menu))
	}
	return rows
}

// thinkingMessage says that the answer takes longer, with a button that asks again.
func (p player) thinkingMessage(move string) *message.Message {
	action := control.Hint
	if move != "" {
		action = control.WhyNot
	}
	return p.waitMessage("bot.advice.thinking", control.Button(p.Words, "bot.button.hint_again",
		discordgo.PrimaryButton, control.At(action, p.s.ID, p.t, move)))
}

// stuckMessage is for a turn that perhaps only an undo can save. The panel offers undo.
func (p player) stuckMessage() *message.Message { return p.waitMessage("bot.advice.stuck") }

// waitMessage returns a message without a hint: the text of a key, buttons, and the way back.
func (p player) waitMessage(key string, buttons ...discordgo.MessageComponent) *message.Message {
	row := control.Row(append(buttons, control.BackButton(p.Words, p.s.ID, p.t))...)
	return &message.Message{
		Content: p.Words.T(key, nil), Components: []discordgo.MessageComponent{row}, KeepAttachments: true,
	}
}

// playButton plays a move as the buttons of panels do.
func (p player) playButton(m engine.Move) discordgo.Button {
	label := p.Words.Say("bot.advice.play", "Move", text.Unescaped(sentences.Spelled(p.Words, p.t, m)))
	c := control.At(control.Move, p.s.ID, p.t, choice.FormatMove(p.t.Game, m))
	return control.Labelled(label, discordgo.SuccessButton, c, nil)
}

func (p player) hintButton(key, arg string) discordgo.Button {
	return control.Button(p.Words, key, discordgo.PrimaryButton, control.At(control.Hint, p.s.ID, p.t, arg))
}

// whyNotMenu returns the menu of moves that the player may have in mind, without the shown one.
func (p player) whyNotMenu(shown engine.Move) discordgo.SelectMenu {
	menu := control.Menu(control.At(control.WhyNot, p.s.ID, p.t, ""), p.Words.Say("bot.advice.why_not"))
	legal := p.Rankings.Of(p.s.ID, p.t, p.seat)
	for _, m := range bestOfAll(p.t.Game.Info(), legal, control.MaxMenuOptions+1) {
		if m != shown && len(menu.Options) < control.MaxMenuOptions {
			menu.Options = append(menu.Options, control.Entry(text.Unescaped(sentences.Spelled(p.Words, p.t, m)),
				choice.FormatMove(p.t.Game, m), sentences.Hint(p.Words, p.t, m), nil))
		}
	}
	return menu
}

// bestOfAll returns up to most moves that menus offer: the best of each subcommand, then the next
// best, and so on. Ranks of different subcommands do not compare.
func bestOfAll(in *engine.Info, legal *choice.Ranked, most int) []engine.Move {
	var bySub [][]engine.Move
	for _, sub := range choice.Subcommands(in) {
		bySub = append(bySub, legal.Offered(sub))
	}
	var all []engine.Move
	for i, before := 0, -1; before < len(all); i++ {
		before = len(all)
		for _, moves := range bySub {
			if i < len(moves) && len(all) < most {
				all = append(all, moves[i])
			}
		}
	}
	return all
}

func suggestMove(ctx context.Context, r *interaction.Request, o *interaction.Offer) {
	p, err := asking(ctx, r)
	if err != nil {
		return
	}
	legal := r.Rankings.Of(p.s.ID, p.t, p.seat)
	for _, m := range bestOfAll(p.t.Game.Info(), legal, len(legal.Moves)) {
		o.Add(text.Unescaped(sentences.Spelled(r.Words, p.t, m)), choice.FormatMove(p.t.Game, m))
	}
}
