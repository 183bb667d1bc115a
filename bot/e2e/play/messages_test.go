package play_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/say/sentences"
)

// TestFirstLineOfAPingFitsALockScreen checks what a lock screen shows of the messages that ping:
// the game and the player in turn in at most 100 characters.
func TestFirstLineOfAPingFitsALockScreen(t *testing.T) {
	if testing.Short() {
		t.Skip("it is about texts")
	}
	t.Parallel()
	for i, locale := range harness.Locales {
		env := harness.New(t, harness.Options{Locale: locale, Seed: 30 + uint64(i)})
		people := env.NewPlayers(locale, 3)
		env.Guild.SetNick(people[1].User, strings.Repeat("long ", 6)+"n")
		ch := env.Guild.AddChannel("gardens")
		env.At(ch).Open(nil, people)
		require.NoError(t, env.At(ch).PlayRandomMoves(people, 31, 15))
		env.Settle()
		game, pinged := env.Words.T("gardens.name", nil), 0
		for _, m := range ch.Messages() {
			if len(m.Mentions) == 0 {
				continue
			}
			pinged++
			shown := strings.ReplaceAll(env.Discord.Readable(harness.FirstLine(m.Content)), "**", "")
			require.LessOrEqual(t, len([]rune(shown)), 100+1, shown)
			require.True(t, strings.HasPrefix(shown, game+" · "), shown)
			require.Contains(t, shown, "@", "the player in turn")
		}
		require.Greater(t, pinged, 3)
		env.CheckClean()
	}
}

func TestEndingRanksThePlayersWithTheirRatings(t *testing.T) {
	t.Parallel()
	locale := harness.LocaleOf(t)
	env, ch, first, second := harness.StartedGame(t, harness.Options{Locale: locale}, locale, nil)
	env.At(ch).Resign(second)
	env.Settle()
	lines := strings.Split(ch.Last().Content, "\n")
	require.Contains(t, lines[0], env.Words.T("bot.table.won", map[string]any{"Players": "**" + first.Name + "**", "Count": 1}))
	require.Contains(t, lines[0], env.Words.Say("bot.table.first_win", "Game", env.Words.Say("gardens.name")))
	require.Equal(t, "🥇 "+first.Mention()+" **0** (1500 → 1516)", lines[1])
	require.Equal(t, "🥈 "+second.Mention()+" **0** (1500 → 1484)", lines[2])
	require.LessOrEqual(t, len(lines), 3+5)
	require.Contains(t, ch.Last().Pictures()[0].Alt, env.Words.Say("gardens.score.open_holes")+" 64")
	for _, p := range []*harness.Player{first, second} {
		require.Equal(t, 1, strings.Count(ch.Last().Content, p.Mention()), "everyone is mentioned once")
		require.Contains(t, p.Pings()[len(p.Pings())-1].Text, "🏆")
	}
	env.CheckClean()
}

// TestTheMessageAgainstAComputerTellsTheTurnsInOrder reads the message that is edited when the
// computer has moved: whose turn it is, then each step of both once, as they were played.
func TestTheMessageAgainstAComputerTellsTheTurnsInOrder(t *testing.T) {
	t.Parallel()
	locale := harness.LocaleOf(t)
	env := harness.New(t, harness.Options{Seed: 17, Locale: locale})
	ana, ch := env.NewPlayer("Ana", locale), env.Guild.AddChannel("solo")
	ana.MustCommand(ch, "game solo", localdiscord.Args{"game": "gardens", "level": "1"})
	var told []string
	for seed := uint64(0); len(told) < 4; seed++ {
		require.NoError(t, env.At(ch).PlayRandomMoves([]*harness.Player{ana}, seed, 1))
		env.Eventually("the computer has moved", func() bool { return env.At(ch).Awaited() == ana.UserID() })
		env.Settle()
		now := env.At(ch).Now()
		if now.Moves[len(now.Moves)-1].Move.Seat == now.Seat(ana.UserID()) {
			continue // the turn goes on
		}
		h, err := sentences.NewHistory(now)
		require.NoError(t, err)
		var steps []string
		for i, m := range now.Moves {
			steps = append(steps, sentences.EntryLine(env.Words, h.After(i), m))
		}
		lines := strings.Split(ch.Last().Content, "\n")
		require.True(t, strings.HasPrefix(lines[0], "**"+env.Words.T("gardens.name", nil)+"** · ▶️ "), lines[0])
		told = slices.DeleteFunc(lines, func(line string) bool { return !slices.Contains(steps, line) })
		require.NotEmpty(t, told)
		require.Equal(t, steps[len(steps)-len(told):], told)
	}
	env.CheckClean()
}
