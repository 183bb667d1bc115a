package play_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/engine"
)

// seatedNames returns the names of the players of a channel's table, by seat.
func seatedNames(env *harness.Env, ch *localdiscord.Channel) []string {
	env.Helper()
	var names []string
	for _, p := range env.At(ch).Now().Players {
		names = append(names, p.Name)
	}
	return names
}

func TestRematchHasTheSameSeatsAndTheNextPlayerFirst(t *testing.T) {
	env, ch, first, second := harness.StartedGame(t, harness.Options{Locale: harness.LocaleOf(t)}, localdiscord.Args{"overlap": "adjacent"})
	end := env.At(ch).Resign(second)
	pings := len(second.Pings())
	opened := first.MustClick(end, env.Words.T("bot.button.rematch", nil))
	require.Equal(t, first.T("bot.rematch.opened", "Game", first.T("gardens.name")), opened.Content)
	require.True(t, opened.Ephemeral(), "only %s sees the answer", first.Name)
	env.Settle()
	lobby := ch.Last()
	require.Equal(t, env.Words.T("bot.rematch.invite",
		map[string]any{"Host": first.Name, "Players": "<@" + second.ID + ">"}), lobby.Content)
	require.Contains(t, lobby.Text(), env.Words.T("bot.rematch.seats", map[string]any{"Name": second.Name}))
	require.Len(t, second.Pings(), pings+1, "the player who was seated without asking is pinged")
	require.Len(t, first.Pings(), 2, "the player who asked is not pinged after the end")

	require.Equal(t, env.At(ch).Taken(second),
		second.MustClick(end, env.Words.T("bot.button.rematch", nil)).Content)
	require.Equal(t, "⛔ "+second.T("table.refused.not_host"),
		second.MustClick(lobby, env.Words.T("bot.button.start", nil)).Content)
	first.MustClick(lobby, env.Words.T("bot.button.start", nil))
	env.Settle()
	require.Equal(t, []string{second.Name, first.Name}, seatedNames(env, ch))
	next := env.At(ch).Now()
	require.Equal(t, "adjacent", next.Options["overlap"])
	require.Equal(t, engine.Seats(1), next.Turn())

	env.At(ch).Resign(first)
	second.MustCommand(ch, "game rematch", nil)
	second.MustCommand(ch, "game start", nil)
	require.Equal(t, []string{first.Name, second.Name}, seatedNames(env, ch),
		"the next rematch begins with the other player again")
}

func TestAWinAgainstAComputerOffersTheNextLevelForYears(t *testing.T) {
	env := harness.New(t, harness.Options{})
	ana, mo := env.NewPlayer("Ana", "en-US"), env.NewModerator("Mo", "en-US")
	ch := env.Guild.AddChannel("gardens")
	ana.MustCommand(ch, "game solo", localdiscord.Args{"level": "2"})
	mo.MustClick(mo.MustCommand(ch, "game resign", localdiscord.Args{"player": "2"}), mo.T("bot.button.take_out"))
	env.Settle()
	end := ch.Last()
	require.Contains(t, end.Pictures()[0].Alt, "Ana 0")
	stronger := env.Words.Say("bot.button.stronger", "Level", 3)
	require.NotNil(t, harness.Button(end, env.Words.Say("bot.button.rematch")))

	env.Bot.RestartAfter(400 * 24 * time.Hour)
	require.Equal(t, "⛔ "+mo.T("table.refused.not_player"), mo.MustClick(end, stronger).Content)
	require.False(t, ana.Refused(ana.MustClick(end, stronger)), "Ana gets a game against stronger computers")
	env.Settle()
	var levels []int
	for _, p := range env.At(ch).Now().Players {
		if _, level, computer := p.User.Computer(); computer {
			levels = append(levels, level)
		}
	}
	require.Equal(t, []int{3}, levels)
}

func TestNewNamesAreLearntAndARematchSaysWhoHasLeft(t *testing.T) {
	env, ch, first, second := harness.StartedGame(t, harness.Options{Refusals: harness.OutOfReach}, nil)
	env.Guild.SetNick(first.User, "Zora")
	first.MustCommand(ch, "garden remove", localdiscord.Args{"cell": first.MustSuggest(ch, "garden remove", "cell")[0]})
	env.Settle()
	require.Contains(t, ch.Last().Content, "Zora: removed")
	env.Guild.SetNick(second.User, "Yann")
	end := env.At(ch).Resign(second)
	require.Contains(t, end.Content, "Yann")
	env.Guild.SetNick(first.User, "Zoe")
	env.Guild.Leave(second.User)
	opened := first.MustClick(end, env.Words.T("bot.button.rematch", nil))
	require.Contains(t, opened.Content, "⚠️ "+first.T("bot.moderation.departed_lobby", "Player", "Yann"))
	require.Equal(t, []string{"Zoe", "Yann"}, seatedNames(env, ch))
}
