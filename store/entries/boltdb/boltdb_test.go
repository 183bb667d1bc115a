package boltdb

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"

	"amytis/store/entries"
	"amytis/store/storetest"
)

func openTest(t testing.TB) *DB {
	// Without reserved addresses, a file that grows waits for readers, see package bolt.
	o := bbolt.Options{NoSync: true, InitialMmapSize: 1 << 26}
	b := storetest.Must(bbolt.Open(filepath.Join(t.TempDir(), "a.db"), 0o600, &o))(t)
	require.NoError(t, b.Update(func(tx *bbolt.Tx) error { return Create(tx, 3) }))
	db := New(b, func(err error) error { return err })
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	return db
}

func TestDBKeepsTheContractOfEntries(t *testing.T) {
	storetest.RunEntries(t, func(t testing.TB) (one, other entries.DB) {
		db := openTest(t)
		return db, db.NewHandle()
	})
}

// The transaction for which the changes wait fails. Each is made as if it were alone.
func TestChangesThatWaitShareATransaction(t *testing.T) {
	t.Parallel()
	db := openTest(t)
	number := func() (id int) {
		require.NoError(t, db.ViewTx(t.Context(), func(tx *bbolt.Tx) error { id = tx.ID(); return nil }))
		return id
	}
	before := number()
	answers := make(chan error, 64)
	waiting := func() int {
		db.mu.Lock()
		defer db.mu.Unlock()
		return len(db.waiting)
	}
	errOver := errors.New("it is over")
	require.ErrorIs(t, db.UpdateUnread(t.Context(), func(*bbolt.Tx) error {
		for i := range cap(answers) {
			c := entries.Change{Space: 1, Key: []byte(fmt.Sprint(i)), Is: []byte("1")}
			switch i % 4 {
			case 1: // bbolt refuses it
				c.Key = make([]byte, bbolt.MaxKeySize+1)
			case 2: // it compares with what a change before it has made
				c = entries.Change{Space: 1, Key: []byte("count"), Is: []byte("1")}
			}
			sent := waiting()
			go func() {
				answers <- db.Apply(t.Context(), []entries.Change{{Space: 0, Key: []byte(fmt.Sprint(i)), Is: []byte("1")}, c})
			}()
			for waiting() == sent {
				runtime.Gosched() // until it waits
			}
		}
		return errOver
	}), errOver)
	var made, conflicts int
	for range cap(answers) {
		if err := <-answers; err == nil {
			made++
		} else if errors.As(err, new(*entries.Conflict)) {
			conflicts++
		} else {
			require.ErrorIs(t, err, bbolterrors.ErrKeyTooLarge)
		}
	}
	require.Equal(t, 32+1, made)
	require.Equal(t, 15, conflicts)
	require.Equal(t, before+1, number(), "one transaction")
	found := storetest.Must(db.Read(t.Context(), entries.Range{}))(t)
	require.Len(t, found[0], made, "a refused change has left nothing")
}
