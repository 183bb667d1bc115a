package bolt

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"

	"amytis/store/storetest"
)

// TestFileWithADamagedPageIsRefused damages one page at a time of a store whose tables have a
// branch page.
func TestFileWithADamagedPageIsRefused(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	db := openTest(t, path, Options{})
	openTables(t, db, 300)
	branch := rootOfHeaders(t, db)
	content := usedPages(t, path)
	m := storetest.Must(newestMeta(bytes.NewReader(content)))(t)
	const child = pageHeader + 8 // of a branch, its first one
	leaf := order.Uint64(content[4096*branch+child:])
	freePages := int(order.Uint16(content[4096*m.freelist+10:]))
	require.Positive(t, freePages)
	for name, c := range map[string]struct {
		page   uint64
		damage func(page []byte)
	}{
		// bbolt would follow a cycle until the stack overflows, or for ever.
		"a branch leads to itself":   {branch, func(page []byte) { order.PutUint64(page[child:], branch) }},
		"a branch leads to the root": {branch, func(page []byte) { order.PutUint64(page[child:], m.root) }},
		// Each page holds its own number.
		"a page in the place of another": {leaf, func(page []byte) { order.PutUint64(page, leaf+1) }},
		// bbolt would not find the keys.
		"keys out of order": {leaf, swapKeys},
		// bbolt would believe the list, and overwrite pages in use.
		"a page in use is free": {m.freelist, func(page []byte) {
			order.PutUint16(page[10:], uint16(freePages+1))
			order.PutUint64(page[pageHeader+8*freePages:], m.root)
		}},
		"a free page is beyond the end": {m.freelist, func(page []byte) {
			order.PutUint16(page[10:], uint16(freePages+1))
			order.PutUint64(page[pageHeader+8*freePages:], m.pages)
		}},
		"a page is neither free nor in use": {m.freelist, func(page []byte) {
			order.PutUint16(page[10:], uint16(freePages-1))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			bad := slices.Clone(content)
			c.damage(bad[4096*c.page:][:4096])
			require.NotEqual(t, content, bad)
			requireRefused(t, bad)
		})
	}
}

// rootOfHeaders returns the first page of the headers of tables.
func rootOfHeaders(t *testing.T, db *DB) (page uint64) {
	require.NoError(t, db.entries.ViewTx(t.Context(), func(tx *bbolt.Tx) error {
		page = uint64(tx.Bucket([]byte{'s', 1}).Root())
		return nil
	}))
	return page
}

// swapKeys swaps the first two keys of a leaf.
func swapKeys(page []byte) {
	first, second := page[pageHeader:][:elementSize], page[pageHeader+elementSize:][:elementSize]
	swapped := slices.Concat(second, first)
	const position = 4 // of a key, as an offset from its own element
	order.PutUint32(swapped[position:], order.Uint32(second[position:])+elementSize)
	order.PutUint32(swapped[elementSize+position:], order.Uint32(first[position:])-elementSize)
	copy(page[pageHeader:], swapped)
}
