package gametest_test

import (
	"encoding/json"
	"slices"
	"testing"

	"amytis/engine"
	"amytis/engine/gametest"
)

// This file is a complete game: the least that a new one needs.

const (
	verbMark     engine.Verb = 1              // `1 mark b2`
	refusedTaken             = "square_taken" // square
)

var square = engine.Square(3, 3)

var info = engine.Info{
	ID: "tictactoe", Command: "tictactoe", MinSeats: 2, MaxSeats: 2, RulesVersion: 1,
	Verbs: []engine.VerbInfo{
		verbMark: {Name: "mark", View: "table", Final: true, Ends: true,
			Args: []engine.Arg{{Name: "square", Kind: square}}},
	}[1:],
	Refusals: engine.Refusals(refusedTaken),
	Topics:   []string{"goal", "turn", "end"},
	Views:    []string{"table"},
}

// position is the marks by square, and the seat in turn; none at the end.
type position struct {
	marks          [9]engine.Seat
	turn, resigned engine.SeatSet
	winner         engine.Seat
}

// Game makes a position a view of itself: nothing is hidden.
func (position) Game() string { return info.ID }

type rules struct{}

var game = engine.Define[position](rules{})

func (rules) Info() *engine.Info { return &info }

func (rules) Start(_ engine.Options, _ []engine.SeatInfo, setup json.RawMessage) (position, error) {
	_, err := engine.ParseSetup[struct{}](setup)
	return position{turn: engine.Seats(1)}, err
}

func (rules) Apply(p *position, m engine.Move) error {
	switch {
	case m.Verb == engine.Resign:
		p.turn, p.resigned, p.winner = 0, engine.Seats(m.Seat), 3-m.Seat
		return nil
	case m.Verb == engine.Skip:
		p.turn = engine.Seats(3 - engine.Seat(m.Args[0]))
		return nil
	case !p.turn.Has(m.Seat):
		return engine.RefuseTurn(p.turn)
	case p.marks[m.Args[0]-1] != 0:
		return engine.Refuse(refusedTaken, "", "square", string(square.Append(nil, m.Args[:1])))
	}
	p.marks[m.Args[0]-1] = m.Seat
	p.turn = engine.Seats(3 - m.Seat)
	if p.hasLine(m.Seat) {
		p.turn, p.winner = 0, m.Seat
	} else if !slices.Contains(p.marks[:], 0) {
		p.turn = 0
	}
	return nil
}

// hasLine reports whether a seat has three marks in a row.
func (p *position) hasLine(seat engine.Seat) bool {
	for _, l := range [][3]int{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}} {
		if p.marks[l[0]] == seat && p.marks[l[1]] == seat && p.marks[l[2]] == seat {
			return true
		}
	}
	return false
}

func (rules) Legal(p *position, seat engine.Seat, dst []engine.Move) []engine.Move {
	for i, mark := range p.marks {
		if p.turn.Has(seat) && mark == 0 {
			dst = append(dst, engine.Move{Seat: seat, Verb: verbMark, Args: [engine.ArgSlots]uint32{uint32(i) + 1}})
		}
	}
	return dst
}

func (rules) Turn(p *position) engine.SeatSet { return p.turn }

func (rules) View(p *position, _ engine.Seat) engine.View { return *p }

func (r rules) Result(p *position) (engine.Result, bool) {
	result := engine.Result{Winners: []engine.Seat{p.winner}, Scores: r.Scores(p), Resigned: p.resigned}
	if p.winner == 0 {
		result.Winners = []engine.Seat{1, 2}
	}
	return result, p.turn == 0
}

func (rules) Scores(p *position) []engine.Score {
	scores := []engine.Score{{{Name: "total", Value: 0}}, {{Name: "total", Value: 0}}}
	if p.winner != 0 {
		scores[p.winner-1][0].Value = 1
	}
	return scores
}

func TestTicTacToe(t *testing.T) { gametest.Run(t, game, gametest.Hooks{}) }
