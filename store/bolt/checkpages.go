package bolt

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math/bits"

	"amytis/store/progress"
)

// This is the layout of bbolt's pages, in the machine's byte order. A page starts with its number
// (8 bytes), its kind and its count of elements (2 each), and how many further pages it continues
// on (4). An element has 16 bytes. It gives the position of its key as an offset from the element's
// own start.
const (
	branchPage   = 0x01
	leafPage     = 0x02
	freelistPage = 0x10
	elementSize  = 16
	bucketFlag   = 1  // flag of a leaf's element: the value is a bucket
	bucketHead   = 16 // size of a bucket's root page number and sequence; root 0 means that a page follows inline
	maxDepth     = 64 // deeper than any real tree, so reached only by a cycle
)

// pageChecker walks through the pages of a file. It reads the file and does not use the memory map,
// because bbolt's own check follows any pointer of a damaged page, in a goroutine whose faults
// cannot be caught. If pageChecker finds nothing, bbolt's check is safe.
type pageChecker struct {
	ctx   context.Context
	file  io.ReaderAt
	meta  boltMeta
	used  []uint64 // one bit per page: part of a tree or of the free list
	fault func(format string, args ...any)
	// entry is called for every entry of every bucket, and with an empty key for a bucket's
	// sequence. It must not keep its arguments.
	entry func(bucket, k, v []byte)
	// only is the one bucket to read, nil for all.
	only []byte
	// reading is told of every page.
	reading *progress.Part
	// in is the bucket that is being read, nil outside of buckets.
	in []byte
}

func newPageChecker(
	ctx context.Context, file io.ReaderAt, m boltMeta, fault func(string, ...any), entry func(bucket, k, v []byte),
) *pageChecker {
	c := &pageChecker{
		ctx: ctx, file: file, meta: m, used: make([]uint64, m.pages/64+1), fault: fault, entry: entry,
	}
	c.use(0, 2, "the first pages") // meta pages
	return c
}

// all checks all pages of the file.
func (c *pageChecker) all() error {
	if err := c.free(); err != nil {
		return err
	}
	if err := c.tree(c.meta.root, nil, nil, 0); err != nil {
		return err
	}
	lost := int(c.meta.pages)
	for _, word := range c.used {
		lost -= bits.OnesCount64(word)
	}
	if lost > 0 {
		c.fault("%d pages are neither used nor free", lost)
	}
	return nil
}

// use marks pages as used. It returns false and reports a fault if a page is used twice or lies
// beyond the end.
func (c *pageChecker) use(first, count uint64, by string) bool {
	if count > c.meta.pages || first > c.meta.pages-count {
		c.fault("%s: page %d is beyond the end", by, first)
		return false
	}
	for p := first; p < first+count; p++ {
		if c.used[p/64]&(1<<(p%64)) != 0 {
			c.fault("%s: page %d is used twice", by, p)
			return false
		}
		c.used[p/64] |= 1 << (p % 64)
	}
	c.reading.Add(int64(count))
	return true
}

// read returns a page together with the pages it continues on, nil if it found a fault.
func (c *pageChecker) read(number uint64) ([]byte, error) {
	if err := c.ctx.Err(); err != nil {
		return nil, err
	}
	if number >= c.meta.pages {
		c.fault("page %d is beyond the end", number)
		return nil, nil
	}
	size := int64(c.meta.pageSize)
	page := make([]byte, size)
	if _, err := c.file.ReadAt(page, int64(number)*size); err != nil {
		return nil, err
	}
	if is := binary.NativeEndian.Uint64(page); is != number {
		c.fault("page %d says it is page %d", number, is)
		return nil, nil
	}
	over := int64(binary.NativeEndian.Uint32(page[12:]))
	if !c.use(number, uint64(over)+1, "tree") || over == 0 {
		return page, nil
	}
	page = make([]byte, (over+1)*size)
	_, err := c.file.ReadAt(page, int64(number)*size)
	return page, err
}

func (c *pageChecker) free() error {
	free, err := c.freePages()
	for _, number := range free {
		c.use(number, 1, "free pages")
	}
	return err
}

// freePages returns the numbers of the free pages, none if it found a fault.
func (c *pageChecker) freePages() ([]uint64, error) {
	page, err := c.read(c.meta.freelist)
	if err != nil || page == nil {
		return nil, err
	}
	order := binary.NativeEndian
	if order.Uint16(page[8:]) != freelistPage {
		c.fault("page %d is not the list of free pages", c.meta.freelist)
		return nil, nil
	}
	count, ids := uint64(order.Uint16(page[10:])), page[pageHeader:]
	if count == 0xffff { // too many for the field: the first entry is the count
		count, ids = order.Uint64(ids), ids[8:]
	}
	if count > uint64(len(ids)/8) {
		c.fault("the list of free pages is longer than its pages")
		return nil, nil
	}
	free := make([]uint64, count)
	for i := range free {
		free[i] = order.Uint64(ids[8*i:])
	}
	return free, nil
}

// tree checks a page and everything below it. Its keys must be from low (nil for any) to high,
// exclusive.
func (c *pageChecker) tree(number uint64, low, high []byte, depth int) error {
	page, err := c.read(number)
	if err != nil || page == nil {
		return err
	}
	return c.elements(fmt.Sprintf("page %d", number), page, low, high, depth)
}

func (c *pageChecker) elements(name string, page, low, high []byte, depth int) error {
	order := binary.NativeEndian
	kind, count := order.Uint16(page[8:]), int(order.Uint16(page[10:]))
	switch {
	case kind != branchPage && kind != leafPage:
		c.fault("%s has the unknown kind %#x", name, kind)
		return nil
	case depth > maxDepth:
		c.fault("%s is too deep in the tree", name)
		return nil
	case pageHeader+count*elementSize > len(page), kind == branchPage && count == 0:
		c.fault("%s has an impossible count of %d elements", name, count)
		return nil
	}
	keys, values, ok := splitElements(page, kind, count)
	if !ok {
		c.fault("%s: an element lies outside the page", name)
		return nil
	}
	if !c.inOrder(name, keys, low, high) {
		return nil
	}
	for i := range count {
		element := page[pageHeader+i*elementSize:]
		var err error
		switch {
		case kind == branchPage:
			below := high
			if i+1 < count {
				below = keys[i+1]
			}
			if c.wants(keys[i], below) {
				err = c.tree(order.Uint64(element[8:]), keys[i], below, depth+1)
			}
		case order.Uint32(element)&bucketFlag != 0:
			if c.in != nil || c.only == nil || bytes.Equal(c.only, keys[i]) {
				err = c.bucket(keys[i], values[i], depth)
			}
		case c.in == nil:
			c.fault("%s: entry %q is in no bucket", name, keys[i])
		default:
			c.entry(c.in, keys[i], values[i])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// splitElements returns a page's keys, and a leaf's values. ok is false if an element lies outside
// the page.
func splitElements(page []byte, kind uint16, count int) (keys, values [][]byte, ok bool) {
	order := binary.NativeEndian
	for i := range count {
		at := pageHeader + i*elementSize
		element := page[at : at+elementSize]
		pos, keySize, valueSize := order.Uint32(element[4:]), order.Uint32(element[8:]), order.Uint32(element[12:])
		if kind == branchPage {
			pos, keySize, valueSize = order.Uint32(element), order.Uint32(element[4:]), 0
		}
		from := uint64(at) + uint64(pos)
		if keySize == 0 || from+uint64(keySize)+uint64(valueSize) > uint64(len(page)) {
			return nil, nil, false
		}
		value := page[from+uint64(keySize):]
		keys = append(keys, page[from:from+uint64(keySize)])
		values = append(values, value[:valueSize])
	}
	return keys, values, true
}

// inOrder checks that keys increase, from low to below high.
func (c *pageChecker) inOrder(name string, keys [][]byte, low, high []byte) bool {
	for i, k := range keys {
		fits := bytes.Compare(low, k) <= 0 && (high == nil || bytes.Compare(k, high) < 0)
		if !fits || i > 0 && bytes.Compare(keys[i-1], k) >= 0 {
			c.fault("%s: key %x is out of order", name, k)
			return false
		}
	}
	return true
}

// wants reports whether keys from low to below high can be of use.
func (c *pageChecker) wants(low, high []byte) bool {
	return c.in != nil || c.only == nil ||
		bytes.Compare(low, c.only) <= 0 && (high == nil || bytes.Compare(c.only, high) < 0)
}

func (c *pageChecker) bucket(name, value []byte, depth int) error {
	if c.in != nil {
		c.fault("bucket %q holds another bucket %q", c.in, name)
		return nil
	}
	if len(value) < bucketHead {
		c.fault("bucket %q has only %d bytes", name, len(value))
		return nil
	}
	c.in = name
	defer func() { c.in = nil }()
	c.entry(name, nil, key(binary.NativeEndian.Uint64(value[8:])))
	if root := binary.NativeEndian.Uint64(value); root != 0 {
		return c.tree(root, nil, nil, depth+1)
	}
	if len(value) < bucketHead+pageHeader {
		c.fault("bucket %q has no page", name)
		return nil
	}
	return c.elements(fmt.Sprintf("bucket %q", name), value[bucketHead:], nil, nil, depth+1)
}
