package postgres

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine/table"
	"amytis/store"
	"amytis/store/postgres/postgrestest"
)

func TestSummaryOfADatabaseChangesNothing(t *testing.T) {
	t.Parallel()
	steps, err := migrations(schemaFiles)
	require.NoError(t, err)
	o := Options{URL: postgrestest.Start(t).NewURL(t), Program: "amytis 7"}
	for range 2 {
		s, err := Summarize(t.Context(), o)
		require.NoError(t, err)
		require.Greater(t, s.FreeConns, ConnsOfReplica)
		s.FreeConns = 0
		require.Equal(t, store.Summary{Needs: len(steps)}, s, "an empty database stays empty")
	}
	db := openTest(t, o)
	for id := range 2 {
		require.NoError(t, db.Commit(t.Context(), store.Commit{
			Table: table.ID(id + 1), Events: []table.Event{table.MoveText("any", 1, 1)},
			Header: store.Header{Guild: 5, Channel: table.ChannelID(1<<63+20) + table.ChannelID(id), Game: "gardens", Status: store.Running},
		}))
	}
	s, err := Summarize(t.Context(), o)
	require.NoError(t, err)
	s.FreeConns = 0
	require.Equal(t, store.Summary{Schema: len(steps), Needs: len(steps), Program: "amytis 7",
		Open: []store.Place{{Guild: 5, Channel: 1<<63 + 20}, {Guild: 5, Channel: 1<<63 + 21}}}, s)
	_, err = db.pool.Exec(t.Context(), `INSERT INTO amytis_schema (version, program) VALUES (99, 'amytis 8')`)
	require.NoError(t, err)
	_, err = Summarize(t.Context(), o)
	require.ErrorIs(t, err, ErrNewer)
	require.ErrorContains(t, err, "amytis 8, schema 99")
}
