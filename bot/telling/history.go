package telling

import (
	"strings"

	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// History is a game turn by turn, as far as its moves stand.
type History struct {
	Table *table.Table
	// positions are those after each number of moves.
	positions []engine.State
	// ends are how many moves had been made at the end of each turn: of turn 0, the start, 0; of
	// the last one, which may go on, all of them.
	ends []int
}

// NewHistory replays the moves of a running or ended game.
func NewHistory(t *table.Table) (History, error) {
	s, err := t.Game.Start(t.Options, t.SeatInfos(), t.Setup)
	if err != nil {
		return History{}, err
	}
	h := History{Table: t, positions: []engine.State{s}, ends: []int{0}}
	awaited, ended := s.Turn(), false
	for i, m := range t.Moves {
		ended = ended || s.Pace().Live || t.Game.Info().VerbInfo(m.Move.Verb).Ends
		if s, err = s.Apply(m.Move); err != nil {
			return History{}, err
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

// HistoryOf is the history of a table; a game that has not started is refused.
func HistoryOf(t *table.Table) (History, error) {
	if t.State == nil {
		return History{}, engine.Refuse(table.RefusedNotStarted, "")
	}
	return NewHistory(t)
}

// Last is the number of the last turn.
func (h History) Last() int { return len(h.ends) - 1 }

// after is the table as it would be after so many moves. It has the version of now: that a position
// is a past one is told by its moves.
func (h History) after(moves int) *table.Table {
	t := *h.Table
	t.Moves = t.Moves[:moves:moves]
	t.State = h.positions[moves]
	return &t
}

// At is the table at the end of a turn.
func (h History) At(turn int) *table.Table { return h.after(h.ends[turn]) }

// Lines tell what was done in a turn.
func (h History) Lines(w *text.Words, turn int) []string {
	if turn == 0 {
		return []string{w.T("bot.board.start", nil)}
	}
	var lines []string
	for i := h.ends[turn-1]; i < h.ends[turn]; i++ {
		lines = append(lines, Line(w, h.after(i), h.Table.Moves[i].Move))
	}
	return lines
}

// Label names a turn in a list, where nothing is formatted.
func (h History) Label(w *text.Words, turn int) string {
	return w.Say("bot.board.turn", "Turn", turn, "What", text.Unescaped(strings.Join(h.Lines(w, turn), " ")))
}
