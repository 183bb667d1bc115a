package sentences

import (
	"slices"
	"strings"

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

// Turns returns the first and the last turn in which something has happened; see History.
func (s Since) Turns() (first, last int) {
	last = s.history.Last()
	for first = 1; first < last && s.history.ends[first] <= s.from; first++ {
	}
	return min(first, last), last
}

const (
	// maxSinceTurns is how many turns of others a panel tells, and maxSinceText how many
	// characters.
	maxSinceTurns = 6
	maxSinceText  = 700
)

// Text returns a title, a line for each turn of the others with what it scored, and everybody's
// points. It says how many turns it leaves out.
func (s Since) Text(w *text.Words) string {
	turns := s.turns(w)
	first, length := len(turns), 0
	for first > 0 && len(turns)-first < maxSinceTurns {
		length += len([]rune(turns[first-1]))
		if first < len(turns) && length > maxSinceText {
			break
		}
		first--
	}
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

// turns returns a line for each run of moves of a seat.
func (s Since) turns(w *text.Words) []string {
	var turns []string
	moves := s.history.Table.Moves
	for i := s.from; i < len(moves); {
		seat, begin := mover(moves[i].Move), i
		var steps []string
		for ; i < len(moves) && (mover(moves[i].Move) == seat || mover(moves[i].Move) == engine.Chance); i++ {
			if mover(moves[i].Move) == engine.Chance {
				continue
			}
			line := EntryLine(w, s.history.After(i), moves[i])
			if s.history.Table.Game.Info().VerbInfo(moves[i].Move.Verb).SetUp && moves[i].Auto {
				turns = []string{line}
				continue
			}
			if moves[i].Auto && seat == s.seat {
				line = w.Say("bot.since.auto", "Line", line)
			}
			steps = append(steps, line)
		}
		if seat == engine.Chance || len(steps) == 0 {
			continue
		}
		turns = append(turns, s.joined(w, seat, steps)+s.gained(seat, begin, i))
	}
	return turns
}

// mover returns the seat that a move is about; of a skip the one that is skipped.
func mover(m engine.Move) engine.Seat {
	if m.Verb == engine.Skip {
		return engine.Seat(m.Args[0])
	}
	return m.Seat
}

// joined returns the lines of a seat's turn as one, with the player's name only once. It leaves out
// the first steps of a turn that is too long.
func (s Since) joined(w *text.Words, seat engine.Seat, steps []string) string {
	name := Name(w, s.history.Table.Player(seat)) + " "
	line := steps[0]
	for _, step := range steps[1:] {
		line = withStep(line, name, step)
	}
	for len(steps) > 1 && len([]rune(line)) > maxSinceText {
		steps, line = steps[1:], name+"…"
		for _, step := range steps {
			line = withStep(line, name, step)
		}
	}
	return line
}

// withStep adds a step to the line of a player's turn, without the name.
func withStep(line, name, step string) string {
	return strings.TrimSuffix(line, ".") + " · " + strings.TrimPrefix(step, name)
}

// ByPlayer joins the lines that begin with the name of the same player, one after another, to one.
func ByPlayer(w *text.Words, t *table.Table, lines []string) []string {
	var joined []string
	names, last := AllNames(w, t), -1
	for _, line := range lines {
		by := slices.IndexFunc(names, func(name string) bool { return strings.HasPrefix(line, name+" ") })
		if by >= 0 && by == last {
			end := &joined[len(joined)-1]
			*end = withStep(*end, names[by]+" ", line)
		} else {
			joined = append(joined, line)
		}
		last = by
	}
	return joined
}

// gained returns how some moves have changed the points of a seat, as the rest of a line.
func (s Since) gained(seat engine.Seat, from, to int) string {
	was := s.history.positions[from].Scores()[seat-1].Total()
	is := s.history.positions[to].Scores()[seat-1].Total()
	if was == is {
		return ""
	}
	return " ⭐ " + Points(was) + " → " + Points(is)
}
