package sentences_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	_ "amytis/bot/play/games/tictactoe" // a game that only tests have
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// TestGivenMovesAreNeverToldAsThoseOfThePlayers looks at many positions of a random game of each
// kind in which another game begins.
func TestGivenMovesAreNeverToldAsThoseOfThePlayers(t *testing.T) {
	w := text.For("en")
	for _, g := range games.All {
		p := playtest.Play(t, g, nil, g.Info().MaxSeats)
		forks := 0
		for n := 0; n < len(p.Moves); n += min(9, 1+len(p.Moves)/20) {
			at := p.At(t, n)
			if n > 0 && !engine.MayBegin(at.State) {
				continue
			}
			forks++
			f := p.Fork(t, n)
			last := len(f.Events) - 1
			lobby, err := table.Load(games.Rules, f.Events[:last])
			require.NoError(t, err)
			require.Contains(t, sentences.ForkLobby(w, lobby), "The same start as the game of <t:0:D>")
			news, start, err := sentences.Tell(w, lobby, f.Events[last:])
			require.NoError(t, err)
			require.Len(t, news.Lines, 2, "one line for all given moves")
			require.Zero(t, news.Seat)
			was, err := sentences.NewHistory(p.At(t, min(n+1, len(p.Moves))))
			require.NoError(t, err)
			from := was.When(w, was.TurnOf(n+1))
			if g.Info().VerbInfo(p.Moves[n].Verb).SetUp {
				from = "turn 1" // a set-up that is given is no turn
			}
			require.Contains(t, news.Lines[0], "from "+from+" of the game of")

			for i := range start.Players {
				lines, err := sentences.Since(w, start, engine.Seat(i+1), false)
				require.NoError(t, err)
				require.Empty(t, lines, "seat %d has missed nothing", i+1)
			}
			line, err := sentences.LastMove(w, start)
			require.NoError(t, err)
			require.Empty(t, line)

			later := f.At(t, min(3, len(f.Moves)))
			h, err := sentences.NewHistory(later)
			require.NoError(t, err)
			names := sentences.AllNames(w, later)
			for turn := 1; turn <= h.Last(); turn++ {
				told := strings.Join(h.Lines(w, turn), " ")
				named := slices.ContainsFunc(names, func(name string) bool { return strings.Contains(told, name) })
				require.Equal(t, turn <= h.Given(), h.Before(w, turn) != "")
				if turn <= h.Given() {
					require.False(t, named, "%s: turn %d of the fork after %d: %s", g.Info().ID, turn, n, told)
				}
			}
		}
		require.Greater(t, forks, 5, g.Info().ID)
	}
}
