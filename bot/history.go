package bot

import (
	"strings"

	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// history is a game turn by turn, as far as its moves stand.
type history struct {
	table *table.Table
	// positions are those after each number of moves.
	positions []engine.State
	// ends are how many moves had been made at the end of each turn: of turn 0,
	// the start, 0; of the last one, which may go on, all of them.
	ends []int
}

func newHistory(t *table.Table) (history, error) {
	s, err := t.Game.Start(t.Options, t.SeatInfos(), t.Setup)
	if err != nil {
		return history{}, err
	}
	h := history{table: t, positions: []engine.State{s}, ends: []int{0}}
	awaited, ended := s.Turn(), false
	for i, m := range t.Moves {
		ended = ended || s.Pace().Live || t.Game.Info().VerbInfo(m.Move.Verb).Ends
		if s, err = s.Apply(m.Move); err != nil {
			return history{}, err
		}
		h.positions = append(h.positions, s)
		if s.Turn().Has(engine.Chance) {
			continue // what chance does belongs to the turn that asks for it
		}
		if ended || s.Turn() != awaited {
			h.ends = append(h.ends, i+1)
		}
		awaited, ended = s.Turn(), false
	}
	if made := len(t.Moves); h.ends[len(h.ends)-1] != made {
		h.ends = append(h.ends, made)
	}
	return h, nil
}

// historyOf is the history of a table; a game that has not started is refused.
func historyOf(t *table.Table) (history, error) {
	if t.State == nil {
		return history{}, engine.Refuse(table.RefusedNotStarted, "")
	}
	return newHistory(t)
}

// last is the number of the last turn.
func (h history) last() int { return len(h.ends) - 1 }

// after is the table as it would be after so many moves. It has the version of
// now: that a position is a past one is told by its moves.
func (h history) after(moves int) *table.Table {
	t := *h.table
	t.Moves = t.Moves[:moves:moves]
	t.State = h.positions[moves]
	return &t
}

// at is the table at the end of a turn.
func (h history) at(turn int) *table.Table { return h.after(h.ends[turn]) }

// lines tell what was done in a turn.
func (h history) lines(w *text.Words, turn int) []string {
	if turn == 0 {
		return []string{w.T("bot.board.start", nil)}
	}
	var lines []string
	for i := h.ends[turn-1]; i < h.ends[turn]; i++ {
		lines = append(lines, line(w, h.after(i), h.table.Moves[i].Move))
	}
	return lines
}

// label names a turn in a list, where nothing is formatted.
func (h history) label(w *text.Words, turn int) string {
	return w.Say("bot.board.turn", "Turn", turn, "What", text.Unescaped(strings.Join(h.lines(w, turn), " ")))
}
