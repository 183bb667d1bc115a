package ai_test

import (
	"encoding/json"
	"slices"

	"amytis/engine"
)

// ticTacToe is a game that has no methods for computers, so they use those of engine.Plain.
var ticTacToe = engine.Define[marks](ticTacToeRules{})

var ticTacToeInfo = engine.Info{
	ID: "tictactoe", Command: "tictactoe", MinSeats: 2, MaxSeats: 2, RulesVersion: 1,
	Verbs: []engine.VerbInfo{
		{Name: "mark", View: "table", Final: true, Ends: true, Args: []engine.Arg{{Name: "square", Kind: engine.Square(3, 3)}}},
	},
	Refusals: engine.Refusals(),
	Views:    []string{"table"},
}

// marks is a position: the seat by square, the seat in turn, and the winner if there is one.
type marks struct {
	square [9]engine.Seat
	turn   engine.SeatSet
	winner engine.Seat
}

// Game returns the game's ID.
func (*marks) Game() string { return ticTacToeInfo.ID }

var lines = [][3]int{
	{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6},
}

type ticTacToeRules struct{ engine.Plain[marks] }

func (ticTacToeRules) Info() *engine.Info { return &ticTacToeInfo }

func (ticTacToeRules) Start(engine.Options, []engine.SeatInfo, json.RawMessage) (marks, error) {
	return marks{turn: engine.Seats(1)}, nil
}

func (ticTacToeRules) Apply(p *marks, m engine.Move) error {
	if !p.turn.Has(m.Seat) || p.square[m.Args[0]-1] != 0 {
		return engine.RefuseTurn(p.turn)
	}
	p.square[m.Args[0]-1] = m.Seat
	p.turn = engine.Seats(3 - m.Seat)
	for _, l := range lines {
		if p.square[l[0]] == m.Seat && p.square[l[1]] == m.Seat && p.square[l[2]] == m.Seat {
			p.winner, p.turn = m.Seat, 0
		}
	}
	if !slices.Contains(p.square[:], 0) {
		p.turn = 0
	}
	return nil
}

func (ticTacToeRules) Legal(p *marks, seat engine.Seat, dst []engine.Move) []engine.Move {
	for i, mark := range p.square {
		if p.turn.Has(seat) && mark == 0 {
			dst = append(dst, engine.Move{Seat: seat, Verb: 1, Args: [engine.ArgSlots]uint32{uint32(i) + 1}})
		}
	}
	return dst
}

func (ticTacToeRules) Turn(p *marks) engine.SeatSet { return p.turn }

func (ticTacToeRules) View(p *marks, _ engine.Seat) engine.View { return p }

func (r ticTacToeRules) Result(p *marks) (engine.Result, bool) {
	winners := []engine.Seat{p.winner}
	if p.winner == 0 {
		winners = []engine.Seat{1, 2}
	}
	return engine.Result{Winners: winners, Scores: r.Scores(p)}, p.turn == 0
}

func (ticTacToeRules) Scores(p *marks) []engine.Score {
	scores := []engine.Score{{{Name: "total", Value: 0}}, {{Name: "total", Value: 0}}}
	if p.winner != 0 {
		scores[p.winner-1][0].Value = 1
	}
	return scores
}
