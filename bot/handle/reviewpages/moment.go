package reviewpages

import (
	"context"
	"strconv"
	"strings"
	"unicode/utf8"

	"amytis/bot/background/reviewqueue"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/choice"
	"amytis/bot/play/tables"
	"amytis/bot/say/pictures"
	"amytis/bot/say/reasons"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/review"
	"amytis/engine/table"
)

// pressMoment handles the buttons of the key moments. It asks again for a review that is gone.
func pressMoment(ctx context.Context, r *interaction.Request, rv *reviewqueue.Reviewer) error {
	s := r.At
	found, err := opened(ctx, r, s.ID)
	if err != nil {
		return err
	}
	number, err := strconv.Atoi(r.Control.Arg)
	if found == nil || err != nil || number < 0 || number >= len(found.Key) || mayReview(s.Table) != nil {
		return show(ctx, r, rv, r.Words, r.Answer.InPlace)
	}
	m, err := momentMessage(ctx, r, s, found, number)
	if err != nil {
		return err
	}
	r.Answer.InPlace(ctx, m)
	return nil
}

func momentMessage(
	ctx context.Context, r *interaction.Request, s tables.Loaded, found *review.Review, number int,
) (*message.Message, error) {
	h, err := sentences.NewHistory(s.Table)
	if err != nil {
		return nil, err
	}
	k, err := newMoment(h, &found.Turns[found.Key[number]])
	if err != nil {
		return nil, err
	}
	title := r.Words.Say("bot.review.moment", "Number", number+1, "Moments", len(found.Key),
		"When", h.When(r.Words, h.TurnOf(k.turn.To)))
	m := &message.Message{
		Content: text.Cut(title+"\n"+strings.Join(k.lines(r.Words), "\n"), maxText),
		Components: controls(r.Words, s, found, number,
			interaction.PlayOn(r.Words, "bot.button.try_again", s, h.After(k.turn.From-1), "!")...),
	}
	if len(k.better.Steps) > 0 {
		f := k.picture(r.Words)
		f.Want.Said = text.Unformatted(title + "\n" + r.Words.Say("bot.review.played", "Moves", k.spelled(r.Words, k.moves)))
		if err := r.AttachBoard(ctx, m, s.ID, f.Table, f.Want); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// maxText is the room for the text, in characters; a note about the picture may follow.
const maxText = 1900

// moment is a turn that gave much away.
type moment struct {
	turn *review.Turn
	// before is the table before the first move that could be better.
	before *table.Table
	// moves were played from there; instead is the better turn.
	moves, instead []engine.Move
	played, better reasons.Future
}

func newMoment(h sentences.History, t *review.Turn) (*moment, error) {
	k := &moment{turn: t, before: h.After(t.At - 1)}
	for _, e := range h.Table.Moves[t.At-1 : t.To] {
		if e.Move.Seat == t.Seat {
			k.moves = append(k.moves, e.Move)
		}
	}
	var err error
	if k.instead, err = choice.ParseMoves(h.Table.Game, t.Better); err != nil {
		return nil, err
	}
	seed := uint64(t.At)
	k.played, k.better = reasons.Foresee(k.before, k.moves, seed), reasons.Foresee(k.before, k.instead, seed)
	return k, nil
}

// picture returns the picture of the better turn, beside the one that was played. Both show what
// they change, and the player's chance to win.
func (k *moment) picture(w *text.Words) pictures.Frame {
	frame := func(f reasons.Future, chance float64) pictures.Frame {
		shown, want := f.Picture()
		want.Before = k.before
		want.Label = sentences.Percent(w, chance)
		return pictures.Frame{Table: shown, Want: want}
	}
	better := frame(k.better, k.turn.Before)
	if len(k.played.Steps) > 0 {
		played := frame(k.played, k.turn.After)
		better.Want.Against = &played
	}
	return better
}

func (k *moment) lines(w *text.Words) []string {
	lines := []string{
		w.Say("bot.review.fell", "Name", sentences.Name(w, k.before.Player(k.turn.Seat)),
			"Before", sentences.Percent(w, k.turn.Before), "After", sentences.Percent(w, k.turn.After)),
		w.Say("bot.review.played", "Moves", k.spelled(w, k.moves)),
	}
	why := reasons.Reasons{Words: w, Table: k.before, Seat: k.turn.Seat}
	if len(k.played.Steps) > 0 && len(k.better.Steps) > 0 {
		lines = append(lines, why.Differences(k.played, k.better)...)
	}
	better := w.Say("bot.review.better", "Moves", k.spelled(w, k.instead))
	if len(k.better.Steps) > 0 {
		better = text.Lines(better, why.Gains(k.better))
	}
	if k.turn.Gain >= engine.WinWorth/2 {
		better += " " + w.Say("bot.review.decides")
	}
	return append(lines, better)
}

// maxMoves is the room for the moves of a turn, in characters.
const maxMoves = 500

// spelled returns moves as their player would type them, as many as fit.
func (k *moment) spelled(w *text.Words, moves []engine.Move) string {
	said := ""
	for i, m := range moves {
		next := "**" + sentences.Spelled(w, k.before, m) + "**"
		if i > 0 {
			next = ", " + next
		}
		if utf8.RuneCountInString(said+next) > maxMoves {
			return said + ", …"
		}
		said += next
	}
	return said
}
