package bolt

import (
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"

	"amytis/engine/table"
	"amytis/store"
	"amytis/store/storetest"
)

func TestSummaryIsTheSameWhetherOrNotAProgramUsesTheStore(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	db := openTest(t, path, Options{})
	for id := range 3 {
		c := storetest.PlayMove(table.ID(id+1), 0, uint64(id+1))
		c.Header.Guild, c.Header.Channel = table.GuildID(10+id), table.ChannelID(20+id)
		require.NoError(t, db.Commit(t.Context(), c))
	}
	want := store.Summary{InUse: true,
		Open: []store.Place{{Guild: 10, Channel: 20}, {Guild: 11, Channel: 21}, {Guild: 12, Channel: 22}}}
	serve(t, db)
	s := storetest.Must(Summarize(t.Context(), path))(t)
	require.Equal(t, want, s)
	require.NoError(t, db.Close())
	want.InUse = false
	s = storetest.Must(Summarize(t.Context(), path))(t)
	require.Equal(t, want, s)
}

func TestAFileIsLostOnceItIsGoneFromItsPath(t *testing.T) {
	t.Parallel()
	for _, gone := range []func(path string) error{
		os.Remove,
		func(path string) error { return os.Rename(path, path+".moved") },
		func(path string) error {
			return errors.Join(os.WriteFile(path+"2", nil, 0o600), os.Rename(path+"2", path))
		},
	} {
		path := newPath(t)
		db := openTest(t, path, Options{})
		require.NoError(t, db.Lost())
		require.NoError(t, gone(path))
		require.Error(t, db.Lost())
	}
}

// setSchema makes a file claim another schema.
func setSchema(t *testing.T, path string, schema uint32) {
	b, err := bbolt.Open(path, 0o600, nil)
	require.NoError(t, err)
	require.NoError(t, b.Update(func(tx *bbolt.Tx) error {
		return tx.Bucket(metaBucket).Put(schemaKey, binary.BigEndian.AppendUint32(nil, schema))
	}))
	require.NoError(t, b.Close())
}

func TestSummaryTellsWhatIsWrongWithAFile(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	_, err := Summarize(t.Context(), path)
	require.ErrorIs(t, err, fs.ErrNotExist)
	require.NoFileExists(t, path)
	require.NoError(t, openTest(t, path, Options{Program: "amytis"}).Close())

	setSchema(t, path, 99)
	_, err = Summarize(t.Context(), path)
	require.ErrorIs(t, err, store.ErrNewer)
	require.ErrorContains(t, err, "amytis, schema 99")
	setSchema(t, path, 7)
	_, err = Summarize(t.Context(), path)
	require.ErrorIs(t, err, store.ErrDamaged)
	require.ErrorContains(t, err, "it has schema 7, from before the first release")
}
