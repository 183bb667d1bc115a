package bolt

import (
	"context"
	"encoding/binary"
	"os"

	"amytis/store/progress"
)

// file checks everything about a file that its pages tell: their order, and the checksum. It
// reports whether the pages are sound, so that bbolt can read them, and sets c.entries. The program
// must hold the lock.
func (c *checker) file(path string) (sound bool, err error) {
	file, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer file.Close()
	m, err := newestMeta(file)
	if err != nil {
		return false, err
	}
	c.metas(file, m)
	before := len(c.faults)
	var s summer
	about := metaEntries{}
	pages := newPageChecker(c.ctx, file, m, c.fault, func(bucket, k, v []byte) {
		s.put(bucket, k, v)
		about.note(bucket, k, v)
	})
	// The first two pages are read already.
	pages.reading = progress.Begin(c.ctx, "reading the file", progress.Count(m.pages-2))
	err = pages.all()
	if err != nil || len(c.faults) > before {
		return false, err
	}
	c.entries = s.digest
	if !about.sealed() {
		return true, c.past(file, m)
	}
	return true, c.checksum(m, about, s.digest)
}

// metas reports a damaged meta page. A power failure during its write leaves one, and the other
// then holds the state before; so the start of the program reports it only if a bit was flipped.
func (c *checker) metas(file *os.File, m boltMeta) {
	for i, is := range readMetas(file) {
		off := int64(i) * int64(m.pageSize)
		switch {
		case is != nil:
		case bitFlipped(file, off):
			c.fault("one bit of page %d has changed; the last change to the store is lost", i)
		case !c.starting:
			c.fault(
				"page %d is damaged: if the machine lost power while amytis ran, nothing is lost, and "+
					"starting amytis repairs it; if not, the last change to the store is lost", i,
			)
		}
	}
}

// checksum compares the checksum of a file's entries with the one that the file has.
func (c *checker) checksum(m boltMeta, about metaEntries, have digest) error {
	want, err := decodeSeal(about.seal)
	switch {
	case err != nil:
		return err
	case !want.of(m):
		c.fault(
			"its first page is of transaction %d, its entries are of transaction %d: not everything was written",
			m.txnum, want.tx,
		)
	case want.sum != have:
		c.fault("the entries do not match their checksum: at least one has changed")
	}
	return nil
}

// of reports whether the seal was written together with a first page. The second of the first pages
// of a backup is numbered one less than it should be.
func (s *seal) of(m boltMeta) bool { return s.tx == m.txnum || s.tx == m.txnum+1 }

// metaEntries are the entries of the meta bucket that tell how to check a file.
type metaEntries struct{ schema, seal []byte }

func (e *metaEntries) note(bucket, k, v []byte) {
	if string(bucket) != string(metaBucket) {
		return
	}
	switch string(k) {
	case string(schemaKey):
		e.schema = append([]byte{}, v...)
	case string(sumKey):
		e.seal = append([]byte{}, v...)
	}
}

// firstSealed is the first schema with a checksum.
const firstSealed = 5

// sealed reports whether the file must have a checksum that this program understands.
func (e *metaEntries) sealed() bool {
	if len(e.schema) != 4 {
		return false
	}
	schema := int(binary.BigEndian.Uint32(e.schema))
	return schema >= firstSealed && schema <= len(migrations)+1
}

// stoppedClean reports whether the program that wrote a file last stopped after that, when all was
// well. It reads only the few pages that tell.
func stoppedClean(path string) (bool, error) {
	file, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer file.Close()
	m, err := newestMeta(file)
	if err != nil {
		return false, err
	}
	faults := checker{ctx: context.Background()}
	about := metaEntries{}
	pages := newPageChecker(faults.ctx, file, m, faults.fault, about.note)
	pages.only = metaBucket
	if err := pages.tree(m.root, nil, nil, 0); err != nil || len(faults.faults) > 0 {
		return false, err
	}
	if !about.sealed() {
		return false, nil
	}
	s, err := decodeSeal(about.seal)
	return err == nil && s.clean && s.tx == m.txnum, nil
}

// checkPages checks a file like checker.file, but accepts what a power failure leaves. It returns
// the checksum of the entries. The error is ErrCorrupt if it finds a fault.
func checkPages(ctx context.Context, path string) (digest, error) {
	c := checker{ctx: ctx, starting: true}
	if _, err := c.file(path); err != nil {
		return digest{}, err
	}
	return c.entries, c.asError()
}
