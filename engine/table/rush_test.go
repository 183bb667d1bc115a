package table_test

import (
	"encoding/json"

	"amytis/engine"
)

// rushRules are a live game of two rounds. All seats build at once until all are stuck or the clock
// runs out.
type rushRules struct {
	info  *engine.Info
	clock int
}

type rushPosition struct {
	seats         engine.Seat
	stuck         engine.SeatSet
	rounds, moves int
	began         int
}

var (
	rush    = engine.Define[rushPosition](rushRules{rushInfo("rush"), rushClock})
	untimed = engine.Define[rushPosition](rushRules{rushInfo("untimed"), 0})
)

func rushInfo(id string) *engine.Info {
	return &engine.Info{ID: id, Command: "rush", MinSeats: 2, MaxSeats: 4, RulesVersion: 1, Verbs: []engine.VerbInfo{
		{Name: "build"}, {Name: "stuck", Final: true, Ends: true}, {Name: "time", Final: true, Ends: true, Chance: true},
	}}
}

// rushClock is ten minutes.
const rushClock = 600

func (r rushRules) Info() *engine.Info { return r.info }

func (rushRules) Start(_ engine.Options, seats []engine.SeatInfo, _ json.RawMessage) (rushPosition, error) {
	return rushPosition{seats: engine.Seat(len(seats))}, nil
}

func (r rushRules) Apply(p *rushPosition, m engine.Move) error {
	seat := m.Seat
	if m.Verb == engine.Skip {
		seat = engine.Seat(m.Args[0])
	}
	if seat != engine.Chance && !r.Turn(p).Has(seat) {
		return engine.Refuse(engine.RefusedTurn, "")
	}
	p.moves++
	switch {
	case seat == engine.Chance:
		p.stuck = ^engine.SeatSet(0)
	case m.Verb != 1:
		p.stuck |= engine.Seats(seat)
	}
	if p.rounds < 2 && r.Turn(p) == 0 {
		p.stuck, p.began, p.rounds = 0, p.moves, p.rounds+1
	}
	return nil
}

func (r rushRules) Legal(p *rushPosition, seat engine.Seat, dst []engine.Move) []engine.Move {
	if r.Turn(p).Has(seat) {
		dst = append(dst, engine.Move{Seat: seat, Verb: 1}, engine.Move{Seat: seat, Verb: 2})
	}
	return dst
}

func (rushRules) Turn(p *rushPosition) engine.SeatSet {
	if p.rounds == 2 {
		return 0
	}
	var turn engine.SeatSet
	for seat := engine.Seat(1); seat <= p.seats; seat++ {
		turn |= engine.Seats(seat) &^ p.stuck
	}
	return turn
}

func (r rushRules) Pace(p *rushPosition) engine.Pace {
	return engine.Pace{Live: true, Since: p.began, Clock: r.clock, TimeUp: engine.Move{Verb: 3}}
}

func (rushRules) View(*rushPosition, engine.Seat) engine.View { return nil }

func (rushRules) Ending(*rushPosition) engine.Ending { return engine.Ending{} }

func (rushRules) Scores(p *rushPosition) []engine.Score { return make([]engine.Score, p.seats) }

func (rushRules) Unaffected(*rushPosition, *rushPosition, engine.Seat) bool { return true }
