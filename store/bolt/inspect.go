package bolt

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
)

// bbolt's meta page, which says how large the file must be: the header of a
// page, then magic, version, page size and flags of 4 bytes, then root, its
// sequence, the list of free pages, the number of pages, the transaction and
// the checksum of 8, in the machine's byte order. There are two, written in
// turn.
const (
	pageHeader  = 16
	metaSize    = 64
	metaSum     = 56
	bboltMagic  = 0xED0CDAED
	bboltFormat = 2
	noFreelist  = 1<<64 - 1
)

// inspectFile looks at a file before bbolt maps it into memory, where a page
// beyond the file's end would be a fault.
func inspectFile(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return errors.New("not a regular file")
	case info.Size() == 0:
		return fmt.Errorf("%w: the file is empty", ErrCorrupt)
	}
	m, err := newestMeta(f)
	if err != nil {
		return err
	}
	if need := m.pages * uint64(m.pageSize); m.pages > 1<<50 || uint64(info.Size()) < need {
		return fmt.Errorf("%w: the file is cut off: it has %d bytes of %d", ErrCorrupt, info.Size(), need)
	}
	if m.root >= m.pages || m.freelist >= m.pages && m.freelist != noFreelist {
		return fmt.Errorf("%w: its first page points beyond its end", ErrCorrupt)
	}
	return nil
}

// boltMeta is what counts of a meta page.
type boltMeta struct {
	pageSize                     uint32
	root, freelist, pages, txnum uint64
}

// newestMeta finds the valid meta page of the last transaction. The second lies
// a page into the file, whose size is unknown if the first is damaged.
func newestMeta(f io.ReaderAt) (boltMeta, error) {
	var newest boltMeta
	found := false
	use := func(off int64) {
		if m, ok := readMeta(f, off); ok && (!found || m.txnum > newest.txnum) {
			newest, found = m, true
		}
	}
	use(0)
	if found {
		use(int64(newest.pageSize))
		return newest, nil
	}
	for size := int64(1024); size <= 16<<20 && !found; size *= 2 {
		use(size)
	}
	if !found {
		return newest, fmt.Errorf("%w: it does not begin like a store", ErrCorrupt)
	}
	return newest, nil
}

func readMeta(f io.ReaderAt, off int64) (boltMeta, bool) {
	var page [pageHeader + metaSize]byte
	if _, err := f.ReadAt(page[:], off); err != nil {
		return boltMeta{}, false
	}
	b, order := page[pageHeader:], binary.NativeEndian
	sum := fnv.New64a()
	sum.Write(b[:metaSum])
	if order.Uint32(b) != bboltMagic || order.Uint32(b[4:]) != bboltFormat || order.Uint64(b[metaSum:]) != sum.Sum64() {
		return boltMeta{}, false
	}
	return boltMeta{
		pageSize: order.Uint32(b[8:]),
		root:     order.Uint64(b[16:]),
		freelist: order.Uint64(b[32:]),
		pages:    order.Uint64(b[40:]),
		txnum:    order.Uint64(b[48:]),
	}, true
}
