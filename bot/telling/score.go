package telling

import (
	"fmt"
	"strconv"
	"strings"

	"amytis/bot/text"
	"amytis/engine/table"
)

// EndText tells who won, and all scores.
func EndText(w *text.Words, t *table.Table) string {
	r, _ := t.State.Result()
	winners := make([]string, len(r.Winners))
	for i, seat := range r.Winners {
		winners[i] = "**" + text.Plain(t.Player(seat).Name) + "**"
	}
	won := w.Say("bot.table.won", "Players", w.List(winners), "Count", len(winners))
	if r.Reason != "" {
		won += " " + w.T(t.Game.Info().ID+".reason."+r.Reason, nil)
	}
	return won + "\n" + ScoreText(w, t)
}

// ScoreText is the score pad: a line a seat, itemised. While the game runs the scores are as if it
// ended now.
func ScoreText(w *text.Words, t *table.Table) string {
	var b strings.Builder
	for i, score := range t.State.Scores() {
		b.WriteString("**" + text.Plain(t.Players[i].Name) + "** " + points(score.Total()) + " — ")
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

// points are written with a minus, where they are fewer than none.
func points(n int) string { return strings.Replace(strconv.Itoa(n), "-", "−", 1) }

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
