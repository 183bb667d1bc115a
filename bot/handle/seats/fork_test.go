package seats

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/games/playtest"
	"amytis/engine"
)

func TestAGameBeginsWhereOneCan(t *testing.T) {
	for game, options := range map[string]engine.Options{"babel": nil, "gardens": nil, "towers": {"mode": "quick"}} {
		p := playtest.Play(t, gameCalled(t, game), options, gameCalled(t, game).Info().MinSeats)
		ended := p.At(t, len(p.Moves))
		cut := 0
		for n := range len(p.Moves) + 1 {
			var moves []string
			for _, m := range p.Moves[:n] {
				moves = append(moves, string(p.AppendMove(nil, m)))
			}
			given, turn, resigned, err := beginning(ended, moves)
			require.NoError(t, err)
			require.Equal(t, moves[:len(given)], given)
			s := p.At(t, len(given)).State
			require.Equal(t, s.Turn(), turn)
			require.Zero(t, resigned)
			require.True(t, len(given) == 0 || engine.MayBegin(s))
			if pace := s.Pace(); pace.Live {
				require.Equal(t, pace.Since, len(given), "a round begins")
			} else if n > 0 && engine.MayBegin(p.At(t, n).State) {
				require.Len(t, given, n)
			}
			if len(given) < n {
				cut++
			}
		}
		require.Positive(t, cut, game)
	}
	p := playtest.Play(t, gameCalled(t, "towers"), nil, 3)
	_, _, resigned, err := beginning(p.At(t, len(p.Moves)), []string{"2 resign"})
	require.NoError(t, err)
	require.Equal(t, engine.Seats(2), resigned)
	_, _, _, err = beginning(p.At(t, len(p.Moves)), []string{"2 dance"})
	require.Error(t, err)
}
