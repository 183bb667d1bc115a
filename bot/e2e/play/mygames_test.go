package play_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

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
	t.Parallel()
	locale := harness.LocaleOf(t)
	env := harness.New(t, harness.Options{Locale: locale, Seed: 140})
	people := env.NewPlayers(locale, 2)
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
	require.True(t, m.Ephemeral())
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
	env.CheckClean()
}

// TestGameWaitsForEachPlayerSinceTheirTurnBegan has two players who may act. One does so after two
// days; the game still waits for the other since the beginning.
func TestGameWaitsForEachPlayerSinceTheirTurnBegan(t *testing.T) {
	t.Parallel()
	env := harness.New(t, harness.Options{Seed: 144})
	people, ch := env.NewPlayers("en-US", 2), env.Guild.AddChannel("gardens")
	env.At(ch).Open(localdiscord.Args{"build": "together"}, people)
	now := env.At(ch).Now()
	for seed := uint64(0); now.Turn().Len() < 2; seed++ {
		require.NoError(env, env.At(ch).PlayRandomMoves(people, seed, 1))
		now = env.At(ch).Now()
	}
	last := now.Moves[len(now.Moves)-1]
	busy, idle := last.Move.Seat, now.Turn()&^engine.Seats(last.Move.Seat)
	env.Clock.Forward(48 * time.Hour)
	sub, args := harness.CommandOf(now.Game, now.State.Sound(busy, nil)[0])
	m := harness.PlayerOf(people, now.Player(busy).User).MustCommand(ch, "garden "+sub, args)
	require.False(t, harness.PlayerOf(people, now.Player(busy).User).Refused(m), m.Content)

	m = harness.PlayerOf(people, now.Player(idle.Slice()[0]).User).MustCommand(ch, "game mine", nil)
	require.Equal(t, []string{fmt.Sprintf("<t:%d:R>", last.At/1000)}, harness.Countdown.FindAllString(m.Content, -1))
	env.CheckClean()
}

func TestMyGamesAreThoseOfThisServer(t *testing.T) {
	t.Parallel()
	env := harness.New(t, harness.Options{})
	ana := env.NewPlayer("Ana", "en-US")
	elsewhere := env.Discord.AddGuild("Nineveh", "en-US")
	elsewhere.Join(ana.User)
	ana.MustCommand(elsewhere.AddChannel("gardens"), "game new", nil)
	require.Equal(t, ana.T("bot.mine.none"), ana.MustCommand(env.Guild.AddChannel("gardens"), "game mine", nil).Content)
	env.CheckClean()
}

func TestGamesBeyondTheMessageLimitAreCounted(t *testing.T) {
	t.Parallel()
	env := harness.New(t, harness.Options{})
	ana := env.NewPlayer("Ana", "en-US")
	const tables = 30
	ch := env.Guild.AddChannel("gardens")
	for range tables {
		ana.MustCommand(env.Guild.AddChannel("gardens"), "game new", nil)
	}
	m := ana.MustCommand(ch, "game mine", nil)
	shown := strings.Count(m.Content, "• ")
	require.Greater(t, shown, 5)
	require.True(t, strings.HasSuffix(m.Content, ana.T("bot.mine.more", "Count", tables-shown)), m.Content)
	env.CheckClean()
}
