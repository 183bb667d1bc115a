package play_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/engine/table"
)

// resignAgainst has a player play a game against computers of levels, which ends by resignations:
// of the player, or of all computers. The host may resign for these.
func resignAgainst(env *harness.Env, ch *localdiscord.Channel, p *harness.Player, wins bool, levels ...int) table.ID {
	env.Helper()
	at := env.At(ch)
	at.Open(localdiscord.Args{"game": "gardens"}, []*harness.Player{p}, levels...)
	if !wins {
		at.Resign(p)
		return at.ID()
	}
	for _, seat := range at.Now().Computers().Slice() {
		question := p.MustCommand(ch, "game resign", localdiscord.Args{"player": seat.String()})
		p.MustClick(question, p.T("bot.button.take_out"))
	}
	env.Settle()
	require.True(env, at.Won(), "a player without opponents has won")
	return at.ID()
}

func TestLeaderboardHasAPartAgainstComputers(t *testing.T) {
	env := harness.New(t, harness.Options{})
	ana, bo := env.NewPlayer("Ana", "fr"), env.NewPlayer("Bo", "en-US")
	ch := env.Guild.AddChannel("gardens")
	row := func(p *harness.Player, level, wins, count int) string {
		return env.Mentioning(env.Words.T("bot.leaderboard_against.row", map[string]any{
			"User": p.Name, "Level": level, "Wins": wins, "Helped": 0, "Count": count}))
	}
	resignAgainst(env, ch, ana, true, 3)
	resignAgainst(env, ch, ana, false, 3)
	resignAgainst(env, ch, ana, true, 5)
	resignAgainst(env, ch, bo, true, 3, 1, 1)

	for _, args := range []localdiscord.Args{nil, {"game": "gardens"}} {
		m := bo.MustCommand(ch, "leaderboard", args)
		text := told(env, m)
		require.Contains(t, text, row(ana, 5, 1, 1)+"\n"+row(bo, 3, 1, 1)+"\n"+row(ana, 3, 1, 2))
		require.Contains(t, m.Content, strings.Replace(row(bo, 3, 1, 1), "Bo", "<@"+bo.ID+">", 1))
		require.NotContains(t, text, "1500")
		require.Empty(t, m.Controls(), "nobody has played against people")
	}
	require.Contains(t, bo.MustCommand(ch, "leaderboard", localdiscord.Args{"game": "babel"}).Text(),
		env.Mentioning(env.Words.T("bot.leaderboard.empty", nil)))

	people := []*harness.Player{ana, bo}
	env.At(ch).Open(nil, people)
	bo.MustClick(bo.MustCommand(ch, "game resign", nil), bo.T("bot.button.resign"))
	env.Settle()
	m := ana.MustCommand(ch, "leaderboard", nil)
	require.Contains(t, told(env, m), "Ana · 1516? ·")
	require.Contains(t, told(env, m), "Bo · 1484? ·", "only the game between people changes ratings")
	require.NotContains(t, told(env, m), row(ana, 5, 1, 1))
	against := ana.MustClick(m, env.Words.T("bot.button.against_computers", nil))
	require.Equal(t, m.ID, against.ID)
	require.Contains(t, told(env, against), row(ana, 5, 1, 1))
	back := ana.MustClick(against, env.Words.T("bot.button.between_people", nil))
	require.Equal(t, told(env, m), told(env, back))
}

// TestWinsWithHintsCountApart has the host resign for the computer in each game.
func TestWinsWithHintsCountApart(t *testing.T) {
	env := harness.New(t, harness.Options{})
	ana, ch := env.NewPlayer("Ana", "en-US"), env.Guild.AddChannel("solo")
	for _, helped := range []bool{true, false, true} {
		ana.MustCommand(ch, "game solo", localdiscord.Args{"level": "1"})
		if helped {
			hinted(t, ana, ana.MustCommand(ch, "game hint", nil))
		}
		question := ana.MustCommand(ch, "game resign", localdiscord.Args{"player": "2"})
		ana.MustClick(question, ana.T("bot.button.take_out"))
		env.Settle()
	}
	counts := []any{"User", "<@" + ana.ID + ">", "Level", 1, "Wins", 1, "Helped", 2, "Count", 3}
	require.Contains(t, ana.MustCommand(ch, "leaderboard", nil).Text(), ana.T("bot.leaderboard_against.row", counts...))
	require.Contains(t, ana.MustCommand(ch, "profile", nil).Text(), ana.T("bot.profile.level", counts...))
}
