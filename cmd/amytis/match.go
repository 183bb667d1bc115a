package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"amytis/engine"
	"amytis/engine/ai"
)

// match is a game between computer players.
type match struct {
	game    engine.Game
	options engine.Options
	seats   []engine.SeatInfo
	// These have an element for each seat.
	levels  []ai.Level
	players []*ai.Player    // reused from game to game, with their scratch positions
	rivals  []*rival        // choose in place of the players, unless nil
	spent   []time.Duration // CPU time
	turns   []int           // or steps in a live game

	setup []byte
	moves []engine.Move
	state engine.State
}

// newMatch returns a match for any number of games.
func newMatch(g engine.Game, opts engine.Options, seats []engine.SeatInfo) *match {
	n := len(seats)
	m := &match{game: g, options: opts, seats: seats, levels: make([]ai.Level, n), rivals: make([]*rival, n)}
	for range seats {
		m.players = append(m.players, ai.NewPlayer(g))
	}
	return m
}

// play plays a game to its end. The seed deals, and chance shuffles, independently of the levels.
func (m *match) play(ctx context.Context, seed uint64) error {
	chance, choice := rand.New(rand.NewPCG(seed, seed)), rand.New(rand.NewPCG(seed, 2))
	m.setup = m.game.Deal(m.options, m.seats, chance)
	m.moves = m.moves[:0]
	m.spent, m.turns = make([]time.Duration, len(m.seats)), make([]int, len(m.seats))
	var err error
	if m.state, err = m.game.Start(m.options, m.seats, m.setup); err != nil {
		return err
	}
	last := engine.Chance
	for m.state.Turn() != 0 {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case len(m.moves) >= engine.MaxRecordMoves:
			return fmt.Errorf("the game is not over after %d moves", len(m.moves))
		case m.state.Turn().Has(engine.Chance):
			if err := m.apply(m.state.Chance(chance)); err != nil {
				return err
			}
			continue
		}
		last = seatAfter(last, m.state.Turn())
		if err := m.turn(ctx, last, choice.Uint64()); err != nil {
			return err
		}
	}
	return nil
}

func (m *match) playout(seed uint64) (err error) {
	r := rand.New(rand.NewPCG(seed, seed))
	m.setup = m.game.Deal(m.options, m.seats, r)
	m.moves, m.state, err = m.game.Playout(m.options, m.seats, m.setup, r)
	return err
}

// turn lets a seat think and plays what it chooses.
func (m *match) turn(ctx context.Context, seat engine.Seat, seed uint64) error {
	moves, spent, err := m.choose(ctx, seat, seed)
	if err != nil {
		return err
	}
	m.spent[seat-1] += spent
	for _, move := range moves {
		live := m.state.Pace().Live
		if err := m.apply(move); err != nil {
			return fmt.Errorf("level %d: %w", m.levels[seat-1], err)
		}
		if live || m.game.Info().VerbInfo(move.Verb).Ends {
			m.turns[seat-1]++
		}
	}
	return nil
}

// choose returns the next steps of a seat, and the CPU time that choosing took.
func (m *match) choose(ctx context.Context, seat engine.Seat, seed uint64) ([]engine.Move, time.Duration, error) {
	if r := m.rivals[seat-1]; r != nil {
		return r.choose(m, seat, seed)
	}
	began := processorTime()
	stop := func() bool { return ctx.Err() != nil }
	moves := m.players[seat-1].Choose(m.state, seat, m.levels[seat-1], seed, stop)
	return moves, processorTime() - began, nil
}

func (m *match) apply(move engine.Move) error {
	next, err := m.state.Apply(move)
	if err != nil {
		return fmt.Errorf("move %d %q: %w", len(m.moves)+1, m.game.AppendMove(nil, move), err)
	}
	m.state = next
	m.moves = append(m.moves, move)
	return nil
}

// seatAfter returns the first seat of a set after a seat, going round.
func seatAfter(seat engine.Seat, of engine.SeatSet) engine.Seat {
	for {
		seat = seat%engine.MaxSeats + 1
		if of.Has(seat) {
			return seat
		}
	}
}
