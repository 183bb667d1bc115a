package bolt

import (
	"errors"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"

	"amytis/store"
)

// The steps of these tests, which know nothing of the program's own.
var (
	toTwo migration = func(tx *bbolt.Tx) error {
		return tx.Bucket(notesBucket).Put([]byte("two"), []byte("done"))
	}
	toThree migration = func(tx *bbolt.Tx) error {
		if tx.Bucket(notesBucket).Get([]byte("two")) == nil {
			return errors.New("out of order")
		}
		return tx.Bucket(notesBucket).Put([]byte("three"), []byte("done"))
	}
)

// schemaOne makes a file of the first schema with a table in it.
func schemaOne(t *testing.T) string {
	path := newPath(t)
	db, err := open(path, Options{Program: "amytis 1"}, nil)
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

func TestMigration(t *testing.T) {
	path := schemaOne(t)
	db, err := open(path, Options{Program: "amytis 3"}, []migration{toTwo, toThree})
	require.NoError(t, err)
	for _, name := range []string{"two", "three"} {
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
	require.Equal(t, 3, schema)
	require.Equal(t, "amytis 3", program)

	t.Run("the file from before lies beside it", func(t *testing.T) {
		schema, program := schemaOf(t, path+".schema-1.bak")
		require.Equal(t, 1, schema)
		require.Equal(t, "amytis 1", program)
		_, err := CheckFile(t.Context(), path+".schema-1.bak")
		require.ErrorContains(t, err, "start amytis once to bring it up to date")
		db := openTest(t, path+".schema-1.bak", Options{})
		_, err = db.Header(t.Context(), 3)
		require.NoError(t, err)
	})
	t.Run("an older program refuses it", func(t *testing.T) {
		before, err := os.ReadFile(path)
		require.NoError(t, err)
		_, err = open(path, Options{Program: "amytis 2"}, []migration{toTwo})
		require.ErrorIs(t, err, ErrNewer)
		require.ErrorContains(t, err, "amytis 3, schema 3; this one knows 2")
		_, err = CheckFile(t.Context(), path)
		require.ErrorIs(t, err, ErrNewer)
		after, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, before, after)
	})
	t.Run("a new one begins with the last schema", func(t *testing.T) {
		path := newPath(t)
		db, err := open(path, Options{}, []migration{toTwo, toThree})
		require.NoError(t, err)
		require.NoError(t, db.Close())
		schema, _ := schemaOf(t, path)
		require.Equal(t, 3, schema)
		require.Equal(t, []string{"amytis.db"}, folder(t, path))
	})
}

func TestMigrationThatFailsChangesNothing(t *testing.T) {
	path := schemaOne(t)
	fails := func(tx *bbolt.Tx) error { return errors.New("cannot") }
	_, err := open(path, Options{}, []migration{toTwo, fails})
	require.ErrorContains(t, err, "migration from schema 2 to 3: cannot; the file is as it was")
	schema, _ := schemaOf(t, path)
	require.Equal(t, 1, schema)
	db := openTest(t, path, Options{})
	note, err := db.Note(t.Context(), "two")
	require.NoError(t, err)
	require.Empty(t, note, "not even the step before")
	_, err = db.Header(t.Context(), 3)
	require.NoError(t, err)
	_, err = db.Header(t.Context(), 4)
	require.ErrorIs(t, err, store.ErrNotFound)
}
