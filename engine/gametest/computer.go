package gametest

import (
	"github.com/stretchr/testify/require"

	"amytis/engine/ai"
)

// thoughtTurns bounds the time that computer players think in the suite.
const thoughtTurns = 12

// checkComputers checks that computer players for all seats in turn choose legal moves, up to the
// first that may reveal something, and the same ones where only what is hidden from them differs.
// From state to state they are of another level.
func checkComputers(p *game) {
	s := p.state()
	for _, seat := range p.inTurn() {
		level := ai.Level((len(p.moves) + int(seat)) % int(ai.Levels+1))
		player := ai.NewPlayer(p.Game)
		chosen := player.Choose(s, seat, level, 5, stopAfter(thoughtTurns))
		require.NotEmpty(p, chosen, "a computer of level %d on seat %d chooses nothing", level, seat)
		after := s
		for i, m := range chosen {
			var err error
			after, err = after.Apply(m)
			require.NoError(p, err, "a computer of level %d chooses %s", level, p.text(m))
			last := p.Info().VerbInfo(m.Verb).Final || s.Pace().Live
			require.True(p, !last || i == len(chosen)-1, "a computer of level %d goes on after %s", level, p.text(m))
		}
		other := s
		if p.hooks.Permute != nil {
			setup, moves := p.hooks.Permute(p.history(), seat, p.r)
			var err error
			other, _, err = p.Replay(p.options, p.seats, setup, moves)
			require.NoError(p, err, "hook Permute gives another history")
		}
		again := player.Choose(other, seat, level, 5, stopAfter(thoughtTurns))
		require.Equal(p, chosen, again, "a computer of level %d on seat %d plays by what is hidden", level, seat)
	}
}

func stopAfter(n int) func() bool {
	return func() bool { n--; return n <= 0 }
}
