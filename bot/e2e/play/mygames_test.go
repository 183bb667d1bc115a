package play_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/engine"
)

// playUntilTurnOf makes moves until the table waits for one player only.
func playUntilTurnOf(
	env *harness.Env, ch *localdiscord.Channel, people []*harness.Player, turn *harness.Player, seed uint64,
) {
	env.Helper()
	for {
		t := env.At(ch).Now()
		if t.Turn() == engine.Seats(t.Seat(turn.UserID())) && len(t.Moves) > 0 {
			return
		}
		require.NoError(env, env.At(ch).PlayRandomMoves(people, seed+uint64(t.Version), 1))
	}
}

func TestMyGamesListTheLongestWaitingFirst(t *testing.T) {
	env := harness.New(t, harness.Options{Locale: harness.LocaleOf(t), Seed: 140})
	people := env.NewPlayers(2)
	ana, bo := people[0], people[1]
	require.Equal(t, ana.T("bot.mine.none"),
		ana.MustCommand(env.Guild.AddChannel("hall"), "game mine", nil).Content)
	var channels []*localdiscord.Channel
	for _, name := range []string{"bos", "second", "first"} {
		ch := env.Guild.AddChannel(name)
		env.At(ch).Open(nil, people)
		channels = append(channels, ch)
	}
	thread := env.At(channels[0]).NewThread(ana, localdiscord.Args{"game": "babel"})
	playUntilTurnOf(env, channels[0], people, bo, 141)
	playUntilTurnOf(env, channels[2], people, ana, 142)
	playUntilTurnOf(env, channels[1], people, ana, 143)
	env.Settle()

	m := ana.MustCommand(channels[0], "game mine", nil)
	require.True(t, m.Ephemeral(), "only Ana sees her games")
	var want []string
	line := func(ch *localdiscord.Channel, key string, args ...any) {
		link := fmt.Sprintf("https://discord.com/channels/%s/%s/%s", env.Guild.ID, ch.ID, ch.Last().ID)
		want = append(want, "• "+ana.T(key, append(args, "Since", "(then)")...)+" · "+link)
	}
	line(channels[2], "bot.mine.yours", "Game", ana.T("gardens.name"))
	line(channels[1], "bot.mine.yours", "Game", ana.T("gardens.name"))
	line(channels[0], "bot.mine.theirs", "Game", ana.T("gardens.name"), "Players", "Bo")
	line(thread, "bot.mine.lobby", "Game", ana.T("babel.name"), "Joined", 1, "Max", 2)
	lines := strings.Split(harness.Countdown.ReplaceAllString(m.Content, "(then)"), "\n")
	require.Equal(t, ana.T("bot.mine.title"), lines[0])
	require.Equal(t, want, lines[1:])

	require.Equal(t, 3, strings.Count(bo.MustCommand(channels[0], "game mine", nil).Content, "• "))
	env.At(channels[2]).Resign(bo)
	require.Equal(t, 3, strings.Count(ana.MustCommand(channels[0], "game mine", nil).Content, "• "),
		"ended games are not listed")
}
