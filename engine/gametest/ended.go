package gametest

import (
	"errors"
	"math/rand/v2"
	"slices"

	"github.com/stretchr/testify/require"

	"amytis/engine"
)

func checkEndedGame(p *game) {
	for _, m := range p.moves {
		require.Equal(p, engine.RefusedOver, refusal(p.state(), m), "%s after the end", p.text(m))
	}
	checkConcurrentUse(p)
	checkReplay(p)
	checkPlayout(p)
	checkRecord(p)
	checkTamperedRecord(p)
	checkRunningRecord(p)
}

// checkConcurrentUse uses a state in several goroutines. The race detector finds shared writes.
func checkConcurrentUse(p *game) {
	s := p.states[p.r.IntN(len(p.moves))]
	if s.Turn().Has(engine.Chance) {
		return
	}
	want := s.Legal(s.Turn().Slice()[0], nil)
	faults := make(chan error)
	const askers = 4
	for range askers {
		go func() { faults <- ask(p, s, want) }()
	}
	for range askers {
		require.NoError(p, <-faults)
	}
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

// checkReplay checks that a replay stops at the first illegal move.
func checkReplay(p *game) {
	bad := p.r.IntN(len(p.moves))
	moves := slices.Clone(p.moves)
	moves[bad] = engine.Move{}
	_, n, err := p.Replay(p.options, p.seats, p.setup, moves)
	require.Equal(p, bad, n, "replay does not stop at the bad move: %v", err)
	judge(p, moves[bad], err)
}

// checkPlayout checks that a seed always gives the same random game, and that it replays.
func checkPlayout(p *game) {
	play := func() ([]engine.Move, engine.State) {
		r := rand.New(rand.NewPCG(5, uint64(len(p.moves))))
		moves, end, err := p.Playout(p.options, p.seats, p.setup, r)
		require.NoError(p, err)
		return moves, end
	}
	moves, end := play()
	require.Zero(p, end.Turn(), "a playout stops before the end")
	again, _ := play()
	require.Equal(p, moves, again, "one seed gives two games")
	s, _, err := p.Replay(p.options, p.seats, p.setup, moves)
	require.NoError(p, err)
	require.True(p, s.Equal(end), "a playout replays to another state")
}
