package sentences

import (
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
	won := winners(w, t)
	if r, _ := t.State.Result(); r.Reason != "" {
		won += " " + w.T(t.Game.Info().ID+".reason."+r.Reason, nil)
	}
	return won
}

// WonAfterNews returns who has won an ended game, for a message with the line of the last move. It
// says why, unless that line does: a player has left.
func WonAfterNews(w *text.Words, t *table.Table) string {
	if t.Moves[len(t.Moves)-1].Move.Verb == engine.Resign {
		return winners(w, t)
	}
	return Won(w, t)
}

// winners returns who has won an ended game.
func winners(w *text.Words, t *table.Table) string {
	r, _ := t.State.Result()
	names := make([]string, len(r.Winners))
	for i, seat := range r.Winners {
		names[i] = "**" + Name(w, t.Player(seat)) + "**"
	}
	return w.Say("bot.table.won", "Players", w.List(names), "Count", len(names))
}

// Totals returns every seat's points in one line, "" while nobody has any.
func Totals(w *text.Words, t *table.Table) string {
	scores := t.State.Scores()
	totals, any := make([]string, len(scores)), false
	for i, score := range scores {
		n := score.Total()
		any = any || n != 0
		totals[i] = markedName(w, t, engine.Seat(i+1)) + " " + Points(n)
	}
	if !any {
		return ""
	}
	return "⭐ " + strings.Join(totals, " · ")
}

// Leader returns the seat that has more points than every other seat, 0 if there is none.
func Leader(s engine.State) engine.Seat {
	leader, best, tied := engine.Seat(0), 0, true
	for i, score := range s.Scores() {
		switch n := score.Total(); {
		case i == 0 || n > best:
			leader, best, tied = engine.Seat(i+1), n, false
		case n == best:
			tied = true
		}
	}
	if tied {
		return 0
	}
	return leader
}

// ScoreText returns a line for each seat with its total and its items. While the game runs, scores
// are as if it ended now.
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

// ScoreParts returns the parts of a score in words, without those that are 0. The lines below the
// total break ties, so they are set off from the points.
func ScoreParts(w *text.Words, t *table.Table, score engine.Score) string {
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
	said := strings.Join(parts, ", ")
	if len(ties) == 0 {
		return said
	}
	if said != "" {
		said += " · "
	}
	return said + w.Say("bot.table.tie_break", "Parts", strings.Join(ties, ", "))
}

// Points returns a number of points with a true minus sign (−) if it is negative.
func Points(n int) string { return strings.Replace(strconv.Itoa(n), "-", "−", 1) }

// Percent returns a percentage as the reader writes it.
func Percent(w *text.Words, v float64) string {
	return w.Say("bot.review.percent", "Value", strconv.Itoa(int(math.Round(v))))
}

// itemText returns the value of a score item: points, a sum like "3+5", or its own text. A sum of
// zeros is 0.
func itemText(v any) string {
	switch v := v.(type) {
	case int:
		return Points(v)
	case []int:
		if !slices.ContainsFunc(v, func(n int) bool { return n != 0 }) {
			return Points(0)
		}
		texts := make([]string, len(v))
		for i, n := range v {
			texts[i] = Points(n)
		}
		return strings.Join(texts, "+")
	case fmt.Stringer:
		return v.String()
	}
	return "?"
}
