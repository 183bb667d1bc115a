package bolt

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"

	"amytis/engine/longrun"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/storetest"
)

func TestFirstStartLeavesOnlyTheStore(t *testing.T) {
	path := newPath(t)
	db := openTest(t, path, Options{Program: "amytis test"})
	require.NoError(t, db.Commit(t.Context(), storetest.PlayMove(1, 0, 1)))
	require.Equal(t, os.FileMode(0o600), storetest.Must(os.Stat(path))(t).Mode().Perm())
	require.Equal(t, []string{"amytis.db"}, namesInFolder(t, path))
}

func namesInFolder(t *testing.T, path string) []string {
	entries := storetest.Must(os.ReadDir(filepath.Dir(path)))(t)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestSimultaneousFirstStartsShareOneFile(t *testing.T) {
	for range 10 {
		path := newPath(t)
		var all sync.WaitGroup
		var mu sync.Mutex
		var open []*DB
		for range 4 {
			all.Go(func() {
				db, err := Open(path, Options{LockWait: 60 * time.Millisecond})
				mu.Lock()
				defer mu.Unlock()
				if err != nil {
					require.ErrorIs(t, err, ErrLocked)
					return
				}
				open = append(open, db)
			})
		}
		all.Wait()
		require.Len(t, open, 1)
		require.NoError(t, open[0].Close())
		require.Equal(t, []string{"amytis.db"}, namesInFolder(t, path))
	}
}

func TestOpenSaysWhatToDo(t *testing.T) {
	t.Parallel()
	good := newPath(t)
	db := openTest(t, good, Options{})
	openTables(t, db, 50)
	require.NoError(t, db.Close())
	content := usedPages(t, good)

	other := newPath(t)
	require.NoError(t, storetest.Must(bbolt.Open(other, 0o600, nil))(t).Close())
	foreign := readFile(t, other)

	m := storetest.Must(newestMeta(strings.NewReader(string(content))))(t)
	without := func(pages ...uint64) []byte {
		bad := slices.Clone(content)
		for _, page := range pages {
			copy(bad[page*uint64(m.pageSize):], bytes.Repeat([]byte{0xee}, int(m.pageSize)))
		}
		return bad
	}

	for message, content := range map[string][]byte{
		"the file is empty":   {},
		"no valid first page": []byte(strings.Repeat("not a store\n", 9999)),
		"not one of amytis":   foreign, // of another program
		"it has 100 of":       content[:100],
		"the file is cut off": content[:int(m.pages-1)*int(m.pageSize)],
		"it has no valid":     without(0, 1), // the meta pages
		fmt.Sprintf("page %d has the number", m.freelist): without(m.freelist),
		fmt.Sprintf("page %d has the number", m.root):     without(m.root),
	} {
		require.ErrorContains(t, requireRefused(t, content), message)
	}
	openTest(t, good, Options{})
	for name, c := range map[string]struct {
		path    string
		is      error
		message string
	}{
		"folder missing": {filepath.Join(t.TempDir(), "none", "amytis.db"), os.ErrNotExist, "create the folder"},
		"a folder":       {t.TempDir(), nil, "not a regular file"},
		"in use":         {good, ErrLocked, "another amytis"},
	} {
		_, err := Open(c.path, Options{LockWait: 20 * time.Millisecond})
		require.ErrorContains(t, err, c.message, name)
		require.True(t, c.is == nil || errors.Is(err, c.is), name)
	}
	_, err := CheckFile(t.Context(), filepath.Join(t.TempDir(), "amytis.db"), nil)
	require.ErrorIs(t, err, os.ErrNotExist)
	require.ErrorContains(t, err, "set the path of the store")
	if os.Getuid() != 0 { // root may open everything
		require.NoError(t, os.Chmod(other, 0))
		_, err := Open(other, Options{})
		require.ErrorContains(t, err, "must belong to the user")
	}
}

// Damage becomes an error, or is of no account. A crash would end this test.
func TestDamageNeverCrashesTheProgram(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	db := openTest(t, path, Options{})
	openTables(t, db, 200)
	for i := range 20 {
		require.NoError(t, db.Commit(t.Context(), storetest.PlayMove(table.ID(i+1), 1, uint64(5000+i))))
	}
	require.NoError(t, db.Close())
	good := newPath(t)
	require.NoError(t, Backup(t.Context(), path, good, false)) // the backup has no unused pages
	content := readFile(t, good)
	want := fileDump(t, good)

	rnd := rand.New(rand.NewPCG(1, 2))
	damaged := newPath(t)
	noticed := 0
	for round := range longrun.Choose(18, 999) {
		bad := append([]byte{}, content...)
		page := bad[4096*(2+rnd.IntN(len(bad)/4096-2)):][:4096]
		switch round % 3 {
		case 0:
			clear(page)
		case 1:
			for i := range page {
				page[i] = byte(rnd.Uint32())
			}
		default: // the page's own pointers
			for range 8 {
				page[16+rnd.IntN(200)] = byte(rnd.Uint32())
			}
		}
		require.NoError(t, os.WriteFile(damaged, bad, 0o600))
		if _, err := checkPages(t.Context(), damaged, 0); err != nil {
			noticed++
			continue
		}
		b, _, err := openFile(damaged, 0, false)
		require.NoError(t, err, "a file with sound pages can be opened to write")
		require.NoError(t, b.Close())
		if faults := storetest.Must(CheckFile(t.Context(), damaged, nil))(t); len(faults) == 0 {
			require.Equal(t, want, fileDump(t, damaged), "round %d: damage that nobody notices changes nothing", round)
		}
	}
	require.Positive(t, noticed)
}

// So the damage does not spread.
func TestDamagedStoreRefusesWrites(t *testing.T) {
	path := newPath(t)
	db := openTest(t, path, Options{})
	openTables(t, db, 300)
	page := rootOfHeaders(t, db)
	f := storetest.Must(os.OpenFile(path, os.O_WRONLY, 0))(t)
	_, err := f.WriteAt(make([]byte, 4096), int64(page)*4096)
	require.NoError(t, err)
	require.NoError(t, f.Close())

	err = db.Commit(t.Context(), storetest.PlayMove(1, 1, 1000))
	require.ErrorIs(t, err, store.ErrDamaged)
	require.ErrorContains(t, err, "backup")
	require.ErrorIs(t, db.SetNote(t.Context(), "a", "b"), store.ErrDamaged)
	_, _, err = db.Table(t.Context(), 1)
	require.ErrorIs(t, err, store.ErrDamaged)
	_, err = db.OpenTable(t.Context(), storetest.PlayMove(1, 0, 1).Header.Channel)
	require.NoError(t, err, "undamaged pages can be read")
	require.NoError(t, db.Close())
}

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
	require.Equal(t, want, storetest.Must(Summarize(t.Context(), path))(t))
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
