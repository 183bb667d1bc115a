package storetest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine/table"
	"amytis/store"
)

func testDeadlines(t *testing.T, h Harness) {
	s := h.Open(t)
	ctx := t.Context()
	set := func(id table.ID, want table.Version, at int64) {
		c := move(id, channel+table.ChannelID(id), want)
		c.Deadline = at
		commit(t, s, c)
	}
	var ids []table.ID
	for range 4 {
		id := got(s.NewTable(ctx))(t)
		commit(t, s, opening(id, channel+table.ChannelID(id)))
		ids = append(ids, id)
	}
	set(ids[0], 1, 3000)
	set(ids[1], 1, 1000)
	set(ids[2], 1, 2000)
	due := func(now int64, limit int) []store.Deadline { return got(s.Due(ctx, now, limit))(t) }
	require.Empty(t, due(999, 10))
	first := []store.Deadline{{Table: ids[1], At: 1000}, {Table: ids[2], At: 2000}}
	require.Equal(t, first, due(2000, 10), "the earliest deadline comes first")
	require.Equal(t, first[:1], due(5000, 1))
	require.Empty(t, due(5000, 0))
	set(ids[1], 2, 4000)
	moved := []store.Deadline{{Table: ids[2], At: 2000}, {Table: ids[0], At: 3000}}
	require.Equal(t, moved, due(3999, 10), "a table has one deadline")
	set(ids[2], 2, 0)
	require.Equal(t, moved[1:], due(3999, 10), "0 means no deadline")
	set(ids[2], 3, 3000)
	require.Len(t, due(3000, 10), 2, "two tables may have the same deadline")
	set(ids[3], 1, -5)
	require.Equal(t, store.Deadline{Table: ids[3], At: -5}, due(0, 10)[0])
	requireSound(t, s)
}
