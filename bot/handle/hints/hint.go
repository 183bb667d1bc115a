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
	return a.advise(ctx, r, "", r.Control().Arg == wholeTurn, r.Answer.InPlace)
}

// pressWhyNot handles the menu and the button for a move that the player has in mind.
func (a *Adviser) pressWhyNot(ctx context.Context, r *interaction.Request) error {
	return a.advise(ctx, r, cmp.Or(r.Chosen(), r.Control().Arg), false, r.Answer.InPlace)
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
		return interaction.About(s.Table, err)
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
	return s, seat, interaction.About(s.Table, err)
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
