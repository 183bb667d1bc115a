package bolt

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"

	"amytis/engine/table"
	"amytis/store"
)

// put returns a change that makes a value of another one.
func put(in func(tx *writeTx) bucket, k []byte, with func(old []byte) []byte) *valueChange {
	return &valueChange{bucket: in, key: k, change: func(old []byte) ([]byte, error) { return with(old), nil }}
}

func TestOlderProgramLeavesWhatANewerOneHasAdded(t *testing.T) {
	db := openTest(t, newPath(t), Options{})
	ctx := t.Context()
	is := func(text string) func([]byte) []byte { return func([]byte) []byte { return []byte(text) } }
	require.NoError(t, db.writer.submit(ctx, put(func(tx *writeTx) bucket { return tx.preferences }, key(table.UserID(6)),
		is(`{"new":[1],"private":true,"pings":{"hour":7,"loud":"yes"}}`))))
	require.NoError(t, db.writer.submit(ctx, put(func(tx *writeTx) bucket { return tx.settings }, key(table.GuildID(7)),
		is(`{"new":{"a":1},"quiet":true}`))))
	require.NoError(t, db.ChangePreferences(ctx, 6, func(p *store.Preferences) error {
		require.Equal(t, 7, p.Pings.Hour)
		p.Private, p.Pings = false, store.Pings{}
		return nil
	}))
	require.NoError(t, db.ChangeSettings(ctx, 7, func(s *store.Settings) error {
		s.Quiet, s.Role = false, 8
		return nil
	}))

	opening := store.Commit{
		Table: 1, Events: []table.Event{table.MoveText("x", 6, 1)},
		Header: store.Header{Guild: 7, Channel: 9, Game: "gardens", Status: store.Running, Players: []table.UserID{6}},
	}
	require.NoError(t, db.Commit(ctx, opening))
	require.NoError(t, db.writer.submit(ctx, put(func(tx *writeTx) bucket { return tx.tables }, headKey(1),
		func(old []byte) []byte {
			return bytes.Replace(old, []byte(`{"guild"`), []byte(`{"new":"x","guild"`), 1)
		})))
	for want := table.Version(1); want < 4; want++ {
		next := opening
		next.Want, next.Header.Tells = want, min(want, 2) // the last one leaves the header as it is
		next.Header.Players = nil
		require.NoError(t, db.Commit(ctx, next))
	}
	require.NoError(t, db.view(ctx, func(tx *bbolt.Tx) error {
		require.JSONEq(t, `{"new":[1],"pings":{"loud":"yes"}}`,
			string(tx.Bucket(preferencesBucket).Get(key(table.UserID(6)))))
		require.JSONEq(t, `{"new":{"a":1},"role":8}`, string(tx.Bucket(settingsBucket).Get(key(table.GuildID(7)))))
		r, err := decodeRecord(1, tx.Bucket(tablesBucket).Get(headKey(1)))
		require.NoError(t, err)
		require.Contains(t, string(r.rest), `"new":"x"`)
		require.NotContains(t, string(r.rest), "players")
		return nil
	}))
	faults, err := db.Check(ctx)
	require.NoError(t, err)
	require.Empty(t, faults)
}
