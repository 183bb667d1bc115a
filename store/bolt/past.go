package bolt

import (
	"encoding/binary"
	"os"

	"amytis/engine/table"
)

// Files of schemas before firstSealed have no checksum. Their last transaction can still be
// compared with the one before it, whose pages bbolt does not reuse yet.

// growth is what only grows from one transaction to the next.
type growth struct {
	sequences map[string]uint64
	versions  map[table.ID]table.Version
	// outbox has the numbers of the entries. It shrinks, but a number never comes back.
	outbox map[uint64]bool
}

func (p *growth) note(bucket, k, v []byte) {
	switch {
	case len(k) == 0:
		p.sequences[string(bucket)] = number(v, 0)
	case string(bucket) == string(tablesBucket) && keyVersion(k) == afterLog && len(v) >= 4:
		p.versions[table.ID(number(k, 0))] = table.Version(binary.BigEndian.Uint32(v))
	case string(bucket) == string(outboxBucket):
		p.outbox[number(k, 0)] = true
	}
}

// past reports a fault if the file's last transaction is in truth an older one than that before it.
func (c *checker) past(file *os.File, newest boltMeta) error {
	for _, m := range readMetas(file) {
		if m == nil || m.txnum >= newest.txnum || m.root == newest.root {
			continue
		}
		before, err := c.growth(file, *m)
		if err != nil {
			return err
		}
		now, err := c.growth(file, newest)
		if err != nil {
			return err
		}
		if now.lags(before) {
			c.fault(
				"transaction %d, the last one, is older than the one before it: not everything was written",
				newest.txnum,
			)
		}
	}
	return nil
}

func (c *checker) growth(file *os.File, m boltMeta) (*growth, error) {
	p := &growth{map[string]uint64{}, map[table.ID]table.Version{}, map[uint64]bool{}}
	ignore := func(string, ...any) {} // the state before may be damaged
	return p, newPageChecker(c.ctx, file, m, ignore, p.note).tree(m.root, nil, nil, 0)
}

// lags reports whether p lacks something that there was before.
func (p *growth) lags(before *growth) bool {
	for bucket, n := range before.sequences {
		if p.sequences[bucket] < n {
			return true
		}
	}
	for id, v := range before.versions {
		if p.versions[id] < v {
			return true
		}
	}
	for seq := range p.outbox {
		if seq <= before.sequences[string(outboxBucket)] && !before.outbox[seq] {
			return true
		}
	}
	return false
}
