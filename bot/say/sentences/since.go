package sentences

import (
	"slices"

	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// Since tells what has happened in a game since the last step that the player of a seat made: not a
// stand-in, a former player or the program. Given moves have not happened in it. To a new player it
// explains the set-up. The error is as in NewHistory.
func Since(w *text.Words, t *table.Table, seat engine.Seat, isNew bool) ([]string, error) {
	from := len(t.Moves)
	for from > t.Given() && !madeBy(t, seat, t.Moves[from-1]) {
		from--
	}
	if from == len(t.Moves) {
		return nil, nil
	}
	h, err := NewHistory(t)
	if err != nil {
		return nil, err
	}
	return h.tell(Teller{Words: w, reader: seat, isNew: isNew}, from, len(t.Moves)), nil
}

func madeBy(t *table.Table, seat engine.Seat, m table.Entry) bool {
	return m.Move.Seat == seat && !m.Auto && (m.By == 0 || m.By == t.Player(seat).User)
}

// maxSinceTurns is how many turns of others a panel tells.
const maxSinceTurns = 6

// SinceText returns a title, the last lines of Since, and everybody's points. It says how many
// lines it leaves out, and is "" if nothing has happened.
func SinceText(w *text.Words, t *table.Table, seat engine.Seat, isNew bool) (string, error) {
	turns, err := Since(w, t, seat, isNew)
	if len(turns) == 0 {
		return "", err
	}
	title := "bot.since.first"
	left := max(0, len(turns)-maxSinceTurns)
	if slices.ContainsFunc(t.Moves[t.Given():], func(m table.Entry) bool { return madeBy(t, seat, m) }) {
		title = "bot.since.title"
	}
	lines := []string{"**" + w.Say(title) + "**"}
	if left > 0 {
		lines = append(lines, "- "+w.Say("bot.since.more", "Count", left))
	}
	for _, line := range turns[left:] {
		lines = append(lines, "- "+line)
	}
	return text.Lines(append(lines, Totals(w, t))...), nil
}
