package bolt

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"

	"amytis/store"
)

// bulkStep writes much, so that its transaction takes a while.
func bulkStep(tx *bbolt.Tx, _ store.Replay) error {
	for i := range 2000 {
		if err := tx.Bucket(notesBucket).Put(fmt.Appendf(nil, "bulk %d", i), make([]byte, 300)); err != nil {
			return err
		}
	}
	return nil
}

func updateUntilKilled(path string) error {
	fmt.Println("begins")
	db, err := open(path, Options{LockWait: 5 * time.Second}, steps(bulkStep))
	if err != nil {
		return err
	}
	if err := db.Close(); err != nil {
		return err
	}
	select {}
}

// The next start finds either the old store or the new one.
func TestKillDuringAMigrationLosesNothing(t *testing.T) {
	t.Parallel()
	old := newPath(t)
	undump(t, old, 4)
	content, err := os.ReadFile(old)
	require.NoError(t, err)
	schemas := map[int]int{}
	for range 10 {
		path := newPath(t)
		require.NoError(t, os.WriteFile(path, content, 0o600))
		killed(t, "migrate", path, 1, 40*time.Millisecond)

		_, err = inspectFile(path)
		require.NoError(t, err)
		schema, _ := schemaOf(t, path)
		schemas[schema]++
		require.Contains(t, []int{4, currentSchema + 1}, schema)
		db, err := open(path, Options{}, steps(bulkStep))
		require.NoError(t, err)
		h, err := db.Header(t.Context(), 1)
		require.NoError(t, err)
		require.EqualValues(t, 3, h.Version)
		require.NoError(t, db.Close())
		require.Equal(t, []string{"amytis.db", "amytis.db.schema-4.bak"}, folder(t, path))
		schema, _ = schemaOf(t, path+".schema-4.bak")
		require.Equal(t, 4, schema)
	}
	t.Logf("kills by the schema that they left: %v", schemas)
}

// First there is no room for the copy, and then a step fails.
func TestMigrationWithoutAGoodCopyIsNotBegun(t *testing.T) {
	t.Parallel()
	path := newCurrentStore(t)
	before, err := os.ReadFile(path)
	require.NoError(t, err)
	copied := fmt.Sprintf("%s.schema-%d.bak", path, currentSchema)
	require.NoError(t, os.MkdirAll(copied+"/taken", 0o700)) // no file can have this name
	began := false
	step := func(*bbolt.Tx, store.Replay) error {
		began = true
		return errors.New("cannot")
	}
	_, err = open(path, Options{}, steps(step))
	require.ErrorContains(t, err, "copy the store before the update of its schema; it is unchanged")
	require.False(t, began)
	require.NoError(t, os.RemoveAll(copied))
	_, err = open(path, Options{}, steps(step))
	require.ErrorContains(t, err, "cannot; the file is unchanged")
	require.True(t, began)
	after, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, before, after)
	require.FileExists(t, copied)
}

func TestCopyThatDiffersIsNoticed(t *testing.T) {
	t.Parallel()
	path := newCurrentStore(t)
	want, err := checkPages(t.Context(), path, fileWait)
	require.NoError(t, err)
	db := openTest(t, path, Options{})
	require.NoError(t, db.SetNote(t.Context(), "a", "b"))
	var backup bytes.Buffer
	require.NoError(t, db.Backup(t.Context(), &backup))
	copied := newPath(t)
	require.NoError(t, os.WriteFile(copied, backup.Bytes(), 0o600))
	have, err := checkPages(t.Context(), copied, fileWait)
	require.NoError(t, err)
	require.NotEqual(t, want, have)
	require.NoError(t, db.bolt.View(func(tx *bbolt.Tx) error {
		want, err = digestOf(tx)
		return err
	}))
	require.Equal(t, want, have)
}
