package bolt

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
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
)

// inspectFile checks a file before bbolt maps it into memory. Reading a mapped page beyond the
// file's end would be a memory fault.
func inspectFile(path string) error {
	info, err := os.Stat(path) // to open a named pipe would wait for its other end
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s, not a regular file: set the path of the store to a file", kindOf(info.Mode()))
	case info.Size() == 0:
		return fmt.Errorf("%w: the file is empty", ErrCorrupt)
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	m, err := newestMeta(f)
	if err != nil {
		return err
	}
	if need := m.pages * uint64(m.pageSize); m.pages > 1<<50 || uint64(info.Size()) < need {
		return fmt.Errorf("%w: the file is cut off: it has %d of %d bytes", ErrCorrupt, info.Size(), need)
	}
	if m.root >= m.pages || m.freelist >= m.pages {
		return fmt.Errorf("%w: its first page points beyond its end", ErrCorrupt)
	}
	return nil
}

// kindOf says what a file is that is not a regular one.
func kindOf(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "it is a folder"
	case mode&fs.ModeNamedPipe != 0:
		return "it is a named pipe"
	case mode&fs.ModeSocket != 0:
		return "it is a socket"
	case mode&fs.ModeDevice != 0:
		return "it is a device"
	}
	return "it is something else"
}

// boltMeta is the part of a meta page that the checks need.
type boltMeta struct {
	pageSize                     uint32
	root, freelist, pages, txnum uint64
}

// newestMeta returns the valid meta page of the last transaction.
func newestMeta(f io.ReaderAt) (boltMeta, error) {
	metas := readMetas(f)
	switch {
	case metas[0] == nil && metas[1] == nil:
		return boltMeta{}, fmt.Errorf("%w: it has no valid first page", ErrCorrupt)
	case metas[0] == nil || metas[1] != nil && metas[1].txnum > metas[0].txnum:
		return *metas[1], nil
	}
	return *metas[0], nil
}

// readMetas returns both meta pages, nil for a damaged one. The second starts one page into the
// file; if the first is damaged, the page size is unknown and all sizes are tried.
func readMetas(f io.ReaderAt) (metas [2]*boltMeta) {
	if metas[0] = readMeta(f, 0); metas[0] != nil {
		metas[1] = readMeta(f, int64(metas[0].pageSize))
		return metas
	}
	for size := int64(1024); size <= 16<<20 && metas[1] == nil; size *= 2 {
		metas[1] = readMeta(f, size)
	}
	return metas
}

func readMeta(f io.ReaderAt, off int64) *boltMeta {
	var page [pageHeader + metaSize]byte
	if _, err := f.ReadAt(page[:], off); err != nil {
		return nil
	}
	return decodeMeta(page[pageHeader:])
}

// decodeMeta returns nil if the checksum is wrong.
func decodeMeta(b []byte) *boltMeta {
	order := binary.NativeEndian
	sum := fnv.New64a()
	sum.Write(b[:metaSum])
	if order.Uint32(b) != bboltMagic || order.Uint32(b[4:]) != bboltFormat || order.Uint64(b[metaSum:]) != sum.Sum64() {
		return nil
	}
	return &boltMeta{
		pageSize: order.Uint32(b[8:]),
		root:     order.Uint64(b[16:]),
		freelist: order.Uint64(b[32:]),
		pages:    order.Uint64(b[40:]),
		txnum:    order.Uint64(b[48:]),
	}
}

// bitFlipped reports whether a damaged meta page differs from a valid one in a single bit. A power
// failure during its write can tear a page, which is harmless, but it does not flip single bits.
func bitFlipped(f io.ReaderAt, off int64) bool {
	var page [pageHeader + metaSize]byte
	if _, err := f.ReadAt(page[:], off); err != nil {
		return false
	}
	b := page[pageHeader:]
	for bit := range 8 * metaSize {
		b[bit/8] ^= 1 << (bit % 8)
		if decodeMeta(b) != nil {
			return true
		}
		b[bit/8] ^= 1 << (bit % 8)
	}
	return false
}
