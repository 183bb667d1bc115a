package sentences

import (
	"strings"

	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// RoundEnd is the end of a round of a live game.
type RoundEnd struct {
	// Before is the table before the round's last move, and After the one after it.
	Before, After *table.Table
}

// LastRoundEnd returns the end of the last round that ended with some events and is scored, nil if
// none did. t is the table before the events.
func LastRoundEnd(t *table.Table, events []table.Event) (*RoundEnd, error) {
	var end *RoundEnd
	for _, e := range events {
		next, err := t.Next(e)
		if err != nil {
			return nil, err
		}
		if e.Kind == table.Moved && next.Status != table.Abandoned && next.EndsRound(t.State) {
			end = &RoundEnd{Before: t, After: next}
		}
		t = next
	}
	return end, nil
}

// Won returns a line with the round's winners.
func (e *RoundEnd) Won(w *text.Words) string {
	before := e.Before.State.Scores()
	var winners []string
	for i, score := range e.After.State.Scores() {
		if score.Total() > before[i].Total() {
			winners = append(winners, "**"+Name(w, e.After.Players[i])+"**")
		}
	}
	return w.Say("bot.table.round_won", "Players", w.List(winners), "Count", len(winners))
}

// Scores returns a line for each player with the rounds won and the points of this round.
func (e *RoundEnd) Scores(w *text.Words) string {
	var lines []string
	for i, score := range e.After.State.Scores() {
		won := markedName(w, e.After, engine.Seat(i+1)) + " " + Points(score.Total())
		lines = append(lines, won+" — "+lastRound(w, e.After, score))
	}
	return strings.Join(lines, "\n")
}

// lastRound returns what a seat scored in the last round, "" if its score has no rounds.
func lastRound(w *text.Words, t *table.Table, score engine.Score) string {
	for _, item := range score {
		if rounds, ok := item.Value.(interface{ LastRound() engine.Note }); ok {
			return note(w, t, rounds.LastRound())
		}
	}
	return ""
}

// ReadyLine returns who is ready for a round that waits, and who is not yet. It returns "" if
// nobody is.
func ReadyLine(w *text.Words, t *table.Table) string {
	ready := t.Round.Ready & t.Turn()
	if ready == 0 || !t.Round.Waiting {
		return ""
	}
	return w.Say("bot.table.ready_list", "Ready", w.List(SeatNames(w, t, ready.Ref()[1:])),
		"Players", w.List(SeatNames(w, t, t.NotReady().Ref()[1:])))
}
