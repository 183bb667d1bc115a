package bolt

import (
	"go.etcd.io/bbolt"

	"amytis/engine/table"
	"amytis/store"
	"amytis/store/progress"
)

// tables compares headers with logs, and checks that the indexes hold the entries each header
// needs.
func (c *checker) tables() error {
	var id table.ID
	var events table.Version
	var log []table.Event // shorter than events if one of them cannot be read
	var sum uint64
	first, headed := true, true
	next := func(is table.ID) {
		if !headed {
			c.Fault("table %d has a log but no header", id)
		}
		id, events, log, sum, headed = is, 0, log[:0:0], 0, false
	}
	checking := progress.Begin(c.ctx, "checking the games", func() int64 { return entriesIn(c.tx, tablesBucket) })
	err := c.each(tablesBucket, func(k, v []byte) {
		checking.Add(1)
		if is := table.ID(number(k, 0)); is != id || first {
			next(is)
			first = false
		}
		if keyVersion(k) == afterLog {
			headed = true
			c.header(id, events, log, sum, v)
			return
		}
		events, sum = events+1, chain(sum, v)
		if e, ok := c.event(id, events, k, v); ok {
			log = append(log, e)
		}
	})
	next(0)
	return err
}

func entriesIn(tx *bbolt.Tx, buckets ...[]byte) (n int64) {
	for _, name := range buckets {
		n += int64(tx.Bucket(name).Stats().KeyN)
	}
	return n
}

func (c *checker) event(id table.ID, version table.Version, k, v []byte) (e table.Event, ok bool) {
	if keyVersion(k) != version {
		c.Fault("table %d: found key %x in place of version %d", id, k, version)
	}
	e, err := table.ParseEvent(v)
	if err != nil {
		c.Fault("table %d: event %d: %v", id, version, err)
	}
	return e, err == nil
}

func (c *checker) header(id table.ID, events table.Version, log []table.Event, sum uint64, v []byte) {
	r, h, ok := c.record(id, v)
	if !ok {
		return
	}
	if r.chain != sum {
		c.Fault("the log of table %d does not match its checksum", id)
	}
	if (r.deadline == 0) != (r.due == 0) || r.due > r.deadline {
		c.Fault("table %d: the deadline is %d but the index says %d", id, r.deadline, r.due)
	}
	c.indexed(id, &h, r.due)
	var result *store.Result
	if r.result != 0 {
		k := key2(h.Guild, r.result)
		if stored := c.get(resultsBucket, k); stored == nil {
			c.Fault("table %d: its result %d is missing", id, r.result)
		} else if decoded, err := decodeResult(k, stored); err == nil { // results reports one that cannot be read
			result = &decoded
		}
	}
	c.Table(id, &h, int(events), log, r.result, result)
}

func (c *checker) record(id table.ID, v []byte) (record, store.Header, bool) {
	r, err := decodeRecord(id, v)
	if err != nil {
		c.Fault("%v", err)
		return r, store.Header{}, false
	}
	h, err := r.header(id)
	if err != nil {
		c.Fault("%v", err)
		return r, h, false
	}
	return r, h, true
}

func (c *checker) lookup(index string, id uint64) (record, store.Header, bool) {
	v := c.get(tablesBucket, headKey(table.ID(id)))
	if v == nil {
		c.Fault("%s: table %d does not exist", index, id)
		return record{}, store.Header{}, false
	}
	return c.record(table.ID(id), v)
}

func (c *checker) get(bucket, k []byte) []byte {
	return c.tx.Bucket(bucket).Get(k)
}
