package bolt

import (
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"os"
)

// bbolt's meta page, in the machine's byte order: after the page header come four fields of 4 bytes
// (magic, version, page size, flags), then seven of 8 bytes (root, its sequence, the list of free
// pages, the number of pages, the transaction, the checksum). A file has two meta pages, written in
// turn.
const (
	pageHeader  = 16
	metaSize    = 64
	metaSum     = 56
	bboltMagic  = 0xED0CDAED
	bboltFormat = 2
)

func irregularError(mode fs.FileMode) error {
	kind := "a pipe, a socket or a device"
	if mode.IsDir() {
		kind = "a folder"
	}
	return fmt.Errorf("it is %s, not a regular file: set the path of the store to a file", kind)
}

// inspectFile returns an error unless a file can be mapped into memory, as bbolt does: reading a
// mapped page beyond the file's end would be a memory fault.
func inspectFile(path string) error {
	info, err := os.Stat(path) // to open a named pipe would wait for its other end
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return irregularError(info.Mode())
	case info.Size() == 0:
		return damagedError("the file is empty")
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
	need := m.pages * uint64(m.pageSize)
	if m.pages > 1<<50 || uint64(info.Size()) < need {
		return damagedError("the file is cut off: it has %d of %d bytes", info.Size(), need)
	}
	return nil
}

type boltMeta struct {
	pageSize                     uint32
	root, freelist, pages, txnum uint64
}

// newestMeta returns the valid meta page with the highest transaction. The second one starts one
// page into the file. If the first is damaged, all page sizes are tried.
func newestMeta(f io.ReaderAt) (boltMeta, error) {
	newest := readMeta(f, 0)
	from, to := int64(1024), int64(16<<20)
	if newest != nil {
		from, to = int64(newest.pageSize), int64(newest.pageSize)
	}
	for size := from; size <= to; size *= 2 {
		if m := readMeta(f, size); m != nil && (newest == nil || m.txnum > newest.txnum) {
			newest = m
		}
	}
	if newest == nil {
		return boltMeta{}, damagedError("it has no valid first page, or is no store of amytis at all")
	}
	return *newest, nil
}

// readMeta returns nil for a damaged meta page.
func readMeta(f io.ReaderAt, off int64) *boltMeta {
	b := make([]byte, metaSize)
	_, err := f.ReadAt(b, off+pageHeader)
	sum := fnv.New64a()
	sum.Write(b[:metaSum])
	if err != nil || order.Uint32(b) != bboltMagic || order.Uint32(b[4:]) != bboltFormat ||
		order.Uint64(b[metaSum:]) != sum.Sum64() {
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
