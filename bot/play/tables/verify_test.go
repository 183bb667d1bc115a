package tables_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/bot/play/tables"
	"amytis/engine/longrun"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt/bolttest"
	"amytis/store/storetest"
)

// playGames plays a game of each kind to its end, and half of another.
func playGames(t *testing.T, s store.Store) {
	ts := tables.New(s, time.Now, rand.New(rand.NewPCG(1, 2)))
	channel := table.ChannelID(100)
	for _, g := range games.All {
		for players := g.Info().MinSeats; players <= longrun.Choose(g.Info().MinSeats, g.Info().MaxSeats); players++ {
			game := playtest.Play(t, g, nil, players)
			log := game.Events
			for _, m := range game.Moves {
				log = append(log, table.Move(g, m, 1, 0))
			}
			for _, part := range [][]table.Event{log, log[:len(log)/2]} {
				channel++
				opening := tables.Opening{Game: g.Game, Guild: 1, Channel: channel, Events: part[:1]}
				require.NoError(t, ts.Open(t.Context(), opening))
				lobby, err := ts.InChannel(t.Context(), channel)
				require.NoError(t, err)
				rest := func(*table.Table) ([]table.Event, error) { return part[1:], nil }
				_, _, err = ts.Act(t.Context(), lobby, 0, rest, nil)
				require.NoError(t, err)
			}
		}
	}
}

// TestVerifyNamesWhatTheLogDoesNotSay changes one thing that the store keeps besides a log.
func TestVerifyNamesWhatTheLogDoesNotSay(t *testing.T) {
	t.Parallel()
	s := bolttest.New(t)
	playGames(t, s)
	results := storetest.Must(s.Results(t.Context(), 1, 99))(t)
	require.NotEmpty(t, results)
	for _, r := range results {
		result, id := &r, r.Table
		h, log, err := s.Table(t.Context(), id)
		require.NoError(t, err)
		require.NoError(t, tables.Verify(id, h, log, result))
		nameless, players := slices.Clone(log), slices.Clone(h.Players)
		table.Strip(nameless, players, func(int) string { return "Player" })
		stripped := with(h, func(h *store.Header) { h.Players = players })
		require.NoError(t, tables.Verify(id, stripped, nameless, result), "the result keeps its people")
		helped := *result
		helped.Standings = slices.Clone(result.Standings)
		helped.Standings[0].Helped = true
		require.NoError(t, tables.Verify(id, h, log, &helped), "an older program has dropped it from the header")
		other := *result
		other.Standings = append([]store.Standing{}, result.Standings...)
		other.Standings[0].Score++
		for want, err := range map[string]error{
			"the result is":   tables.Verify(id, h, log, &other),
			"result is":       tables.Verify(id, stripped, nameless, &other),
			"stored is <nil>": tables.Verify(id, h, log, nil),
			"version":         tables.Verify(id, h, log[:len(log)-1], result),
			"by its header running": tables.Verify(id, with(h, func(h *store.Header) {
				h.Status = store.Running
			}), log, result),
			"it plays":        tables.Verify(id, with(h, func(h *store.Header) { h.Game = "chess" }), log, result),
			"its players are": tables.Verify(id, with(h, func(h *store.Header) { h.Players = nil }), log, result),
		} {
			require.ErrorContains(t, err, want)
		}
	}
}

func with(h store.Header, change func(h *store.Header)) store.Header {
	change(&h)
	return h
}
