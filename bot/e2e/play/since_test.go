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

// TestPanelOpensWithWhatHappenedSinceThePlayersLastTurn reads the panel, looks at its
// pictures one by one, and goes back to it.
func TestPanelOpensWithWhatHappenedSinceThePlayersLastTurn(t *testing.T) {
	t.Parallel()
	locale := harness.LocaleOf(t)
	env := harness.New(t, harness.Options{Seed: 391, Locale: locale})
	people := env.NewPlayers(locale, 2)
	ch := env.Guild.AddChannel("babel")
	env.At(ch).Open(localdiscord.Args{"game": "babel"}, people)
	first := harness.PlayerOf(people, env.At(ch).Awaited())
	show := first.T("bot.button.since")
	env.Settle()
	require.Nil(t, harness.Button(first.MustOpenPanel(ch), show), "the first turn has nothing before it")

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
	since, err := sentences.NewSince(now, seat)
	require.NoError(t, err)
	panel := first.MustOpenPanel(ch)
	require.True(t, strings.HasPrefix(panel.Content, env.Mentioning(since.Text(first.Words))+"\n"), panel.Content)
	env.CheckPictures(panel)

	h, err := sentences.NewHistory(now)
	require.NoError(t, err)
	from, to := since.Turns()
	shown := first.MustClick(panel, show)
	for turn := from; turn <= to; turn++ {
		require.Equal(t, panel.ID, shown.ID, "the panel is changed in place")
		require.True(t, shown.Ephemeral(), "nobody else sees turn %d", turn)
		said := first.T("bot.since.still", "Turn", turn, "Number", turn-from+1, "Count", to-from+1)
		require.Contains(t, shown.Content, said)
		for _, line := range h.Lines(first.Words, turn) {
			require.Contains(t, shown.Content, line)
		}
		require.Len(t, shown.Attachments, 1)
		require.Contains(t, shown.Attachments[0].Description, said)
		env.CheckPictures(shown)
		require.Equal(t, turn == from, harness.Button(shown, first.T("bot.button.previous")).Disabled)
		last := harness.Button(shown, first.T("bot.button.next")).Disabled
		require.Equal(t, turn == to, last)
		if !last {
			shown = first.MustClick(shown, first.T("bot.button.next"))
		}
	}
	again := first.MustClick(shown, first.T("bot.button.back"))
	require.Equal(t, panel.ID, again.ID)
	require.Equal(t, panel.Content, again.Content)

	require.Nil(t, harness.Button(ch.Last(), show), "nobody else is offered the pictures")
	env.CheckClean()
}
