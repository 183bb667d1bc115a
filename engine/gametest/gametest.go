// Package gametest holds a game to the contract of package engine, at every
// state of random play. A game's own tests call [Run], and have two fuzz
// targets with [FuzzParseMove] and [FuzzRecord]; they are left with what only
// they can know: the rules.
//
// It is not a judge of strength or of sense: a game that is consistently wrong
// passes.
package gametest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"amytis/engine"

	"pgregory.net/rapid"
)

// Hooks are what the suite cannot find out by itself. The zero value is for a
// game that hides nothing.
type Hooks struct {
	// Games to play for each number of seats with each set of options, 2 if
	// zero, always 1 with -short.
	Games int

	// Every says which states of them are looked at: every one, or every n-th
	// and the last of games with thousands of legal moves. 1 if zero.
	Every int

	// Permute gives a history that looks the same to seat (0 is a spectator),
	// with what is hidden from it dealt differently. Only the setup and the
	// moves may differ. Nil if the game hides nothing.
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

// Run holds g to the contract: the description itself, the errors of options,
// seats and setups, every state of random games, their records, and arbitrary
// moves at arbitrary states.
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

// game is a game that the suite plays.
type game struct {
	engine.Game
	hooks   Hooks
	r       *rand.Rand
	options engine.Options
	seats   []engine.SeatInfo
	setup   json.RawMessage
	moves   []engine.Move
	// states[i] is the one before moves[i].
	states []engine.State
}

// start deals a game; everything in it follows from the table and the seed.
func start(g engine.Game, hooks Hooks, table table, seed uint64) (*game, error) {
	p := &game{Game: g, hooks: hooks, r: rand.New(rand.NewPCG(seed, 1)), options: table.options, seats: table.seatInfos()}
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

// maxMoves is more than any game takes.
const maxMoves = engine.MaxRecordMoves

// playOut plays a random game and checks every state of it, then the game as a
// whole.
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

// last tells the move that led to the state.
func (p *game) last() string {
	if len(p.moves) == 0 {
		return ""
	}
	return fmt.Sprintf(" (%s)", p.text(p.moves[len(p.moves)-1]))
}

func (p *game) text(m engine.Move) string { return string(p.AppendMove(nil, m)) }

// step plays a sound move of a seat in turn: any of them, or any of a verb, so
// that rare verbs get their share. Now and then the clock is quicker.
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

// pick is a move that can be played: of chance where one is awaited.
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

// slowRound is about how many moves are made before the time is up.
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
