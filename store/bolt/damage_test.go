package bolt

import (
	"bytes"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine/longrun"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/storetest"
)

// recordStates returns the file of a store after each of some commits.
func recordStates(t *testing.T, n int) (states [][]byte) {
	path := newPath(t)
	db := openTest(t, path, Options{})
	for id := range table.ID(40) { // one after the other, so that the pages are the same each time
		require.NoError(t, db.Commit(t.Context(), storetest.PlayMove(id+1, 0, uint64(id+1))))
	}
	keep := func(err error) {
		require.NoError(t, err)
		states = append(states, usedPages(t, path))
	}
	next := map[table.ID]table.Version{}
	for i := range n {
		id := table.ID(i%40 + 1)
		next[id]++
		if i%3 == 2 {
			out := storetest.Must(db.Outbox(t.Context(), 0, 1))(t)
			keep(db.Settle(t.Context(), out[0].Seq, store.Settlement{Sent: 5}))
		}
		keep(db.Commit(t.Context(), storetest.PlayMove(id, next[id], uint64(1000+i))))
	}
	return states
}

// usedPages returns a file without the unused pages at its end, which are most of it.
func usedPages(t require.TestingT, path string) []byte {
	file := storetest.Must(os.Open(path))(t)
	defer file.Close()
	m := storetest.Must(newestMeta(file))(t)
	content := make([]byte, m.pages*uint64(m.pageSize))
	_, err := io.ReadFull(file, content)
	require.NoError(t, err)
	return content
}

// sector is what a disk writes at once.
const sector = 512

// A power failure may leave some sectors of a commit's pages in any order, or all of them and some
// bytes of the first page, which is written last.
func TestTornFileIsTheStateBeforeOrAfter(t *testing.T) {
	t.Parallel()
	files := recordStates(t, longrun.Choose(10, 100))
	path := newPath(t)
	rnd := rand.New(rand.NewPCG(5, 6))
	held := func(content []byte) []string {
		require.NoError(t, os.WriteFile(path, content, 0o600))
		return fileDump(t, path)
	}
	const metas = 2 * 4096
	var states [][]string
	for _, content := range files {
		states = append(states, held(content))
	}
	for i := range longrun.Choose(60, 1000) {
		n := 1 + i%(len(files)-1)
		before, after := files[n-1], files[n]
		torn := append(slices.Clone(before), make([]byte, max(0, len(after)-len(before)))...)
		written := rnd.IntN(9)
		for at := metas; at < len(after); at += sector {
			if i%2 == 0 || rnd.IntN(8) < written {
				copy(torn[at:], after[at:][:sector])
			}
		}
		if i%2 == 0 {
			meta := bytes.Compare(after[4096:metas], before[4096:metas]) & 1 * 4096 // where they differ
			copy(torn[meta:], after[meta:][:min(rnd.IntN(2*metaSize), pageHeader+metaSize)])
		}
		is := held(torn)
		require.True(t, slices.Equal(is, states[n-1]) || i%2 == 0 && slices.Equal(is, states[n]), "image %d of commit %d", i, n)
		if i%20 < 2 {
			db := openTest(t, path, Options{})
			require.NoError(t, db.Commit(t.Context(), storetest.PlayMove(999, 0, 77777)))
			require.NoError(t, db.Close())
			requireSoundFile(t, path)
		}
	}
}

// requireRefused checks that a damaged file is refused in words, which it returns, and left alone.
func requireRefused(t *testing.T, content []byte) error {
	t.Helper()
	path := fileOf(t, content)
	_, err := Open(path, Options{})
	require.ErrorIs(t, err, store.ErrDamaged)
	require.ErrorContains(t, err, "restore the last good backup")
	require.ErrorContains(t, err, "amytis store restore --db "+path)
	require.NotEmpty(t, storetest.Must(CheckFile(t.Context(), path, nil))(t))
	require.Equal(t, content, readFile(t, path), "the file is unchanged")
	return err
}
