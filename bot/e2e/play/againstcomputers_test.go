package play_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/play/tables"
	"amytis/engine"
	"amytis/engine/gardens"
	"amytis/engine/table"
	"amytis/store"
)

// resignAgainst stores a game of gardens of a person against computers, in no channel. All but the
// winner resign.
func resignAgainst(env *harness.Env, p *harness.Player, wins bool, levels ...int) {
	env.Helper()
	resignIn(env, 0, p, wins, levels...)
}

// resignIn is resignAgainst in a channel.
func resignIn(env *harness.Env, in table.ChannelID, p *harness.Player, wins bool, levels ...int) table.ID {
	env.Helper()
	var log []table.Event
	var now *table.Table
	do := func(e table.Event) {
		env.Helper()
		var err error
		if log = append(log, e); now == nil {
			now, err = table.Open(gardens.Game, e)
		} else {
			now, err = now.Next(e)
		}
		require.NoError(env, err)
	}
	do(table.OpenLobby(gardens.Game.Info(), table.Player{User: p.UserID(), Name: p.Name}, nil, 0, 1))
	for i, level := range levels {
		do(table.AddComputer(table.Player{User: table.ComputerID(i+1, level), Name: "Nabu"}, p.UserID(), 2))
	}
	do(now.Deal(p.UserID(), 3, rand.New(rand.NewPCG(1, 2))))
	resign := func(user table.UserID) {
		seat := now.Seat(user)
		events, err := now.EndTurn(seat, engine.ResignMove(seat), p.UserID(), 4)
		require.NoError(env, err)
		for _, e := range events {
			do(e)
		}
	}
	if !wins {
		resign(p.UserID())
	}
	for i := 0; now.Status == table.Running; i++ {
		resign(table.ComputerID(i+1, levels[i]))
	}
	id, err := env.Store.NewTable(context.Background())
	require.NoError(env, err)
	h := store.Header{
		Guild: table.GuildID(harness.Snowflake(env.Guild.ID)), Channel: in, Game: "gardens", Status: store.Ended,
		Version: now.Version,
	}
	for _, p := range now.Players {
		h.Players = append(h.Players, p.User)
	}
	r := &store.Result{Table: id, Guild: h.Guild, Game: h.Game, At: now.End, Level: now.ComputerLevel()}
	for _, s := range now.Standings() {
		r.Standings = append(r.Standings, store.Standing{User: s.User, Rank: s.Rank, Score: s.Score})
	}
	require.NoError(env, tables.Verify(id, h, log, r))
	c := store.Commit{Table: id, Events: log, Header: h, Result: r}
	require.NoError(env, env.Store.Commit(context.Background(), c))
	return id
}

func TestLeaderboardHasAPartAgainstComputers(t *testing.T) {
	t.Parallel()
	env := harness.New(t, harness.Options{})
	ana, bo := env.NewPlayer("Ana", "fr"), env.NewPlayer("Bo", "en-US")
	ch := env.Guild.AddChannel("gardens")
	row := func(p *harness.Player, level, wins, count int) string {
		return env.Mentioning(env.Words.T("bot.leaderboard_against.row", map[string]any{
			"User": p.Name, "Level": level, "Wins": wins, "Helped": 0, "Count": count}))
	}
	resignAgainst(env, ana, true, 3)
	resignAgainst(env, ana, false, 2, 3)
	resignAgainst(env, ana, true, 5)
	resignAgainst(env, bo, true, 3, 1, 1)

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
	env.CheckStore()
	env.CheckClean()
}

// TestWinsWithHintsCountApart has the host resign for the computer in each game.
func TestWinsWithHintsCountApart(t *testing.T) {
	t.Parallel()
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
	env.CheckStore()
	env.CheckClean()
}
