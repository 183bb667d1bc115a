package gametest

import (
	"errors"
	"slices"

	"github.com/stretchr/testify/require"

	"amytis/engine"
)

func checkEndedGame(p *game) {
	for _, m := range p.moves {
		require.Equal(p, engine.RefusedOver, refusal(p.state(), m), "%s after the end", p.text(m))
	}
	checkConcurrentUse(p)
	checkRecord(p)
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

// checkRecord checks that the record of the game checks, and that it replays to the same states.
func checkRecord(p *game) {
	r := p.parsed(len(p.moves))
	require.NoError(p, r.Check(p.Game), "the record of the game")
	for _, n := range []int{0, 1, p.r.IntN(len(p.moves)), len(p.moves)} {
		s, err := r.Replay(p.Game, n)
		require.NoError(p, err)
		require.True(p, s.Equal(p.states[n]), "the record replays to another state after %d moves", n)
	}
}

// checkRunningRecord checks that a running game's record has no result, and checks unless masked.
func checkRunningRecord(p *game) {
	n := p.r.IntN(len(p.moves))
	r := p.parsed(n)
	require.Nil(p, r.Result, "the record after %d moves of %d has a result", n, len(p.moves))
	masked := string(p.states[n].Mask(p.setup)) != string(p.setup)
	err := r.Check(p.Game)
	require.Equal(p, masked, err != nil, "the running record is masked: %t, and its check says: %v", masked, err)
	told := p.hooks.Permute != nil || !has(p.Game, "Imagine")
	require.True(p, told, "the game is an engine.Hider, but there is no Permute hook to tell what is hidden")
}
