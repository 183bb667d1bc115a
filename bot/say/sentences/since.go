package sentences

import (
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// Since is what has happened in a game since the last step that the player of a seat made: not a
// stand-in, a former player or the program. Given moves have not happened in it.
type Since struct {
	history History
	seat    engine.Seat
	from    int
}

// NewSince returns an error if the game refuses one of its moves.
func NewSince(t *table.Table, seat engine.Seat) (Since, error) {
	s := Since{seat: seat, from: len(t.Moves)}
	for s.from > t.Given() && !madeBy(t, seat, t.Moves[s.from-1]) {
		s.from--
	}
	if s.from == len(t.Moves) {
		return s, nil
	}
	var err error
	s.history, err = NewHistory(t)
	return s, err
}

func madeBy(t *table.Table, seat engine.Seat, m table.Entry) bool {
	return m.Move.Seat == seat && !m.Auto && (m.By == 0 || m.By == t.Player(seat).User)
}

func (s Since) Empty() bool { return s.history.Table == nil }

// maxSinceTurns is how many turns of others a panel tells.
const maxSinceTurns = 6

// Text returns a title, a line for each turn of the others with what it scored, and everybody's
// points. It says how many turns it leaves out. To a new player it explains the set-up.
func (s Since) Text(w *text.Words, isNew bool) string {
	turns := s.history.tell(Teller{Words: w, reader: s.seat, isNew: isNew}, s.from, len(s.history.Table.Moves))
	first := max(0, len(turns)-maxSinceTurns)
	title := "bot.since.title"
	if s.from == s.history.Table.Given() {
		title = "bot.since.first"
	}
	lines := []string{"**" + w.Say(title) + "**"}
	if first > 0 {
		lines = append(lines, "- "+w.Say("bot.since.more", "Count", first))
	}
	for _, line := range turns[first:] {
		lines = append(lines, "- "+line)
	}
	return text.Lines(append(lines, Totals(w, s.history.Table))...)
}
