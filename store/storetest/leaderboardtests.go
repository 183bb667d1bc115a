package storetest

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine/table"
	"amytis/store"
)

func testLeaderboard(t *testing.T, h Harness) {
	s := h.Open(t)
	ctx := t.Context()
	level := 0
	play := func(in table.GuildID, game string, at int64, standings ...store.Standing) table.ID {
		id := got(s.NewTable(ctx))(t)
		c := opening(id, channel)
		c.Header.Guild, c.Header.Game = in, game
		commit(t, s, c)
		c = ending(id, channel, 1, standings...)
		c.Header.Guild, c.Header.Game = in, game
		c.Result.Guild, c.Result.Game, c.Result.At = in, game, at
		c.Result.Level, c.Result.Records = level, map[string]int{"highest": int(at)}
		if level > 0 {
			c.Result.Season = ""
		}
		commit(t, s, c)
		again := c
		again.Want = 2
		require.Error(t, s.Commit(ctx, again), "a table has one result")
		return id
	}
	first := play(guild, "gardens", 100, place(anna, 1, 50), place(boris, 2, 40))
	second := play(guild, "babel", 90, place(boris, 1, -3), place(clara, 2, -7))
	play(guild+1, "babel", 95, place(boris, 1, 1000))

	against := func(in table.GuildID, game string, level int) map[table.UserID]store.Row {
		rows := got(s.Leaderboard(ctx, in, store.Board{Game: game, Level: level}))(t)
		m := map[table.UserID]store.Row{}
		for _, r := range rows {
			m[r.User] = r
		}
		require.Len(t, m, len(rows))
		return m
	}
	board := func(in table.GuildID, game string) map[table.UserID]store.Row { return against(in, game, 0) }
	require.Equal(t, map[table.UserID]store.Row{
		anna:  {User: anna, Games: 1, Wins: 1, Points: 50, Best: 50, Rating: 1516},
		boris: {User: boris, Games: 1, Points: 40, Best: 40, Rating: 1484},
	}, board(guild, "gardens"))
	require.Equal(t, -3, board(guild, "babel")[boris].Best)
	overall := board(guild, "")
	require.Len(t, overall, 3)
	require.Equal(t, 2, overall[boris].Games)
	require.Equal(t, 37, overall[boris].Points)
	require.Equal(t, 40, overall[boris].Best)
	require.Greater(t, overall[boris].Rating, 1500.0, "all games together: from 1484 against 1500")
	require.Equal(t, 1516.0, board(guild, "babel")[boris].Rating, "each game has its own rating")
	require.Len(t, board(guild+1, ""), 1)
	require.Empty(t, board(guild+2, ""))
	require.Empty(t, board(guild, "gard"))
	ofSeason := func(in table.GuildID) map[table.UserID]store.Row {
		m := map[table.UserID]store.Row{}
		for _, r := range got(s.Leaderboard(ctx, in, store.Board{Season: season}))(t) {
			r.Rating = math.Round(r.Rating)
			m[r.User] = r
		}
		return m
	}
	points := map[table.UserID]store.Row{
		anna:  {User: anna, Games: 1, Wins: 1, Points: 4, Rating: 16},
		boris: {User: boris, Games: 2, Wins: 1, Points: 6, Rating: 1},
		clara: {User: clara, Games: 1, Points: 2, Rating: -17},
	}
	require.Equal(t, points, ofSeason(guild))
	require.Len(t, ofSeason(guild+1), 1)
	require.Empty(t, got(s.Leaderboard(ctx, guild, store.Board{Season: "1970-Q2"}))(t))

	results := got(s.Results(ctx, guild, 10))(t)
	require.Len(t, results, 2)
	require.Equal(t, second, results[0].Table, "the latest commit comes first")
	require.Equal(t, store.Result{Table: first, Guild: guild, Game: "gardens", At: 100, Standings: []store.Standing{
		{User: anna, Rank: 1, Score: 50}, {User: boris, Rank: 2, Score: 40},
	}, Records: map[string]int{"highest": 100}, Season: season}, results[1])
	require.Len(t, got(s.Results(ctx, guild, 1))(t), 1)
	require.Empty(t, got(s.Results(ctx, guild+2, 10))(t))

	before := fmt.Sprint(board(guild, "gardens"), board(guild, "babel"), board(guild, ""))
	level = 3
	vsComputer := play(guild, "gardens", 110, place(boris, 2, 30), place(table.ComputerID(1, 3), 1, 60),
		place(anna, 3, 20), place(table.ComputerID(2, 1), 4, 10))
	// The computer was replaced before the end.
	play(guild, "gardens", 120, place(boris, 1, 45))
	level = 5
	play(guild, "babel", 130, place(table.ComputerID(1, 5), 2, 0), place(boris, 1, 9))
	require.Equal(t, map[table.UserID]store.Row{
		anna:  {User: anna, Games: 1, Points: 20, Best: 20},
		boris: {User: boris, Games: 2, Wins: 1, Points: 75, Best: 45},
	}, against(guild, "gardens", 3))
	require.Empty(t, against(guild, "gardens", 1), "a game counts at its highest level")
	require.Empty(t, against(guild, "gardens", 5))
	wins := map[table.UserID]store.Row{boris: {User: boris, Games: 1, Wins: 1, Points: 9, Best: 9}}
	require.Equal(t, wins, against(guild, "babel", 5))
	require.Equal(t, wins, against(guild, "", 5))
	require.Len(t, against(guild, "", 3), 2)
	require.Empty(t, against(guild+1, "", 5))
	require.Equal(
		t, before, fmt.Sprint(board(guild, "gardens"), board(guild, "babel"), board(guild, "")),
		"games with computers change no rating between people",
	)
	require.Equal(t, points, ofSeason(guild))
	results = got(s.Results(ctx, guild, 3))(t)
	require.Equal(t, vsComputer, results[2].Table)
	require.Equal(t, 3, results[2].Level)
	requireSound(t, s)
}
