package load_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/games"
	"amytis/bot/tables"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store/bolt"
)

// No limit is shorter than five minutes, so a short soak would see no turn missed. Some games
// therefore begin in the store, some minutes before the program starts, and the limit of a turn
// runs out while the soak runs.

// seedLimit is the limit per turn of the games that begin in the store.
const seedLimit = 5 * time.Minute

// seed puts the first games of some tables into the store.
func (s *soak) seed() {
	s.Helper()
	db, err := bolt.Open(s.StorePath, bolt.Options{Program: "test"})
	require.NoError(s, err)
	late := 0
	for _, t := range s.tables {
		if t.cast == lateCast || t.cast == stoodInCast {
			// They miss their turns one after the other.
			apart := *soakTime / 3 * time.Duration(late) / time.Duration(len(s.tables)/2)
			t.seed(db, time.Now().Add(*soakTime/3+apart))
			late++
		}
	}
	require.NoError(s, db.Close())
	require.Positive(s, late)
}

// seed puts a game into the store in which the limit of the player in turn runs out when it is due.
// With stoodInCast that player has missed a turn before.
func (t *soakTable) seed(db *bolt.DB, due time.Time) {
	t.Helper()
	missed := 0
	if t.cast == stoodInCast {
		missed = len(t.people)
	}
	now := due.Add(-time.Duration(missed+1) * seedLimit)
	all := tables.New(db, func() time.Time { return now }, rand.New(rand.NewPCG(harness.Snowflake(t.Channel.ID), 4)))
	id := t.startSeeded(all, db, now)
	ctx := context.Background()
	for range missed {
		now = now.Add(seedLimit)
		require.NoError(t, tables.Reconsider(ctx, all, t.people[0].UserID()))
	}
	s, err := all.Load(ctx, id)
	require.NoError(t, err)
	turn := s.Table.Turn()
	require.Equal(t, 1, turn.Len())
	seat := turn.Slice()[0]
	require.Equal(t, due.UnixMilli(), s.Table.Waits[seat].Until)
	for _, p := range t.people {
		if p.UserID() == s.Table.Player(seat).User {
			p.waits, p.due = true, due
		}
	}
}

// startSeeded opens a table of all players in the store, and starts its game.
func (t *soakTable) startSeeded(all *tables.Tables, db *bolt.DB, now time.Time) table.ID {
	t.Helper()
	g, found := games.Find(t.Variant.Script.GameID)
	require.True(t, found)
	options := engine.Options{}
	for name, value := range t.Variant.Options {
		if name != "game" {
			options[name] = fmt.Sprint(value)
		}
	}
	at := now.UnixMilli()
	player := func(p *soakPlayer) table.Player { return table.Player{User: p.UserID(), Name: p.Name} }
	host := t.people[0]
	events := []table.Event{
		table.OpenLobby(g.Info(), player(host), options, table.Limit(seedLimit/time.Second), at).WithStandIns(1),
	}
	for _, p := range t.people[1:] {
		events = append(events, table.Join(player(p), at))
	}
	ctx, channel := context.Background(), table.ChannelID(harness.Snowflake(t.Channel.ID))
	require.NoError(t, all.Open(ctx, tables.Opening{
		Game: g, Guild: table.GuildID(harness.Snowflake(t.Guild.ID)), Channel: channel, Events: events,
	}))
	id, err := db.OpenTable(ctx, channel)
	require.NoError(t, err)
	_, _, err = all.Act(ctx, id, 0, func(at *table.Table) ([]table.Event, error) {
		return []table.Event{all.Deal(at, host.UserID())}, nil
	}, nil)
	require.NoError(t, err)
	return id
}
