package bolt

import (
	"bytes"
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine/longrun"
)

// TestFileWithADamagedPageIsRefused damages pages of a kind, one at a time.
func TestFileWithADamagedPageIsRefused(t *testing.T) {
	t.Parallel()
	content, m := grownStore(t)
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
		// bbolt would not find the keys.
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
				requireRefused(t, bad)
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
