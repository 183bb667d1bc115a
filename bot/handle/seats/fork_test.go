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
			given, turn, err := beginning(ended, p.Moves[:n])
			require.NoError(t, err)
			require.Equal(t, p.Moves[:len(given)], given)
			s := p.At(t, len(given)).State
			require.Equal(t, s.Turn(), turn)
			require.True(t, len(given) == 0 || engine.MayBegin(s), "no game may begin after move %d", len(given))
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
	p := playtest.Play(t, gameCalled(t, "babel"), nil, 2)
	_, _, err := beginning(p.At(t, len(p.Moves)), p.Moves[1:])
	require.Error(t, err)
}
