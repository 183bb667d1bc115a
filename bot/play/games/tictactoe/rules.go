// Package tictactoe is the least that a game needs, whole: rules, pictures, words and a figure.
// Only tests have it. Players choose squares, and chance may have them pass.
package tictactoe

import (
	_ "embed"
	"encoding/json"
	"slices"
	"testing/fstest"

	"amytis/bot/play/figures"
	"amytis/bot/play/games"
	"amytis/bot/text"
	"amytis/engine"
)

//go:embed figures.toml
var figure []byte

//go:embed words.toml
var words []byte

// init adds the game to the program's, for the tests that import it.
func init() {
	games.All = append(games.All, games.Entry{Game: Game, Gallery: gallery{}})
	figures.Files = append(figures.Files, fstest.MapFS{"data/" + info.ID + ".toml": {Data: figure}})
	for _, lang := range text.Langs() {
		file := "catalog/" + string(lang) + "/" + info.ID + ".toml"
		text.Files = append(text.Files, fstest.MapFS{file: {Data: words}})
	}
}

// The verbs. A coin is tossed before each turn but the first and the one after a pass.
const (
	verbMark engine.Verb = iota + 1 // `1 mark b2`
	verbPass                        // `1 pass`, after tails
	verbToss                        // `0 toss tails`
)

// The codes of refusals, with the arguments of their texts.
const (
	refusedHeads = "no_pass"
	refusedTails = "must_pass"
	refusedTaken = "square_taken" // square
)

const tails = 2

var square, coin = engine.Square(3, 3), engine.Words("heads", "tails")

var info = engine.Info{
	ID: "tictactoe", Command: "tictactoe", MinSeats: 2, MaxSeats: 2, RulesVersion: 1,
	Verbs: []engine.VerbInfo{
		verbMark: {Name: "mark", View: "table", Final: true, Ends: true, Args: []engine.Arg{{Name: "square", Kind: square}}},
		verbPass: {Name: "pass", View: "table", Final: true, Ends: true},
		verbToss: {Name: "toss", View: "table", Chance: true, Args: []engine.Arg{{Name: "coin", Kind: coin}}},
	}[1:],
	Options:  []engine.OptionInfo{{Name: "misere", Kind: engine.OptionBool, Default: "false"}},
	Refusals: engine.Refusals(refusedHeads, refusedTails, refusedTaken),
	Topics:   []string{"short"},
	Views:    []string{"table"},
}

// position is the marks by square and the seat in turn, 0 at the end. A coin is tossed for next.
type position struct {
	marks          [9]engine.Seat
	turn, resigned engine.SeatSet
	next, winner   engine.Seat
	tails, misere  bool
}

// Game makes a position a view of itself: nothing is hidden.
func (*position) Game() string { return info.ID }

type rules struct{}

var Game = engine.Define[position](rules{})

func (rules) Info() *engine.Info { return &info }

func (rules) Start(opts engine.Options, _ []engine.SeatInfo, setup json.RawMessage) (position, error) {
	_, err := engine.ParseSetup[struct{}](setup)
	return position{turn: engine.Seats(1), misere: info.Get(opts, "misere") == "true"}, err
}

func (rules) Apply(p *position, m engine.Move) error {
	switch {
	case m.Verb == engine.Resign:
		p.turn, p.resigned, p.winner = 0, engine.Seats(m.Seat), 3-m.Seat
		return nil
	case m.Verb == engine.Skip:
		p.turn, p.tails = engine.Seats(3-engine.Seat(m.Args[0])), false
		return nil
	case !p.turn.Has(m.Seat):
		return engine.RefuseTurn(p.turn)
	case m.Verb == verbToss:
		p.turn, p.tails = engine.Seats(p.next), m.Args[0] == tails
		return nil
	case m.Verb == verbPass && !p.tails:
		return engine.Refuse(refusedHeads, "")
	case m.Verb == verbPass:
		p.turn, p.tails = engine.Seats(3-m.Seat), false
		return nil
	case p.tails:
		return engine.Refuse(refusedTails, "")
	case p.marks[m.Args[0]-1] != 0:
		return engine.Refuse(refusedTaken, "", "square", string(square.Append(nil, m.Args[:1])))
	}
	p.marks[m.Args[0]-1] = m.Seat
	p.turn, p.next = engine.Seats(engine.Chance), 3-m.Seat
	if p.hasLine(m.Seat) {
		p.turn, p.winner = 0, m.Seat
		if p.misere {
			p.winner = 3 - m.Seat
		}
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
	if !p.turn.Has(seat) || seat == engine.Chance {
		return dst
	}
	if p.tails {
		return append(dst, engine.Move{Seat: seat, Verb: verbPass})
	}
	for i, mark := range p.marks {
		if mark == 0 {
			dst = append(dst, engine.Move{Seat: seat, Verb: verbMark, Args: [engine.ArgSlots]uint32{uint32(i) + 1}})
		}
	}
	return dst
}

func (rules) Chance(_ *position, r engine.Rand) engine.Move {
	return engine.Move{Verb: verbToss, Args: [engine.ArgSlots]uint32{1 + uint32(r.IntN(tails))}}
}

func (rules) Turn(p *position) engine.SeatSet { return p.turn }

func (rules) View(p *position, _ engine.Seat) engine.View {
	v := *p
	return &v
}

func (rules) Ending(p *position) engine.Ending {
	if p.winner == 0 {
		return engine.Ending{Winners: engine.Seats(1, 2), Resigned: p.resigned}
	}
	return engine.Ending{Winners: engine.Seats(p.winner), Resigned: p.resigned}
}

func (rules) Scores(p *position) []engine.Score {
	scores := []engine.Score{{{Name: "total", Value: 0}}, {{Name: "total", Value: 0}}}
	if p.winner != 0 {
		scores[p.winner-1][0].Value = 1
	}
	return scores
}
