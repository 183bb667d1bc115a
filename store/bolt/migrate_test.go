package bolt

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"

	"amytis/store"
)

var (
	firstStep migration = func(tx *bbolt.Tx, _ store.Replay) error {
		return tx.Bucket(notesBucket).Put([]byte("first"), []byte("done"))
	}
	secondStep migration = func(tx *bbolt.Tx, _ store.Replay) error {
		if tx.Bucket(notesBucket).Get([]byte("first")) == nil {
			return errors.New("out of order")
		}
		return tx.Bucket(notesBucket).Put([]byte("second"), []byte("done"))
	}
)

var currentSchema = len(migrations) + 1

func steps(more ...migration) []migration { return slices.Concat(migrations, more) }

// newCurrentStore makes a store with 3 tables.
func newCurrentStore(t *testing.T) string {
	path := newPath(t)
	db, err := open(path, Options{Program: "amytis 1"}, migrations)
	require.NoError(t, err)
	openTables(t, db, 3)
	require.NoError(t, db.Close())
	return path
}

func schemaOf(t *testing.T, path string) (schema int, program string) {
	b, err := bbolt.Open(path, 0o600, &bbolt.Options{Timeout: time.Second})
	require.NoError(t, err)
	defer b.Close()
	require.NoError(t, b.View(func(tx *bbolt.Tx) (err error) {
		schema, program, err = readSchema(tx)
		return err
	}))
	return schema, program
}

func TestMigrationRunsAllStepsAndKeepsTheData(t *testing.T) {
	path := newCurrentStore(t)
	db, err := open(path, Options{Program: "amytis 3"}, steps(firstStep, secondStep))
	require.NoError(t, err)
	for _, name := range []string{"first", "second"} {
		note, err := db.Note(t.Context(), name)
		require.NoError(t, err)
		require.Equal(t, "done", note)
	}
	h, err := db.Header(t.Context(), 2)
	require.NoError(t, err)
	require.EqualValues(t, 1, h.Version)
	require.NoError(t, db.Commit(t.Context(), playMove(2, 1, 100)))
	require.NoError(t, db.Close())
	schema, program := schemaOf(t, path)
	require.Equal(t, currentSchema+2, schema)
	require.Equal(t, "amytis 3", program)

	t.Run("a copy of the old file is beside it", func(t *testing.T) {
		before := fmt.Sprintf("%s.schema-%d.bak", path, currentSchema)
		require.Equal(t, before, db.Before)
		schema, program := schemaOf(t, before)
		require.Equal(t, currentSchema, schema)
		require.Equal(t, "amytis 1", program)
		requireSoundFile(t, before)
	})
	t.Run("an older program refuses it", func(t *testing.T) {
		before, err := os.ReadFile(path)
		require.NoError(t, err)
		_, err = open(path, Options{Program: "amytis 2"}, steps(firstStep))
		require.ErrorIs(t, err, ErrNewer)
		require.ErrorContains(
			t,
			err,
			fmt.Sprintf("amytis 3, schema %d; this one knows %d", currentSchema+2, currentSchema+1),
		)
		_, err = CheckFile(t.Context(), path, nil)
		require.ErrorIs(t, err, ErrNewer)
		after, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, before, after)
	})
	t.Run("a new store has the last schema", func(t *testing.T) {
		path := newPath(t)
		db, err := open(path, Options{}, steps(firstStep, secondStep))
		require.NoError(t, err)
		require.NoError(t, db.Close())
		schema, _ := schemaOf(t, path)
		require.Equal(t, currentSchema+2, schema)
		require.Equal(t, []string{"amytis.db"}, folder(t, path))
	})
}

func TestMigrationThatFailsChangesNothing(t *testing.T) {
	path := newCurrentStore(t)
	fails := func(*bbolt.Tx, store.Replay) error { return errors.New("cannot") }
	_, err := open(path, Options{}, steps(firstStep, fails))
	require.ErrorContains(
		t,
		err,
		fmt.Sprintf("migration from schema %d to %d: cannot; the file is unchanged", currentSchema+1, currentSchema+2),
	)
	schema, _ := schemaOf(t, path)
	require.Equal(t, currentSchema, schema)
	db := openTest(t, path, Options{})
	note, err := db.Note(t.Context(), "first")
	require.NoError(t, err)
	require.Empty(t, note, "the step before the failed one is undone too")
	_, err = db.Header(t.Context(), 3)
	require.NoError(t, err)
	_, err = db.Header(t.Context(), 4)
	require.ErrorIs(t, err, store.ErrNotFound)
}

// Otherwise a message that was sent before the update but not settled would be posted again.
func TestMigrationKeepsTheNoncesOfWaitingEntries(t *testing.T) {
	path := newPath(t)
	undump(t, path, 3)
	b, err := bbolt.Open(path, 0o600, nil)
	require.NoError(t, err)
	require.NoError(t, b.Update(func(tx *bbolt.Tx) error {
		bucket := tx.Bucket(outboxBucket)
		require.NoError(t, bucket.Put(key(uint64(40)), bucket.Get(key(uint64(4)))))
		require.NoError(t, bucket.SetSequence(40))
		return tx.Bucket(notesBucket).Put([]byte("instance"), []byte("abcdef"))
	}))
	require.NoError(t, b.Close())

	db := openTest(t, path, Options{})
	out, err := db.Outbox(t.Context(), 0, 10)
	require.NoError(t, err)
	require.Len(t, out, 3)
	require.Equal(t, "abcdef-3", out[0].Nonce)
	require.Equal(t, "abcdef-4", out[1].Nonce)
	require.Equal(t, "abcdef-14", out[2].Nonce)
	require.EqualValues(t, 1_760_000_000_007, out[0].At, "the time of version 1 of table 2")
	require.EqualValues(t, 1_760_000_000_008, out[1].At, "the time of version 3 of table 1")
	note, err := db.Note(t.Context(), "instance")
	require.NoError(t, err)
	require.Empty(t, note)
}
