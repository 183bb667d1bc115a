package trials

import (
	"context"
	"slices"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/background/challenge"
	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/bot/say/reasons"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

func puzzleID(r *interaction.Request, mark string) table.ID {
	return copyID(sandboxBit>>1, "", store.Trial{}, r.Guild.String(), mark)
}

// newAttempt returns the user's copy of the present puzzle, to be read, or refuses another ID.
func newAttempt(ctx context.Context, r *interaction.Request, id table.ID) (*sandbox, error) {
	settings, err := r.Settings(ctx)
	if err != nil {
		return nil, err
	}
	p := settings.Challenge.Now
	if p == nil || puzzleID(r, p.Mark) != id {
		return nil, engine.Refuse("puzzle_over", "")
	}
	t, err := challenge.Table(r.Words, p)
	b := &sandbox{trial: trial{request: r, base: tables.Loaded{ID: id, Table: t}}, puzzle: p}
	b.kind = b
	return b, err
}

// tryPuzzle begins an attempt at a puzzle, or goes on with the user's.
func tryPuzzle(ctx context.Context, r *interaction.Request) error {
	b, err := newAttempt(ctx, r, puzzleID(r, r.Control.Arg))
	if err != nil {
		return err
	}
	return b.open(ctx, sandboxAfter(b.base, len(b.base.Table.Moves)))
}

// showStars handles the button with the month's table.
func showStars(ctx context.Context, r *interaction.Request) error {
	settings, err := r.Settings(ctx)
	if err != nil {
		return err
	}
	r.Answer.Whisper(ctx, &message.Message{Content: challenge.Month(r.Words, settings.Challenge)})
	return nil
}

// submit counts the turn tried, if it is complete and the user's first. Who has played the game, or
// opened its review, is out of competition.
func (b *sandbox) submit(ctx context.Context) (done bool, err error) {
	moves, _, _ := b.tried()
	stars, behind, ended := challenge.Judge(b.puzzle, b.base.Table, moves, func() bool { return ctx.Err() != nil })
	if !ended || ctx.Err() != nil {
		return false, ctx.Err()
	}
	r := b.request
	id := table.ID(b.puzzle.Seed)
	knowsGame := slices.Contains(b.prefs.Reviewed, id)
	if s, err := r.Tables.Load(ctx, id); err == nil { // else it is one of computers, or gone
		knowsGame = knowsGame || s.Table.Seat(r.User) != 0
	}
	err = r.Store.ChangeSettings(ctx, r.Guild, func(s *store.Settings) error {
		now := s.Challenge.Now
		if now == nil || now.Mark != b.puzzle.Mark {
			return engine.Refuse("puzzle_over", "")
		}
		challenge.Submit(&s.Challenge, store.Solve{User: r.User, Stars: stars, Behind: behind, Known: knowsGame})
		b.puzzle = now
		return nil
	})
	if err != nil {
		return false, err
	}
	return true, b.read(ctx)
}

// puzzleGuide returns the guide after some moves and steps, the last of which is told already.
func (b *sandbox) puzzleGuide(moves []engine.Move, steps int, last string) interaction.Guide {
	w := b.request.Words
	ended := b.ended()
	solve, solved := challenge.SolveOf(b.puzzle, b.request.User)
	g := interaction.Guide{Copy: true, Rests: ended || solved || b.copy.Status != table.Running}
	if solved {
		g.Text = text.Lines(b.praise(solve, moves), sentences.Totals(w, b.copy))
		return g
	}
	if ended {
		last = text.Lines(last, w.Say("bot.challenge.complete"))
		g.Buttons = append(g.Buttons, b.button("submit_puzzle", discordgo.SuccessButton, control.SubmitPuzzle))
	}
	said := w.Say("bot.challenge.try", "Name", sentences.Name(w, b.copy.Player(b.seat)))
	g.Text = text.Lines(said, last, sentences.Totals(w, b.copy))
	g.Buttons = append(g.Buttons, b.backButtons(steps)...)
	return g
}

// praise says what a submitted turn was worth, and why, without the best turn.
func (b *sandbox) praise(s store.Solve, moves []engine.Move) string {
	w := b.request.Words
	gains := ""
	if len(moves) > 0 {
		if f := reasons.Foresee(b.base.Table, moves, b.puzzle.Seed); len(f.Steps) > 0 {
			gains = reasons.Reasons{Words: w, Table: b.base.Table, Seat: b.seat}.Gains(f)
		}
	}
	return text.Lines(challenge.Verdict(w, s), gains, w.Say("bot.challenge.tomorrow", "Known", s.Known))
}
