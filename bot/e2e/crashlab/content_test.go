package crashlab_test

import (
	"cmp"
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
	games map[table.ID]*game
	// waiting is the outbox, by table.
	waiting map[table.ID][]store.Message
}

// game is a table with its log.
type game struct {
	id     table.ID
	header store.Header
	log    []table.Event
}

// readContent checks a store file that no program uses, as "amytis store check" does, and reads it.
func readContent(t testing.TB, path string) *content {
	t.Helper()
	path = copied(t, path) // opening the file itself would tidy up what a kill has left
	c := &content{games: map[table.ID]*game{}, waiting: map[table.ID][]store.Message{}}
	replay := func(id table.ID, h store.Header, log []table.Event, result *store.Result) error {
		c.games[id] = &game{id, h, log}
		return tables.Verify(id, h, log, result)
	}
	faults, err := bolt.CheckFile(context.Background(), path, replay)
	require.NoError(t, err)
	require.Empty(t, faults, "faults in the store")
	db, err := bolt.Open(path, bolt.Options{Program: "test"})
	require.NoError(t, err)
	defer func() { require.NoError(t, db.Close()) }()
	waiting, err := db.Outbox(context.Background(), 0, 10_000)
	require.NoError(t, err)
	for _, m := range waiting {
		c.waiting[m.Table] = append(c.waiting[m.Table], m)
	}
	return c
}

// version returns how many events of a table the file has.
func (c *content) version(id table.ID) table.Version {
	if g := c.games[id]; g != nil {
		return g.header.Version
	}
	return 0
}

// announced returns up to which version of a table everything was announced, or waited for it.
func (c *content) announced(id table.ID) table.Version {
	if g := c.games[id]; g != nil {
		return g.header.Announced
	}
	return 0
}

// waits reports whether the announcement of an event is in the outbox.
func (c *content) waits(id table.ID, event table.Version) bool {
	return slices.ContainsFunc(c.waiting[id], func(m store.Message) bool {
		return m.From < event && event <= m.Version
	})
}

// in returns the tables of a channel, in the order in which they were opened.
func (c *content) in(channel table.ChannelID) (all []*game) {
	for _, g := range c.games {
		if g.header.Channel == channel {
			all = append(all, g)
		}
	}
	slices.SortFunc(all, func(a, b *game) int { return cmp.Compare(a.id, b.id) })
	return all
}

// copied returns the path of a copy of a file.
func copied(t testing.TB, path string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), filepath.Base(path))
	copyFile(t, path, to)
	return to
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
