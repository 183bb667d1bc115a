package telling

import (
	"fmt"
	"strconv"
	"strings"

	"amytis/bot/text"
	"amytis/engine/table"
)

// EndText returns who won and why, and below it the ScoreText.
func EndText(w *text.Words, t *table.Table) string {
	r, _ := t.State.Result()
	winners := make([]string, len(r.Winners))
	for i, seat := range r.Winners {
		winners[i] = "**" + Name(w, t.Player(seat)) + "**"
	}
	won := w.Say("bot.table.won", "Players", w.List(winners), "Count", len(winners))
	if r.Reason != "" {
		won += " " + w.T(t.Game.Info().ID+".reason."+r.Reason, nil)
	}
	return won + "\n" + ScoreText(w, t)
}

// ScoreText returns a line for each seat with its total and its items. While the game runs, scores
// are as if it ended now.
func ScoreText(w *text.Words, t *table.Table) string {
	var b strings.Builder
	for i, score := range t.State.Scores() {
		b.WriteString("**" + Name(w, t.Players[i]) + "** " + points(score.Total()) + " — ")
		var items []string
		for _, item := range score {
			if item.Ranks() {
				continue
			}
			items = append(items, w.T(t.Game.Info().ID+".score."+item.Name, nil)+" "+itemText(item.Value))
		}
		b.WriteString(strings.Join(items, ", ") + "\n")
	}
	return strings.TrimSpace(b.String())
}

// points returns a number of points with a true minus sign (−) if it is negative.
func points(n int) string { return strings.Replace(strconv.Itoa(n), "-", "−", 1) }

// itemText returns the value of a score item: points, a sum like "3+5", or its own text.
func itemText(v any) string {
	switch v := v.(type) {
	case int:
		return points(v)
	case []int:
		if len(v) == 0 {
			return points(0)
		}
		texts := make([]string, len(v))
		for i, n := range v {
			texts[i] = points(n)
		}
		return strings.Join(texts, "+")
	case fmt.Stringer:
		return v.String()
	}
	return "?"
}
