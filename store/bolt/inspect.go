package bolt

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
)

// This is the layout of bbolt's meta page, in the machine's byte order. After the page header come
// four fields of 4 bytes: magic, version, page size and flags. Then come seven of 8 bytes: root,
// its sequence, the list of free pages, the number of pages, the transaction and the checksum. A
// file has two meta pages, written in turn.
const (
	pageHeader  = 16
	metaSize    = 64
	metaSum     = 56
	bboltMagic  = 0xED0CDAED
	bboltFormat = 2
	noFreelist  = 1<<64 - 1
)

// inspectFile checks a file before bbolt maps it into memory. Reading a mapped page beyond the
// file's end would be a memory fault.
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
		return fmt.Errorf("%w: the file is cut off: it has %d of %d bytes", ErrCorrupt, info.Size(), need)
	}
	if m.root >= m.pages || m.freelist >= m.pages && m.freelist != noFreelist {
		return fmt.Errorf("%w: its first page points beyond its end", ErrCorrupt)
	}
	return nil
}

// boltMeta is the part of a meta page that the checks need.
type boltMeta struct {
	pageSize                     uint32
	root, freelist, pages, txnum uint64
}

// newestMeta returns the valid meta page of the last transaction. The second meta page starts one
// page into the file; if the first is damaged, the page size is unknown and all sizes are tried.
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
		return newest, fmt.Errorf("%w: it has no valid first page", ErrCorrupt)
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
