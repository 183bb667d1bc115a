package bolt

import (
	"bytes"
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

// bbolt would believe the list, and overwrite pages in use.
func TestDamagedListOfFreePagesIsRefused(t *testing.T) {
	t.Parallel()
	content, m := grown(t)
	order := binary.NativeEndian
	list := content[4096*m.freelist:][:4096]
	count := int(order.Uint16(list[10:]))
	require.Positive(t, count)
	for name, damage := range map[string]func(list []byte){
		"a page in use is free": func(list []byte) {
			order.PutUint16(list[10:], uint16(count+1))
			order.PutUint64(list[pageHeader+8*count:], m.root)
		},
		"a page is beyond the end": func(list []byte) {
			order.PutUint16(list[10:], uint16(count+1))
			order.PutUint64(list[pageHeader+8*count:], m.pages)
		},
		"a page is neither free nor in use": func(list []byte) { order.PutUint16(list[10:], uint16(count-1)) },
	} {
		t.Run(name, func(t *testing.T) {
			bad := slices.Clone(content)
			damage(bad[4096*m.freelist:])
			refused(t, bad)
		})
	}
}

// Each page holds its own number.
func TestPageInThePlaceOfAnotherIsRefused(t *testing.T) {
	t.Parallel()
	content, _ := grown(t)
	found, tampered := 0, longrun.Choose(2, 4)
	for page := range inUse(t, content, "leaf") {
		bad := slices.Clone(content)
		binary.NativeEndian.PutUint64(bad[4096*page:], page+1)
		refused(t, bad)
		if found++; found == tampered {
			break
		}
	}
	require.Equal(t, tampered, found)
}

// The first two keys of a leaf are swapped, which bbolt would not find. The checksum does not
// depend on the order.
func TestKeysOutOfOrderAreRefused(t *testing.T) {
	t.Parallel()
	content, _ := grown(t)
	found, tampered := 0, longrun.Choose(2, 4)
	for page := range inUse(t, content, "leaf") {
		bad := slices.Clone(content)
		p := bad[4096*page:][:4096]
		if binary.NativeEndian.Uint16(p[10:]) < 2 {
			continue
		}
		first, second := p[pageHeader:][:elementSize], p[pageHeader+elementSize:][:elementSize]
		swapped := slices.Concat(second, first)
		// The position of a key is an offset from its own element.
		const position = 4
		order := binary.NativeEndian
		order.PutUint32(swapped[position:], order.Uint32(second[position:])+elementSize)
		order.PutUint32(swapped[elementSize+position:], order.Uint32(first[position:])-elementSize)
		copy(first, swapped[:elementSize])
		copy(second, swapped[elementSize:])
		refused(t, bad)
		if found++; found == tampered {
			break
		}
	}
	require.Equal(t, tampered, found)
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
