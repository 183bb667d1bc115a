package sentences_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// TestSinceTellsTheMovesOfOthersAfterTheLastStepOfASeat looks at every position of random games.
func TestSinceTellsTheMovesOfOthersAfterTheLastStepOfASeat(t *testing.T) {
	for _, g := range games.All {
		p := playtest.Play(t, g, nil, g.Info().MaxSeats)
		w := text.For("en")
		told := 0
		for n := 0; n < len(p.Moves); n += min(7, 1+len(p.Moves)/20) {
			at := p.At(t, n)
			for i := range at.Players {
				seat := engine.Seat(i + 1)
				lines, err := sentences.Since(w, at, seat, false)
				require.NoError(t, err)
				said, err := sentences.SinceText(w, at, seat, false)
				require.NoError(t, err)
				if len(lines) == 0 {
					require.Empty(t, said)
					continue
				}
				require.LessOrEqual(t, len([]rune(said)), 1600, said)
				told++
				require.Contains(t, said, lines[len(lines)-1])
				if moves := len(lines); moves < 4 {
					require.NotContains(t, said, "before", said)
				}
			}
		}
		require.Greater(t, told, min(10, len(p.Moves)/3), g.Info().ID)
	}
}

func TestSinceIsEmptyAfterAStepAndSaysSoFarBeforeTheFirst(t *testing.T) {
	w := text.For("en")
	p := playtest.Play(t, games.All[0], nil, 2)
	since := func(at *table.Table, seat engine.Seat, isNew bool) string {
		said, err := sentences.SinceText(w, at, seat, isNew)
		require.NoError(t, err)
		return said
	}
	require.Empty(t, since(p.At(t, 0), 1, false), "nothing has happened before the first move")
	at := p.At(t, 1)
	mover := p.Moves[0].Seat
	require.Empty(t, since(at, mover, false), "the player has just moved")
	require.Equal(t, "**So far in this game**\n- Ana: removed a clay tile", since(at, 3-mover, false))
	at.Moves[0].Auto = true
	require.Contains(t, since(at, 3-mover, true), "(To choose the tiles yourselves, ")
	require.NotContains(t, since(at, 3-mover, false), "(", "once players know the game it explains nothing")
	n := 1
	for p.Moves[n].Seat == mover {
		n++
	}
	for p.Moves[n].Seat != mover {
		n++
	}
	require.Contains(t, since(p.At(t, n), mover, false), "**Since your last turn**\n- ")
}

func TestSinceLeavesOutTheFirstOfManyTurnsAndSaysHowMany(t *testing.T) {
	w := text.For("en")
	p := playtest.Play(t, games.All[0], nil, 4)
	n := 0
	for seen := 0; seen < 9 || p.Moves[n].Seat == 0; n++ { // no move of seat 5 ever comes
		if n == 0 || p.Moves[n].Seat != p.Moves[n-1].Seat {
			seen++
		}
	}
	at := p.At(t, n)
	at.Moves = at.Moves[:n:n]
	for i := range at.Moves {
		require.NotEqual(t, engine.Seat(5), at.Moves[i].Move.Seat)
	}
	said, err := sentences.SinceText(w, at, 5, false)
	require.NoError(t, err)
	require.Regexp(t, `\n- … and \d+ more turns before that\n`, said)
	require.LessOrEqual(t, strings.Count(said, "\n- "), 7)
}
