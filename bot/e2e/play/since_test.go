package play_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/say/sentences"
	"amytis/engine"
)

// TestPanelOpensWithWhatHappenedSinceThePlayersLastTurn reads the panel.
func TestPanelOpensWithWhatHappenedSinceThePlayersLastTurn(t *testing.T) {
	env := harness.New(t, harness.Options{Seed: 391, Locale: harness.LocaleOf(t)})
	people := env.NewPlayers(2)
	ch := env.Guild.AddChannel("babel")
	env.At(ch).Open(localdiscord.Args{"game": "babel"}, people)
	first := harness.PlayerOf(people, env.At(ch).Awaited())

	moved := false
	for seed := uint64(0); ; seed++ {
		require.NoError(t, env.At(ch).PlayRandomMoves(people, 391+seed, 1))
		now := env.At(ch).Now()
		last := now.Moves[len(now.Moves)-1].Move.Seat
		seat := now.Seat(first.UserID())
		moved = moved || last == seat
		if moved && last != seat && now.Turn() == engine.Seats(seat) {
			break
		}
	}
	env.Settle()
	now := env.At(ch).Now()
	seat := now.Seat(first.UserID())
	now = sentences.ReadBy(now, seat)
	since, err := sentences.SinceText(first.Words, now, seat, true)
	require.NoError(t, err)
	panel := first.MustOpenPanel(ch)
	require.True(t, strings.HasPrefix(panel.Content, env.Mentioning(since)+"\n"), panel.Content)
	env.CheckPictures(panel)
}
