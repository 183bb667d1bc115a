package bolt

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"hash/fnv"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"

	"amytis/engine/longrun"
)

// The state before the last transaction is sound in itself, and its checksum is right.
func TestFileThatFellBehindIsRefused(t *testing.T) {
	t.Parallel()
	r := recordStates(t, longrun.Choose(2, 4))
	for _, content := range r.states {
		fallBehind(content)
		refused(t, content)
	}
	path := fileOf(t, r.states[0])
	require.ErrorIs(t, Backup(t.Context(), path, path+".backup"), ErrCorrupt)
	require.NoFileExists(t, path+".backup")
}

// fallBehind gives the last transaction's number to the state before it.
func fallBehind(content []byte) {
	metas := readMetas(bytes.NewReader(content))
	older := 0
	if metas[1].txnum < metas[0].txnum {
		older = 1
	}
	page := content[4096*older+pageHeader:]
	binary.NativeEndian.PutUint64(page[48:], metas[1-older].txnum+1)
	sum := fnv.New64a()
	sum.Write(page[:metaSum])
	binary.NativeEndian.PutUint64(page[metaSum:], sum.Sum64())
}

// The mark counts neither for the new state, nor for an old one in its place.
func TestCleanStopIsForgottenAtTheNextChange(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	clean := func() bool {
		file := got(os.Open(path))(t)
		defer file.Close()
		m := got(newestMeta(file))(t)
		return markedClean(file, m)
	}
	db := openTest(t, path, Options{})
	require.True(t, clean(), "a new file")
	openTables(t, db, 3)
	require.False(t, clean(), "it runs")
	require.NoError(t, db.Close())
	require.True(t, clean(), "it has stopped")
	db = openTest(t, path, Options{})
	require.True(t, clean(), "nothing was changed")
	require.NoError(t, db.Commit(t.Context(), playMove(1, 1, 77)))
	require.False(t, clean(), "it was changed")
	content := readFile(t, path)
	fallBehind(content)
	refused(t, content)
}

// TestFileWithADamagedPageIsRefused damages pages of a kind, one at a time.
func TestFileWithADamagedPageIsRefused(t *testing.T) {
	t.Parallel()
	content, m := grown(t)
	order := binary.NativeEndian
	const child = pageHeader + elementSize + 8 // of a branch, its second one
	freePages := int(order.Uint16(content[4096*m.freelist+10:]))
	require.Positive(t, freePages)
	for name, c := range map[string]struct {
		kind   string
		most   int // how many of the pages are damaged, 0 for all
		damage func(page []byte, number uint64)
	}{
		// bbolt would follow a cycle until the stack overflows, or for ever.
		"a branch leads to itself": {"branch", longrun.Choose(1, 0), func(page []byte, number uint64) {
			order.PutUint64(page[child:], number)
		}},
		"a branch leads to the root": {"branch", longrun.Choose(1, 0), func(page []byte, _ uint64) {
			order.PutUint64(page[child:], m.root)
		}},
		// Each page holds its own number.
		"a page in the place of another": {"leaf", longrun.Choose(2, 4), func(page []byte, number uint64) {
			order.PutUint64(page, number+1)
		}},
		// bbolt would not find the keys, and the checksum does not depend on their order.
		"keys out of order": {"leaf", longrun.Choose(2, 4), swapKeys},
		// bbolt would believe the list, and overwrite pages in use.
		"a page in use is free": {"freelist", 1, func(page []byte, _ uint64) {
			order.PutUint16(page[10:], uint16(freePages+1))
			order.PutUint64(page[pageHeader+8*freePages:], m.root)
		}},
		"a free page is beyond the end": {"freelist", 1, func(page []byte, _ uint64) {
			order.PutUint16(page[10:], uint16(freePages+1))
			order.PutUint64(page[pageHeader+8*freePages:], m.pages)
		}},
		"a page is neither free nor in use": {"freelist", 1, func(page []byte, _ uint64) {
			order.PutUint16(page[10:], uint16(freePages-1))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			damaged := 0
			for number := range inUse(t, content, c.kind) {
				bad := slices.Clone(content)
				page := bad[4096*number:][:4096]
				if c.damage(page, number); bytes.Equal(bad, content) {
					continue
				}
				refused(t, bad)
				if damaged++; damaged == c.most {
					break
				}
			}
			require.Positive(t, damaged)
			require.Equal(t, cmp.Or(c.most, damaged), damaged)
		})
	}
}

// swapKeys swaps the first two keys of a leaf, if it has two.
func swapKeys(page []byte, _ uint64) {
	order := binary.NativeEndian
	if order.Uint16(page[10:]) < 2 {
		return
	}
	first, second := page[pageHeader:][:elementSize], page[pageHeader+elementSize:][:elementSize]
	swapped := slices.Concat(second, first)
	const position = 4 // of a key, as an offset from its own element
	order.PutUint32(swapped[position:], order.Uint32(second[position:])+elementSize)
	order.PutUint32(swapped[elementSize+position:], order.Uint32(first[position:])-elementSize)
	copy(page[pageHeader:], swapped)
}

// Otherwise the next start would not check anything.
func TestMarkOfACleanStopNeedsItsChecksum(t *testing.T) {
	t.Parallel()
	r := recordStates(t, 1)
	content := slices.Clone(r.states[len(r.states)-1])
	var written []byte
	require.NoError(t, r.db.bolt.View(func(tx *bbolt.Tx) error {
		written = bytes.Clone(tx.Bucket(metaBucket).Get(sumKey))
		return nil
	}))
	at := bytes.LastIndex(content, written)
	require.Positive(t, at)
	require.Equal(t, at, bytes.Index(content, written))
	content[at+sealFixed-1] = 1
	refused(t, content)
}
