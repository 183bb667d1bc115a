package play_test

import (
	"math"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/engine"
	"amytis/engine/longrun"
	"amytis/engine/table"
	"amytis/store"
)

var stamps = regexp.MustCompile(`<t:\d+:\w>`)

// counted is all that a game which counts would change: results, leaderboards, and what commands
// answer about them.
func counted(env *harness.Env, ch *localdiscord.Channel, mo, of *harness.Player) (all []any) {
	env.Helper()
	guild := table.GuildID(harness.Snowflake(env.Guild.ID))
	results, err := env.Store.Results(env.Context(), guild, math.MaxInt)
	require.NoError(env, err)
	all = append(all, results)
	for level := range engine.ComputerLevels + 1 {
		rows, err := env.Store.Leaderboard(env.Context(), guild, store.Board{Level: level})
		require.NoError(env, err)
		all = append(all, rows)
	}
	for _, command := range []string{"leaderboard", "stats", "profile"} {
		var args localdiscord.Args
		if command == "profile" {
			args = localdiscord.Args{"player": of.ID}
		}
		// The weeks of /stats count back from now.
		all = append(all, stamps.ReplaceAllString(mo.MustCommand(ch, command, args).Text(), ""))
	}
	return all
}

// playOut plays an open game of two on by random moves. By day one of them soon resigns.
func playOut(env *harness.Env, ch *localdiscord.Channel, people []*harness.Player, seed uint64) *table.Table {
	env.Helper()
	require.NoError(env, env.At(ch).PlayRandomMoves(people, seed, longrun.Choose(48, math.MaxInt)))
	if env.At(ch).Now().Status == table.Running {
		env.At(ch).Resign(people[1])
	}
	env.Settle()
	ended, _ := env.At(ch).Ended()
	return ended
}

func TestSameDealIsPlayedInTheSameSeatsAndCountsForNothing(t *testing.T) {
	for i, id := range []string{"gardens", "babel"} {
		locale := harness.Locale(i)
		env := harness.New(t, harness.Options{Seed: 930, Locale: locale})
		people := env.NewPlayers(2)
		mo := env.NewModerator("Mo", locale)
		ch := env.Guild.AddChannel(id)
		env.At(ch).Open(localdiscord.Args{"game": id}, people)
		first := playOut(env, ch, people, 930)
		of := env.At(ch).ID()
		end, before := ch.Last(), counted(env, ch, mo, people[0])
		label := env.Words.Say("bot.button.same_deal")
		require.Equal(t, "⛔ "+mo.T("table.refused.not_player"), mo.MustClick(end, label).Content)

		host := people[1]
		opened := host.MustClick(end, label)
		require.Equal(t, host.T("bot.fork.opened", "Game", host.T(id+".name")), opened.Content)
		env.Settle()
		lobby := ch.Last()
		require.Equal(t, env.Words.Say("bot.fork.invite", "Host", host.Name, "Players", "<@"+people[0].ID+">"), lobby.Content)
		require.Contains(t, lobby.Text(), env.Words.Say("bot.fork.unrated"))
		require.Equal(t, env.At(ch).Taken(people[0]), people[0].MustClick(end, label).Content)
		form := formOf(t, host, lobby, env.Words.Say("bot.button.options"))
		require.Len(t, form, 2, "time and hints, but no option of the game")
		host.MustClick(lobby, env.Words.Say("bot.button.start"))
		env.Settle()
		now := env.At(ch).Now()
		require.Equal(t, of, now.Fork)
		require.Equal(t, first.Setup, now.Setup)
		require.Equal(t, first.Options, now.Options)
		for i, p := range first.Players {
			require.Equal(t, p, now.Players[i], "the same seats and flowers")
		}
		require.Contains(t, ch.Last().Content, env.Words.Say("bot.fork.unrated"))

		again := playOut(env, ch, people, 931)
		require.NotEqual(t, first.Moves, again.Moves)
		end = ch.Last()
		require.Contains(t, end.Content, env.Words.Say("bot.fork.unrated"))
		require.NotContains(t, end.Content, " → ", "no rating changes")
		require.NotNil(t, harness.Button(end, label), "and the same deal once more")
		require.Equal(t, before, counted(env, ch, mo, people[0]))
		record, _ := recordIn(env, mo.MustCommand(ch, "game record", nil), id+"-"+env.At(ch).ID().String()+".json")
		require.NoError(t, record.Check(again.Game))
		require.Equal(t, 0, *record.Given)
	}
}
