package sentences

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// Won returns who has won an ended game, and why.
func Won(w *text.Words, t *table.Table) string {
	won := Outcome(w, t, 0)
	if r, _ := t.State.Result(); r.Reason != "" {
		won += " " + w.T(t.Game.Info().ID+".reason."+r.Reason, nil)
	}
	return won
}

// WonAfterNews is Won without the reason if other lines tell more: who has left, or tie-breaks.
func WonAfterNews(w *text.Words, t *table.Table) string {
	if t.Moves[len(t.Moves)-1].Move.Verb == engine.Resign || t.Tied() {
		return Outcome(w, t, 0)
	}
	return Won(w, t)
}

// Outcome returns who has won and by how much, or whether the reader has: a seat, 0 for everybody.
func Outcome(w *text.Words, t *table.Table, reader engine.Seat) string {
	r, _ := t.State.Result()
	names := text.Each(r.Winners, func(seat engine.Seat) string { return "**" + Name(w, t.Player(seat)) + "**" })
	ranking := t.Ranking()
	rival := ranking[min(len(names), len(ranking)-1)]
	key := "bot.table.won"
	if reader != 0 {
		key = "bot.table.you_won"
		if own := t.Standings()[reader-1]; own.Rank > 1 {
			key = "bot.table.you_lost"
			rival = own
		}
	}
	margin := ranking[0].Score - rival.Score
	switch alone := len(names) == 1 || rival.Seat == reader; {
	case !alone || rival.Rank == 1 || margin < 0 || r.Resigned.Has(rival.Seat):
	case margin == 0:
		key += "_tied"
	default:
		key += "_by"
	}
	unit := "total"
	if slices.ContainsFunc(r.Scores[0], func(item engine.ScoreItem) bool { return item.Name == "won" }) {
		unit = "won"
	}
	return w.Say(key, "Players", w.List(names), "Count", len(names),
		"Margin", w.Say("bot.table.margin."+unit, "Count", margin))
}

// Totals returns every seat's points in a line, "" while nobody has any.
func Totals(w *text.Words, t *table.Table) string {
	scores := t.State.Scores()
	totals := make([]string, len(scores))
	any := false
	for i, score := range scores {
		n := score.Total()
		any = any || n != 0
		totals[i] = markedName(w, t, engine.Seat(i+1)) + " " + Points(n)
	}
	if !any {
		return ""
	}
	said := strings.Join(totals, " · ")
	if t.Rounds {
		return w.Pair(w.T(t.Game.Info().ID+".score.won", nil), said)
	}
	return "⭐ " + said
}

// ScoreText returns a line for each seat with its total and its items, as if the game ended now.
func ScoreText(w *text.Words, t *table.Table) string {
	var b strings.Builder
	for i, score := range t.State.Scores() {
		b.WriteString(markedName(w, t, engine.Seat(i+1)) + " " + Points(score.Total()))
		if parts := ScoreParts(w, t, score); parts != "" {
			b.WriteString(" — " + parts)
		}
		b.WriteString("\n")
	}
	return strings.TrimSpace(b.String())
}

// ScoreParts returns the parts of a score that are not 0, and apart those that break ties.
func ScoreParts(w *text.Words, t *table.Table, score engine.Score) string {
	parts, ties := scoreParts(w, t, score)
	if parts != "" && ties != "" {
		parts += " · "
	}
	return parts + ties
}

// TieBreak returns the parts of a seat's score that break ties.
func TieBreak(w *text.Words, t *table.Table, seat engine.Seat) string {
	_, ties := scoreParts(w, t, t.State.Scores()[seat-1])
	return ties
}

func scoreParts(w *text.Words, t *table.Table, score engine.Score) (said, tie string) {
	var parts, ties []string
	items := &parts
	for _, item := range score {
		value := itemText(item.Value)
		switch {
		case item.Ranks():
			items = &ties
		case value != Points(0) && value != "":
			*items = append(*items, w.T(t.Game.Info().ID+".score."+item.Name, nil)+" "+value)
		}
	}
	if len(ties) > 0 {
		tie = w.Say("bot.table.tie_break", "Parts", strings.Join(ties, ", "))
	}
	return strings.Join(parts, ", "), tie
}

// Points writes a negative number with a true minus sign (−).
func Points(n int) string { return strings.Replace(strconv.Itoa(n), "-", "−", 1) }

func Percent(w *text.Words, v float64) string {
	return w.Say("bot.review.percent", "Value", strconv.Itoa(int(math.Round(v))))
}

// itemText returns points, a sum like "3+5" without zeros (0 for none), or the item's own text.
func itemText(v any) string {
	switch v := v.(type) {
	case int:
		return Points(v)
	case []int:
		var texts []string
		for _, n := range v {
			if n != 0 {
				texts = append(texts, Points(n))
			}
		}
		return cmp.Or(strings.Join(texts, "+"), Points(0))
	case fmt.Stringer:
		return v.String()
	}
	return "?"
}

const leadSign = "👑 "

// Tally returns a heading and a line for each thing that gives points to the seat with the most:
// "Level 4: 👑 Ana 2 · Bo 1". It drops lines beyond limit characters.
func Tally(w *text.Words, t *table.Table, limit int) string {
	tally := t.State.Tally()
	if len(tally.Rows) == 0 {
		return ""
	}
	key := t.Game.Info().ID + ".tally." + tally.Key
	said := "**" + w.Say(key+".title") + "**"
	for _, row := range tally.Rows {
		line := "\n" + w.Pair(w.Say(key+".row", "Number", row.Number), rowText(w, t, row))
		if len([]rune(said+line)) > limit-len("\n…") {
			return said + "\n…"
		}
		said += line
	}
	return said
}

func rowText(w *text.Words, t *table.Table, row engine.TallyRow) string {
	var counts []string
	for _, seat := range row.Seats.Slice() {
		count := Name(w, t.Player(seat)) + " " + strconv.Itoa(row.Counts[seat])
		if seat == row.Lead {
			count = leadSign + "**" + count + "**"
		}
		counts = append(counts, count)
	}
	return strings.Join(counts, " · ")
}

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
