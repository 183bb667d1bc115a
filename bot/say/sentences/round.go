package sentences

import (
	"slices"

	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// RoundEnd is the end of a round of a live game: the tables before and after its last move.
type RoundEnd struct {
	Before, After *table.Table
}

func (e *RoundEnd) Won(w *text.Words) string {
	before := e.Before.State.Scores()
	var winners, others []string
	best := ""
	for i, score := range e.After.State.Scores() {
		points := ""
		for _, item := range score {
			if rounds, ok := item.Value.(interface{ LastRound() engine.Note }); ok {
				points = rounds.LastRound().Facts["score"]
			}
		}
		if score.Total() > before[i].Total() {
			winners = append(winners, "**"+Name(w, e.After.Players[i])+"**")
			best = points
		} else {
			others = append(others, points)
		}
	}
	return w.Say("bot.table.round_won", "Players", w.List(winners), "Count", len(winners),
		"ByPieces", slices.Contains(others, best))
}

// ReadyLine says who is ready for a round that waits, and who is not. It is "" if nobody is ready.
func ReadyLine(w *text.Words, t *table.Table) string {
	ready := t.Round.Ready & t.Turn()
	if ready == 0 || !t.Round.Waiting {
		return ""
	}
	return w.Say("bot.table.ready_list", "Ready", SeatList(w, t, ready),
		"Players", SeatList(w, t, t.NotReady()))
}
