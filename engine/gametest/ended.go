package gametest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"amytis/engine"
)

func checkEndedGame(p *game) error {
	return errors.Join(
		checkNoMoveAfterEnd(p),
		checkConcurrentUse(p),
		checkReplay(p),
		checkPlayout(p),
		checkRecord(p),
		checkTamperedRecord(p),
		checkRunningRecord(p),
	)
}

func checkNoMoveAfterEnd(p *game) error {
	for _, m := range p.moves {
		if code := refusal(p.state(), m); code != engine.RefusedOver {
			return fmt.Errorf("%s after the end is refused with %q", p.text(m), code)
		}
	}
	return nil
}

// checkConcurrentUse checks a state by several goroutines at once. The race detector finds shared
// writes.
func checkConcurrentUse(p *game) error {
	s := p.states[p.r.IntN(len(p.moves))]
	if s.Turn().Has(engine.Chance) {
		return nil
	}
	want := s.Legal(s.Turn().Slice()[0], nil)
	faults := make(chan error)
	const askers = 4
	for range askers {
		go func() { faults <- ask(p, s, want) }()
	}
	var all []error
	for range askers {
		all = append(all, <-faults)
	}
	return errors.Join(all...)
}

// ask calls the methods of a state that are called often.
func ask(p *game, s engine.State, want []engine.Move) error {
	legal := s.Legal(want[0].Seat, nil)
	if !slices.Equal(legal, want) {
		return errors.New("method Legal lists other moves to several askers at once")
	}
	s.View(want[0].Seat)
	s.Scores()
	s.Describe(want[0])
	s.Mask(p.setup)
	_, err := s.Apply(want[0])
	return err
}

// checkReplay checks that a replay leads to the same states and stops at the first illegal move.
func checkReplay(p *game) error {
	for _, n := range []int{0, 1, p.r.IntN(len(p.moves)), len(p.moves)} {
		s, played, err := p.Replay(p.options, p.seats, p.setup, p.moves[:n])
		if err != nil || played != n || !s.Equal(p.states[n]) {
			return fmt.Errorf("the first %d moves: %d replayed, or to another state: %w", n, played, err)
		}
	}
	bad := p.r.IntN(len(p.moves))
	moves := slices.Clone(p.moves)
	moves[bad] = engine.Move{}
	_, n, err := p.Replay(p.options, p.seats, p.setup, moves)
	if n != bad || err == nil {
		return fmt.Errorf("replay does not stop at move %d but at %d: %w", bad, n, err)
	}
	_, err = judge(p, moves[bad], err)
	return err
}

// checkPlayout checks that a seed always gives the same random game, and that it replays.
func checkPlayout(p *game) error {
	play := func() ([]engine.Move, engine.State, error) {
		return p.Playout(p.options, p.seats, p.setup, rand.New(rand.NewPCG(5, uint64(len(p.moves)))))
	}
	moves, end, err := play()
	if err != nil {
		return err
	}
	if _, over := end.Result(); !over {
		return errors.New("a playout stops before the end")
	}
	again, _, err := play()
	if err != nil || !slices.Equal(moves, again) {
		return fmt.Errorf("one seed gives two games: %w", err)
	}
	s, _, err := p.Replay(p.options, p.seats, p.setup, moves)
	if err != nil || !s.Equal(end) {
		return fmt.Errorf("a playout replays to another state: %w", err)
	}
	return nil
}
