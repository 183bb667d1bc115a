// Package gametest checks that a game keeps the contract of package engine, at every state of
// random games. A game's tests call [Run], and have two fuzz targets that call [FuzzParseMove] and
// [FuzzRecord]. What is left for them to test is the game's rules.
//
// The suite does not know what a game should be like: a game with consistent but wrong rules
// passes. The file tictactoe_test.go is a complete small game that passes.
package gametest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"amytis/engine"
)

// Hooks tell the suite what it cannot find out from the game. The zero value is for a game that
// hides nothing.
type Hooks struct {
	// Games is the number of games to play for each number of seats with each set of options; 0
	// stands for 2. With -short it is always 1.
	Games int

	// Every is the distance between the states that are checked; the last state always is. 0 stands
	// for 1. A larger number is for games with thousands of legal moves.
	Every int

	// Permute returns the setup and the moves of a game that looks the same to seat but differs in
	// what is hidden from it. Seat 0 is a spectator. It is nil if the game hides nothing.
	Permute func(h History, seat engine.Seat, r *rand.Rand) (setup json.RawMessage, moves []engine.Move)
}

// History is a game so far.
type History struct {
	Options engine.Options
	Seats   []engine.SeatInfo
	Setup   json.RawMessage
	Moves   []engine.Move
	// State is the position after Moves.
	State engine.State
}

// Run tests that g keeps the contract. It tests its Info, the errors of options, seats and setups,
// the states of random games, their records, and arbitrary moves at arbitrary states.
func Run(t *testing.T, g engine.Game, hooks Hooks) {
	t.Run("info", func(t *testing.T) { report(t, checkInfo(g.Info())) })
	t.Run("value", func(t *testing.T) { report(t, checkValue(g)) })
	t.Run("start", func(t *testing.T) { report(t, checkStart(g)) })
	games := uint64(max(hooks.Games, 2))
	if testing.Short() {
		games = 1
	}
	for _, table := range tables(g.Info()) {
		t.Run(table.String(), func(t *testing.T) {
			for seed := range games {
				if err := playOut(g, hooks, table, seed); err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
			}
		})
	}
	t.Run("arbitrary moves", func(t *testing.T) { rapid.Check(t, func(rt *rapid.T) { arbitraryMove(rt, g) }) })
}

func report(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Error(err)
	}
}

// game is a random game and the states that it went through.
type game struct {
	engine.Game
	hooks   Hooks
	r       *rand.Rand
	options engine.Options
	seats   []engine.SeatInfo
	setup   json.RawMessage
	moves   []engine.Move
	// states[i] is the state before moves[i].
	states []engine.State
}

// start deals a game. It is the same each time for the same table and seed.
func start(g engine.Game, hooks Hooks, table table, seed uint64) (*game, error) {
	p := &game{
		Game:    g,
		hooks:   hooks,
		r:       rand.New(rand.NewPCG(seed, 1)),
		options: table.options,
		seats:   table.seatInfos(),
	}
	p.setup = g.Deal(p.options, p.seats, p.r)
	s, err := g.Start(p.options, p.seats, p.setup)
	if err != nil {
		return nil, fmt.Errorf("method Start refuses what Deal dealt: %w", err)
	}
	p.states = []engine.State{s}
	return p, nil
}

func (p *game) state() engine.State { return p.states[len(p.states)-1] }

func (p *game) history() History {
	return History{p.options, p.seats, p.setup, p.moves, p.state()}
}

// maxMoves is the number of moves after which a game that is not over fails.
const maxMoves = engine.MaxRecordMoves

// playOut plays a random game and checks its states, then the game as a whole.
func playOut(g engine.Game, hooks Hooks, table table, seed uint64) error {
	p, err := start(g, hooks, table, seed)
	if err != nil {
		return err
	}
	byVerb := seed%2 == 1
	for {
		over := p.state().Turn() == 0
		if over || len(p.moves)%max(hooks.Every, 1) == 0 {
			if err := p.checkState(); err != nil {
				return fmt.Errorf("after %d moves%s: %w", len(p.moves), p.last(), err)
			}
		}
		if over {
			break
		}
		if len(p.moves) == maxMoves {
			return fmt.Errorf("not over after %d moves", maxMoves)
		}
		if err := p.step(byVerb); err != nil {
			return err
		}
	}
	return p.checkGame()
}

// last returns the move that led to the present state, in brackets.
func (p *game) last() string {
	if len(p.moves) == 0 {
		return ""
	}
	return fmt.Sprintf(" (%s)", p.text(p.moves[len(p.moves)-1]))
}

func (p *game) text(m engine.Move) string { return string(p.AppendMove(nil, m)) }

// step plays a move; see pick.
func (p *game) step(byVerb bool) error {
	s := p.state()
	m := p.pick(s, byVerb)
	next, err := s.Apply(m)
	if err != nil {
		return fmt.Errorf("after %d moves: legal move %s refused: %w", len(p.moves), p.text(m), err)
	}
	p.moves = append(p.moves, m)
	p.states = append(p.states, next)
	return nil
}

// pick returns the move of chance if one is due, else a random sound move of a random seat in turn.
// Now and then it returns the clock's move. With byVerb, each verb is equally likely, so that rare
// ones are played as well.
func (p *game) pick(s engine.State, byVerb bool) engine.Move {
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

// slowRound is about the number of moves before the time is up.
const slowRound = 60

func pickByVerb(legal []engine.Move, r *rand.Rand) engine.Move {
	byVerb := map[engine.Verb][]engine.Move{}
	var verbs []engine.Verb
	for _, m := range legal {
		if byVerb[m.Verb] == nil {
			verbs = append(verbs, m.Verb)
		}
		byVerb[m.Verb] = append(byVerb[m.Verb], m)
	}
	of := byVerb[verbs[r.IntN(len(verbs))]]
	return of[r.IntN(len(of))]
}
