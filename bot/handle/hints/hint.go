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

// wholeTurn is the argument of the button that shows the whole turn.
const wholeTurn = "turn"

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
	s, seat, err := askedTable(ctx, r)
	if err != nil {
		return err
	}
	var m *message.Message
	if typed == "" {
		m, err = a.hintFor(ctx, r, s, seat, whole)
	} else {
		m, err = a.whyNot(ctx, r, s, seat, typed)
	}
	switch {
	case errors.Is(err, errThinking):
		m = thinkingMessage(r, s, typed)
		err = nil
	case err == nil:
		err = tables.NoteHelp(ctx, r.Tables, s.ID, seat)
	}
	if err != nil {
		return err
	}
	send(ctx, m)
	return nil
}

// refusedHintsOff is the code of a refusal; its text is in the catalogs under table.refused.
const refusedHintsOff = "hints_off"

// askedTable returns the interaction's table, and the user's seat. It refuses users who may not ask
// for hints now.
func askedTable(ctx context.Context, r *interaction.Request) (tables.Loaded, engine.Seat, error) {
	s, err := r.Table(ctx)
	if err != nil {
		return s, 0, err
	}
	seat, err := r.SeatAt(s.Table)
	switch {
	case err != nil:
	case s.Table.Status != table.Running:
		err = engine.Refuse(engine.RefusedOver, "")
	case !s.Table.MayAskForHints(seat):
		err = engine.Refuse(refusedHintsOff, "")
	case !s.Table.Turn().Has(seat):
		err = engine.RefuseTurn(s.Table.Turn())
	}
	return s, seat, err
}

func (a *Adviser) hintFor(
	ctx context.Context, r *interaction.Request, s tables.Loaded, seat engine.Seat, whole bool,
) (*message.Message, error) {
	q := a.ask(question{table: s.ID, version: s.Table.Version, seat: seat}, s.Table)
	if err := a.wait(ctx, q); err != nil {
		return nil, err
	}
	if len(q.best.Moves) == 0 {
		return stuckMessage(r, s), nil
	}
	f := reasons.Foresee(s.Table, q.best.Moves, q.seed())
	switch {
	case len(f.Steps) == 0:
		return nil, errNoSteps
	case f.Stuck():
		return stuckMessage(r, s), nil
	}
	why := reasons.Reasons{Words: r.Words, Table: s.Table, Seat: seat}
	point := why.Gains(f)
	m := &message.Message{Components: hintControls(r, s, f.Steps[0].Move, whole)}
	if !whole {
		m.Content = sign + text.Lines(point, r.Words.Say("bot.advice.first", stepArgs(r, f.Steps[0])...))
		interaction.AttachBoard(ctx, r, m, s.ID, s.Table, f.Steps[0].Picture())
		return m, nil
	}
	compared := why.Comparison(q.best, q.other, q.seed(), f)
	m.Content = sign + text.Lines(point, allSteps(r, f), compared, r.Words.T("bot.advice.picture", nil))
	shown, want := f.Picture()
	interaction.AttachBoard(ctx, r, m, s.ID, shown, want)
	return m, nil
}

// errNoSteps is a bug: the best turn is refused.
var errNoSteps = errors.New("hints: the first step of the best turn is refused")

// allSteps returns a line for each step, as many as fit.
func allSteps(r *interaction.Request, f reasons.Future) string {
	lines := []string{r.Words.T("bot.advice.turn", nil)}
	length := 0
	for i, s := range f.Steps {
		line := r.Words.Say("bot.advice.step", append(stepArgs(r, s), "Number", i+1)...)
		if length += utf8.RuneCountInString(line) + 1; length > maxStepLines {
			return strings.Join(append(lines, "…"), "\n")
		}
		lines = append(lines, line)
	}
	if f.Open {
		lines = append(lines, r.Words.T("bot.advice.open", nil))
	}
	return strings.Join(lines, "\n")
}

const sign = "💡 "

// maxStepLines is the room for the steps of a turn, in characters.
const maxStepLines = 1200

func stepArgs(r *interaction.Request, s reasons.Step) []any {
	return []any{
		"Move", sentences.Spelled(r.Words, s.Before, s.Move),
		"What", sentences.Hint(r.Words, s.Before, s.Move),
	}
}

// whyNot returns the message about what a move gains and gives up. It refuses an illegal move.
func (a *Adviser) whyNot(
	ctx context.Context, r *interaction.Request, s tables.Loaded, seat engine.Seat, typed string,
) (*message.Message, error) {
	move, err := choice.ParseMove(s.Table.Game, seat, typed)
	if err == nil {
		_, err = s.Table.State.Apply(move)
	}
	if err != nil {
		return nil, err
	}
	about := question{table: s.ID, version: s.Table.Version, seat: move.Seat}
	best := a.ask(about, s.Table)
	about.first = move
	mine := a.ask(about, s.Table)
	if err := a.wait(ctx, best, mine); err != nil {
		return nil, err
	}
	first := reasons.Foresee(s.Table, []engine.Move{move}, best.seed())
	if len(first.Steps) == 0 {
		return nil, errNoSteps
	}
	m := &message.Message{
		Content: r.Words.Say("bot.why.mine", stepArgs(r, first.Steps[0])...) + "\n" + verdict(r, s, best, mine),
		Components: []discordgo.MessageComponent{control.Row(playButton(r, s, move),
			hintButton(r, s, "bot.button.hint", ""), control.BackButton(r.Words, s.ID, s.Table))},
	}
	interaction.AttachBoard(ctx, r, m, s.ID, s.Table, first.Steps[0].Picture())
	return m, nil
}

// verdict compares the best turn that begins with a move to the best of all.
func verdict(r *interaction.Request, s tables.Loaded, best, mine *answer) string {
	switch {
	case len(mine.best.Moves) == 0:
		return r.Words.T("bot.why.dead_end", nil)
	case mine.first == best.best.Moves[0]:
		return r.Words.T("bot.why.same", nil)
	}
	m, b := reasons.Foresee(s.Table, mine.best.Moves, best.seed()), reasons.Foresee(s.Table, best.best.Moves, best.seed())
	why := reasons.Reasons{Words: r.Words, Table: s.Table, Seat: mine.first.Seat}
	return why.AgainstBest(mine.best, best.best, m, b)
}

// Routes returns the handlers by route. The adviser must run.
func Routes(a *Adviser) interaction.Routes {
	return interaction.Routes{
		"game hint":          {Handle: a.hintCommand, About: (*interaction.Request).Table},
		"?game hint":         {Handle: interaction.Offering(suggestMove)},
		":" + control.Hint:   {Handle: a.pressHint},
		":" + control.WhyNot: {Handle: a.pressWhyNot},
	}
}

func hintControls(r *interaction.Request, s tables.Loaded, first engine.Move, whole bool) []discordgo.MessageComponent {
	buttons := []discordgo.MessageComponent{playButton(r, s, first)}
	if !whole {
		buttons = append(buttons, hintButton(r, s, "bot.button.whole_turn", wholeTurn))
	}
	rows := []discordgo.MessageComponent{control.Row(append(buttons, control.BackButton(r.Words, s.ID, s.Table))...)}
	if menu, any := whyNotMenu(r, s, first); any {
		rows = append(rows, control.Row(menu))
	}
	return rows
}

// thinkingMessage says that the answer takes longer, with a button that asks again.
func thinkingMessage(r *interaction.Request, s tables.Loaded, move string) *message.Message {
	action := control.Hint
	if move != "" {
		action = control.WhyNot
	}
	return waitMessage(r, s, "bot.advice.thinking", control.Button(r.Words, "bot.button.hint_again",
		discordgo.PrimaryButton, control.At(action, s.ID, s.Table, move)))
}

// stuckMessage is for a turn that perhaps only an undo can save. The panel offers undo.
func stuckMessage(r *interaction.Request, s tables.Loaded) *message.Message {
	return waitMessage(r, s, "bot.advice.stuck")
}

// waitMessage returns a message without a hint: the text of a key, buttons, and the way back.
func waitMessage(r *interaction.Request, s tables.Loaded, key string, buttons ...discordgo.MessageComponent) *message.Message {
	return &message.Message{
		Content:         r.Words.T(key, nil),
		Components:      []discordgo.MessageComponent{control.Row(append(buttons, control.BackButton(r.Words, s.ID, s.Table))...)},
		KeepAttachments: true,
	}
}

// playButton plays a move as the buttons of panels do.
func playButton(r *interaction.Request, s tables.Loaded, m engine.Move) discordgo.Button {
	label := r.Words.Say("bot.advice.play", "Move", text.Unescaped(sentences.Spelled(r.Words, s.Table, m)))
	return discordgo.Button{
		Label: text.Cut(label, control.MaxLabel), Style: discordgo.SuccessButton,
		CustomID: control.At(control.Move, s.ID, s.Table, choice.FormatMove(s.Table.Game, m)).ID(),
	}
}

func hintButton(r *interaction.Request, s tables.Loaded, key, arg string) discordgo.Button {
	return control.Button(
		r.Words, key, discordgo.PrimaryButton, control.At(control.Hint, s.ID, s.Table, arg),
	)
}

// whyNotMenu returns the menu of moves that the player may have in mind, without the shown one.
func whyNotMenu(r *interaction.Request, s tables.Loaded, shown engine.Move) (discordgo.SelectMenu, bool) {
	menu := control.Menu(control.At(control.WhyNot, s.ID, s.Table, ""), r.Words.Say("bot.advice.why_not"))
	legal := r.Rankings.Of(s.ID, s.Table, shown.Seat)
	for _, m := range bestOfAll(s.Table.Game.Info(), legal, control.MaxMenuOptions+1) {
		if m != shown && len(menu.Options) < control.MaxMenuOptions {
			menu.Options = append(menu.Options, discordgo.SelectMenuOption{
				Label:       text.Cut(text.Unescaped(sentences.Spelled(r.Words, s.Table, m)), control.MaxMenuText),
				Value:       choice.FormatMove(s.Table.Game, m),
				Description: text.Cut(sentences.RankedHint(r.Words, legal, s.Table, m), control.MaxMenuText),
			})
		}
	}
	return menu, len(menu.Options) > 0
}

// bestOfAll returns up to most moves that menus offer: the best of each subcommand, then the next
// best, and so on. Ranks of different subcommands do not compare.
func bestOfAll(in *engine.Info, legal *choice.Ranked, most int) []engine.Move {
	var bySub [][]engine.Move
	for _, sub := range choice.Subcommands(in) {
		bySub = append(bySub, legal.Offered(sub))
	}
	var all []engine.Move
	for more := true; more; {
		more = false
		for i, moves := range bySub {
			if len(moves) > 0 && len(all) < most {
				all = append(all, moves[0])
				bySub[i] = moves[1:]
				more = true
			}
		}
	}
	return all
}

func suggestMove(ctx context.Context, r *interaction.Request, o *interaction.Offer) {
	s, seat, err := askedTable(ctx, r)
	if err != nil {
		return
	}
	legal := r.Rankings.Of(s.ID, s.Table, seat)
	for _, m := range bestOfAll(s.Table.Game.Info(), legal, len(legal.Moves)) {
		o.Add(text.Unescaped(sentences.Spelled(r.Words, s.Table, m)), choice.FormatMove(s.Table.Game, m))
	}
}
