package core

import (
	"context"
	"slices"

	"amytis/engine/table"
	"amytis/store"
	"amytis/store/entries"
	"amytis/store/progress"
)

// Ended calls each with every ended table that match accepts, by ID, all of one moment. A table
// that cannot be read goes to damaged, and the others follow.
func (s *Store) Ended(
	ctx context.Context, match func(store.Header) bool,
	each func(id table.ID, log []table.Event) error, damaged func(id table.ID, err error),
) error {
	return s.db.DB.View(ctx, func(raw entries.Reader) error {
		exporting := progress.Begin(ctx, "exporting", func() int64 { return count(ctx, raw, heads) })
		r := unsealer{raw}
		return raw.Scan(entries.Range{Space: heads}, func(k, v []byte) (bool, error) {
			exporting.Add(1)
			id := table.ID(number(k, 0))
			v, err := unseal(heads, k, v)
			var h head
			if err == nil {
				h, err = decodeHead(id, v)
			}
			if err == nil && (h.Status != store.Ended || !match(h.Header)) {
				return true, ctx.Err()
			}
			var log []table.Event
			if err == nil {
				log, err = readLog(r, id, &h)
			}
			if err != nil {
				damaged(id, err)
				return true, ctx.Err()
			}
			return true, each(id, log)
		})
	})
}

func count(ctx context.Context, r entries.Reader, spaces ...entries.Space) (n int64) {
	for _, space := range spaces {
		_ = r.Scan(entries.Range{Space: space}, func(_, _ []byte) (bool, error) { n++; return true, ctx.Err() })
	}
	return n
}

// Places returns where tables are open.
func (s *Store) Places(ctx context.Context) (places []store.Place, err error) {
	return places, s.db.DB.View(ctx, func(r entries.Reader) error {
		places, err = PlacesIn(r)
		return err
	})
}

// PlacesIn returns where tables are open in a database.
func PlacesIn(r entries.Reader) (places []store.Place, err error) {
	of := unsealer{r}
	return places, of.Scan(entries.Range{Space: open}, func(k, v []byte) (bool, error) {
		h, err := readHead(of, table.ID(number(v, 0)))
		if err == nil {
			places = append(places, store.Place{Guild: h.Guild, Channel: table.ChannelID(number(k, 0))})
		}
		return true, notDamage(err)
	})
}

// all returns copies of the entries of a range.
func all(r entries.Reader, in entries.Range) (found []entries.Entry, err error) {
	return found, r.Scan(in, func(k, v []byte) (bool, error) {
		found = append(found, entries.Entry{Key: slices.Clone(k), Value: slices.Clone(v)})
		return true, nil
	})
}
