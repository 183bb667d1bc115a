package gametest

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/stretchr/testify/require"

	"amytis/engine"
)

// game is a random game and its states. As the test that fails, it says after which move.
type game struct {
	require.TestingT
	engine.Game
	hooks    Hooks
	r        *rand.Rand
	options  engine.Options
	seats    []engine.SeatInfo
	setup    json.RawMessage
	moves    []engine.Move
	reached  map[engine.Verb]int // how often checkReach has run
	permuted bool                // the hook Permute has changed something
	states   []engine.State      // states[i] is the state before moves[i]
}

// start deals a game. It is the same each time for the same table and seed.
func start(t require.TestingT, g engine.Game, hooks Hooks, table table, seed uint64) *game {
	p := &game{
		TestingT: t, Game: g, hooks: hooks, r: rand.New(rand.NewPCG(seed, 1)),
		options: table.options, seats: table.seatInfos(), reached: map[engine.Verb]int{},
	}
	p.setup = g.Deal(p.options, p.seats, p.r)
	s, err := g.Start(p.options, p.seats, p.setup)
	require.NoError(t, err, "method Start refuses what Deal dealt")
	p.states = []engine.State{s}
	return p
}

func (p *game) Errorf(format string, args ...any) {
	last := ""
	if len(p.moves) > 0 {
		last = fmt.Sprintf(" (%s)", p.text(p.moves[len(p.moves)-1]))
	}
	p.TestingT.Errorf("after %d moves%s: %s", len(p.moves), last, fmt.Sprintf(format, args...))
}

func (p *game) state() engine.State { return p.states[len(p.states)-1] }

func (p *game) history() History { return History{p.options, p.seats, p.setup, p.moves, p.state()} }

// inTurn returns the seats of players in turn.
func (p *game) inTurn() []engine.Seat {
	return (p.state().Turn() &^ engine.Seats(engine.Chance)).Slice()
}

// viewers returns a spectator and all seats.
func (p *game) viewers() []engine.Seat { return engine.SeatSet(1<<(len(p.seats)+1) - 1).Slice() }

// moveText is a move that is written only if a check fails.
type moveText struct {
	g engine.Game
	m engine.Move
}

func (m moveText) String() string { return string(m.g.AppendMove(nil, m.m)) }

func (p *game) text(m engine.Move) moveText { return moveText{p.Game, m} }

func (p *game) record(n int) []byte {
	data, err := appendRecord(p.Game, History{p.options, p.seats, p.setup, p.moves[:n], p.states[n]})
	require.NoError(p, err)
	return data
}

func (p *game) parsed(n int) *engine.Record {
	r, err := engine.ParseRecord(p.record(n))
	require.NoError(p, err)
	return r
}

func appendRecord(g engine.Game, h History) ([]byte, error) {
	r, err := engine.NewRecord(g, h.Options, h.Seats, h.Setup, h.Moves, h.State)
	if err != nil {
		return nil, err
	}
	return r.Append(nil)
}

// step plays a move; see pick.
func (p *game) step(byVerb bool) {
	s := p.state()
	m := p.pick(s, byVerb)
	next, err := s.Apply(m)
	require.NoError(p, err, "legal move %s refused", p.text(m))
	p.moves = append(p.moves, m)
	p.states = append(p.states, next)
}

// pick returns the move of chance if the game waits for one, else a random sound move of a random
// seat, now and then the clock's. With byVerb, each verb is equally likely.
func (p *game) pick(s engine.State, byVerb bool) engine.Move {
	const slowRound = 60 // about the moves before the time is up
	if s.Turn().Has(engine.Chance) {
		return s.Chance(p.r)
	}
	if pace := s.Pace(); pace.Clock > 0 && p.r.IntN(slowRound) == 0 {
		return pace.TimeUp
	}
	turn := s.Turn().Slice()
	sound := s.Sound(turn[p.r.IntN(len(turn))], nil)
	if byVerb {
		return pickByVerb(sound, p.r)
	}
	return sound[p.r.IntN(len(sound))]
}

func pickByVerb(legal []engine.Move, r *rand.Rand) engine.Move {
	verbs, moves := groupByVerb(legal)
	of := moves[verbs[r.IntN(len(verbs))]]
	return of[r.IntN(len(of))]
}

// groupByVerb returns the verbs of some moves, by the first move of each, and the moves by verb.
func groupByVerb(all []engine.Move) (verbs []engine.Verb, moves map[engine.Verb][]engine.Move) {
	moves = map[engine.Verb][]engine.Move{}
	for _, m := range all {
		if moves[m.Verb] == nil {
			verbs = append(verbs, m.Verb)
		}
		moves[m.Verb] = append(moves[m.Verb], m)
	}
	return verbs, moves
}

// table is a number of seats and a set of options.
type table struct {
	seats   int
	options engine.Options
}

func (t table) String() string {
	return strings.ReplaceAll(fmt.Sprintf("%d seats %v", t.seats, t.options), " ", ",")
}

func (t table) seatInfos() []engine.SeatInfo {
	seats := make([]engine.SeatInfo, t.seats)
	for i := range seats {
		seats[i].Name = "player " + strconv.Itoa(i+1)
	}
	return seats
}

// tables returns every number of seats with every set of options that may go together. Of an
// OptionInt it takes the default and the bounds.
func tables(in *engine.Info) []table {
	sets := []engine.Options{{}}
	for i := range in.Options {
		opt := &in.Options[i]
		var next []engine.Options
		for _, set := range sets {
			for _, value := range values(opt) {
				with := maps.Clone(set)
				with[opt.Name] = value
				if in.Misplaced(with) == nil {
					next = append(next, with)
				}
			}
		}
		sets = next
	}
	var all []table
	for seats := in.MinSeats; seats <= in.MaxSeats; seats++ {
		for _, set := range sets {
			all = append(all, table{seats, set})
		}
	}
	return all
}

func values(opt *engine.OptionInfo) []string {
	switch opt.Kind {
	case engine.OptionBool:
		return []string{"false", "true"}
	case engine.OptionInt:
		all := []string{opt.Default}
		for _, n := range [...]int{opt.Min, opt.Max} {
			if text := strconv.Itoa(n); text != opt.Default {
				all = append(all, text)
			}
		}
		return all
	}
	return opt.Values
}
