package bolt

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"slices"
	"time"

	"amytis/store"
	"amytis/store/progress"
)

// bbolt follows any pointer of a damaged page: it may crash, loop or use up the memory. So all
// pages of a file are checked before bbolt reads them.

// A page begins with its number (8 bytes), its kind (2), the count of its elements (2), and how
// many more pages it covers (4). The elements follow, then the keys and values to which they point.
// The list of free pages has numbers in place of elements.
const (
	branchPage   = 1
	leafPage     = 2
	freelistPage = 16

	elementSize = 16
	numberSize  = 8
	// bucketHead is the size of the root's number and a sequence at the start of a bucket's value.
	// If the root is 0, a page without a number follows.
	bucketHead = 16
)

var order = binary.NativeEndian

// pageChecker notes which pages are in use, and so reads each only once.
type pageChecker struct {
	ctx     context.Context
	file    *os.File
	m       boltMeta
	used    []bool
	reading *progress.Part
}

// checkPages returns an error unless the pages of a file are sound. m is the state that it checked.
func checkPages(ctx context.Context, path string, wait time.Duration) (m boltMeta, err error) {
	b, file, err := openFile(path, wait, true) // nobody writes meanwhile
	if err != nil {
		return m, err
	}
	defer b.Close()
	if m, err = newestMeta(file); err != nil {
		return m, err
	}
	c := pageChecker{ctx: ctx, file: file, m: m, used: make([]bool, m.pages)}
	c.reading = progress.Begin(ctx, "reading the file", progress.Count(m.pages))
	c.used[0], c.used[1] = true, true
	c.reading.Add(2)
	if err := c.checkTree(m.root, nil, nil); err != nil {
		return m, err
	}
	if err := c.checkFreePages(); err != nil {
		return m, err
	}
	if number := slices.Index(c.used, false); number >= 0 {
		return m, damagedError("page %d is neither free nor in use", number)
	}
	return m, nil
}

func damagedError(format string, args ...any) error {
	return fmt.Errorf("%w: %s", store.ErrDamaged, fmt.Sprintf(format, args...))
}

// readPage returns a page with those that it covers, and notes that they are in use.
func (c *pageChecker) readPage(number uint64) ([]byte, error) {
	if err := c.ctx.Err(); err != nil {
		return nil, err
	}
	if number >= c.m.pages {
		return nil, damagedError("a page points to page %d, beyond the end", number)
	}
	size := uint64(c.m.pageSize)
	page := make([]byte, size)
	if _, err := c.file.ReadAt(page, int64(number*size)); err != nil {
		return nil, err
	}
	count := 1 + uint64(order.Uint32(page[12:]))
	switch is := order.Uint64(page); {
	case is != number:
		return nil, damagedError("page %d has the number %d", number, is)
	case number+count > c.m.pages:
		return nil, damagedError("page %d goes on beyond the end", number)
	}
	for i := range count {
		if c.used[number+i] {
			return nil, damagedError("page %d is used twice", number+i)
		}
		c.used[number+i] = true
	}
	c.reading.Add(int64(count))
	if count == 1 {
		return page, nil
	}
	page = append(page, make([]byte, (count-1)*size)...)
	_, err := c.file.ReadAt(page[size:], int64((number+1)*size))
	return page, err
}

// checkTree checks a page and those below it, with keys from low up to high, nil for no end.
func (c *pageChecker) checkTree(number uint64, low, high []byte) error {
	page, err := c.readPage(number)
	if err != nil {
		return err
	}
	return c.checkElements(page, number, low, high)
}

// checkElements is checkTree for the content of a page, or of one inside of page number.
func (c *pageChecker) checkElements(page []byte, number uint64, low, high []byte) error {
	elements, err := elementsOf(page, number)
	if err != nil {
		return err
	}
	for i, e := range elements {
		above := bytes.Compare(e.key, low)
		if above < 0 || above == 0 && i > 0 || high != nil && bytes.Compare(e.key, high) >= 0 {
			return damagedError("key %d of page %d is out of order", i, number)
		}
		low = e.key
		switch {
		case order.Uint16(page[8:]) == branchPage && i+1 < len(elements):
			err = c.checkTree(order.Uint64(e.head[8:]), e.key, elements[i+1].key)
		case order.Uint16(page[8:]) == branchPage:
			err = c.checkTree(order.Uint64(e.head[8:]), e.key, high)
		case order.Uint32(e.head) != 0:
			err = c.checkBucket(e.value, number)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

type element struct{ head, key, value []byte }

// elementsOf returns the elements of a page of a tree. A branch has no values.
func elementsOf(page []byte, number uint64) (all []element, err error) {
	kind, count := order.Uint16(page[8:]), int(order.Uint16(page[10:]))
	if kind != leafPage && (kind != branchPage || count == 0) || pageHeader+count*elementSize > len(page) {
		return nil, damagedError("page %d cannot be a part of a tree", number)
	}
	all = make([]element, 0, count)
	for i := range count {
		start := pageHeader + i*elementSize
		head := page[start:][:elementSize]
		key, value := head, uint64(0) // key begins with where the key is, and its size
		if kind == leafPage {
			key, value = head[4:], uint64(order.Uint32(head[12:]))
		}
		from := uint64(start) + uint64(order.Uint32(key))
		middle := from + uint64(order.Uint32(key[4:]))
		if middle+value > uint64(len(page)) {
			return nil, damagedError("element %d of page %d goes on beyond its end", i, number)
		}
		all = append(all, element{head, page[from:middle], page[middle:][:value]})
	}
	return all, nil
}

func (c *pageChecker) checkBucket(value []byte, number uint64) error {
	switch {
	case len(value) >= bucketHead && order.Uint64(value) != 0:
		return c.checkTree(order.Uint64(value), nil, nil)
	case len(value) < bucketHead+pageHeader:
		return damagedError("a bucket of page %d is cut off", number)
	}
	return c.checkElements(value[bucketHead:], number, nil, nil)
}

func (c *pageChecker) checkFreePages() error {
	page, err := c.readPage(c.m.freelist)
	if err != nil {
		return err
	}
	list := page[pageHeader:]
	count := uint64(order.Uint16(page[10:]))
	if count == 0xffff {
		count = order.Uint64(list) // it does not fit into the header
		list = list[numberSize:]
	}
	if order.Uint16(page[8:]) != freelistPage || count > uint64(len(list)/numberSize) {
		return damagedError("page %d is no list of free pages", c.m.freelist)
	}
	for i := range count {
		free := order.Uint64(list[i*numberSize:])
		if free >= c.m.pages || c.used[free] {
			return damagedError("page %d is in the list of free pages, but is in use, or beyond the end", free)
		}
		c.used[free] = true
		c.reading.Add(1)
	}
	return nil
}
