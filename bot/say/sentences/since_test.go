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
)

// TestSinceTellsTheMovesOfOthersAfterTheLastStepOfASeat looks at every position of random games.
func TestSinceTellsTheMovesOfOthersAfterTheLastStepOfASeat(t *testing.T) {
	for _, g := range games.All {
		p := playtest.Play(t, g, nil, g.Info().MaxSeats)
		w := text.For("en")
		told := 0
		for n := 0; n < len(p.Moves); n += 7 {
			at := p.At(t, n)
			for i := range at.Players {
				seat := engine.Seat(i + 1)
				lines, err := sentences.LinesSince(w, at, seat)
				require.NoError(t, err)
				since, err := sentences.NewSince(at, seat)
				require.NoError(t, err)
				if since.Empty() {
					require.Empty(t, lines)
					continue
				}
				said := since.Text(w, false)
				require.LessOrEqual(t, len([]rune(said)), 1600, said)
				if len(lines) == 0 {
					continue
				}
				told++
				newest := lines[len(lines)-1]
				require.True(t, strings.Contains(said, newest) || strings.Contains(said, nameless(newest)), said)
				if moves := len(lines); moves < 4 {
					require.NotContains(t, said, "before", said)
				}
			}
		}
		require.Greater(t, told, 10, g.Info().ID)
	}
}

// nameless returns a line without its first word, the name of the player.
func nameless(line string) string {
	_, rest, _ := strings.Cut(line, " ")
	return rest
}

func TestSinceIsEmptyAfterAStepAndSaysSoFarBeforeTheFirst(t *testing.T) {
	w := text.For("en")
	p := playtest.Play(t, games.All[0], nil, 2)
	start, err := sentences.NewSince(p.At(t, 0), 1)
	require.NoError(t, err)
	require.True(t, start.Empty(), "nothing has happened before the first move")
	at := p.At(t, 1)
	mover := p.Moves[0].Seat
	own, err := sentences.NewSince(at, mover)
	require.NoError(t, err)
	require.True(t, own.Empty(), "the player has just moved")
	other, err := sentences.NewSince(at, 3-mover)
	require.NoError(t, err)
	require.Equal(t, "**So far in this game**\n- Ana: removed a clay tile", other.Text(w, false))
	at.Moves[0].Auto = true
	byChance, err := sentences.NewSince(at, 3-mover)
	require.NoError(t, err)
	require.Contains(t, byChance.Text(w, true), "(To choose the tiles yourselves, ")
	require.NotContains(t, byChance.Text(w, false), "(", "once players know the game it explains nothing")
	n := 1
	for p.Moves[n].Seat == mover {
		n++
	}
	for p.Moves[n].Seat != mover {
		n++
	}
	later, err := sentences.NewSince(p.At(t, n), mover)
	require.NoError(t, err)
	require.Contains(t, later.Text(w, false), "**Since your last turn**\n- ")
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
	since, err := sentences.NewSince(at, 5)
	require.NoError(t, err)
	said := since.Text(w, false)
	require.Regexp(t, `\n- … and \d+ more turns before that\n`, said)
	require.LessOrEqual(t, strings.Count(said, "\n- "), 7)
}
