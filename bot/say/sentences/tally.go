package sentences

import (
	"strconv"
	"strings"

	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

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
