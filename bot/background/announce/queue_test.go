package announce

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/tables"
	"amytis/engine/table"
	"amytis/store"
)

func TestTheChannelsOwnGameGoesBeforeNewThreads(t *testing.T) {
	t.Parallel()
	q := newQueue(queueKey{})
	add := func(id table.ID, kind string) {
		e := newEntry(store.Entry{Seq: uint64(len(q.entries)) + 1, Table: id, Kind: kind})
		e.ctx = t.Context()
		q.add(e)
	}
	for id, kind := range []string{tables.NoteThread, tables.NoteThread, tables.PostTable, tables.NoteThread, tables.PostReminder} {
		add(table.ID(id), kind)
	}
	var order []uint64
	for len(q.entries) > 0 {
		e, _ := q.takeNext(time.Now(), 0)
		require.NotNil(t, e)
		order = append(order, e.Seq)
	}
	require.Equal(t, []uint64{3, 5, 1, 2, 4}, order)

	add(6, tables.PostTable)
	lost, cancel := context.WithCancel(t.Context())
	q.entries[0].ctx = lost
	cancel()
	e, _ := q.takeNext(time.Now(), 0)
	require.Nil(t, e, "another process has taken the entry over")
}
