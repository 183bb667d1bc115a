package crashlab_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/tables"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt"
)

// content is what a store file holds. The zero value is that of a new store.
type content struct {
	// games are the tables in the order in which they were opened.
	games []*game
	// waiting is the outbox.
	waiting []store.Message
}

// game is a table with its log. The zero value is that of a table that is not there.
type game struct {
	id     table.ID
	header store.Header
	log    []table.Event
}

// readContent checks a store file that no program uses, as "amytis store check" does, and reads it.
func readContent(t testing.TB, path string) *content {
	t.Helper()
	to := filepath.Join(t.TempDir(), filepath.Base(path))
	copyFile(t, path, to) // opening the file itself would tidy up what a kill has left
	c := &content{}
	faults, err := bolt.CheckFile(context.Background(), to, func(
		id table.ID, h store.Header, log []table.Event, result *store.Result,
	) error {
		c.games = append(c.games, &game{id, h, log})
		return tables.Verify(id, h, log, result)
	})
	require.NoError(t, err)
	require.Empty(t, faults, "faults in the store")
	slices.SortFunc(c.games, func(a, b *game) int { return int(a.id) - int(b.id) })
	c.waiting = outbox(t, to)
	return c
}

// outbox reads what a store file that no program uses has still to announce.
func outbox(t testing.TB, path string) []store.Message {
	t.Helper()
	db, err := bolt.Open(path, bolt.Options{Program: "test"})
	require.NoError(t, err)
	defer func() { require.NoError(t, db.Close()) }()
	waiting, err := db.Outbox(context.Background(), 0, 10_000)
	require.NoError(t, err)
	return waiting
}

// game returns a table, the zero value if the file does not have it.
func (c *content) game(id table.ID) *game {
	for _, g := range c.games {
		if g.id == id {
			return g
		}
	}
	return &game{}
}

// waits reports whether the announcement of an event is in the outbox.
func (c *content) waits(id table.ID, event table.Version) bool {
	return slices.ContainsFunc(c.waiting, func(m store.Message) bool {
		return m.Table == id && m.From < event && event <= m.Version
	})
}

// in returns the tables of a channel, in the order in which they were opened.
func (c *content) in(channel table.ChannelID) (all []*game) {
	for _, g := range c.games {
		if g.header.Channel == channel {
			all = append(all, g)
		}
	}
	return all
}

// copyFile copies a file over another one, as cp does.
func copyFile(t testing.TB, from, to string) {
	t.Helper()
	src, err := os.Open(from)
	require.NoError(t, err)
	defer src.Close()
	dst, err := os.Create(to)
	require.NoError(t, err)
	_, err = io.Copy(dst, src)
	require.NoError(t, err)
	require.NoError(t, dst.Close())
}
