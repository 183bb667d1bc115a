package hints

import (
	"cmp"
	"context"

	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/choice"
	"amytis/bot/play/tables"
	"amytis/bot/say/reasons"
	"amytis/engine"
)

// pressWhyNot handles the menu and the button for a move that the player has in mind.
func (a *Adviser) pressWhyNot(ctx context.Context, r *interaction.Request) error {
	s, seat, err := askedTable(ctx, r)
	if err != nil {
		return err
	}
	text := cmp.Or(r.Chosen(), r.Control().Arg)
	move, err := choice.ParseMove(s.Table.Game, seat, text)
	if err != nil {
		return interaction.About(s.Table, err)
	}
	m, err := a.whyNot(ctx, r, s, move)
	return show(ctx, r, s, text, r.Answer.InPlace, m, err)
}

// whyNot returns the message about what a move gains and gives up. It refuses an illegal move.
func (a *Adviser) whyNot(
	ctx context.Context, r *interaction.Request, s tables.Loaded, move engine.Move,
) (*message.Message, error) {
	if _, err := s.Table.State.Apply(move); err != nil {
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
		Content:    r.Words.Say("bot.why.mine", stepArgs(r, first.Steps[0])...) + "\n" + verdict(r, s, best, mine),
		Components: whyNotControls(r, s, move),
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
