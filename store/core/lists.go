package core

import (
	"context"
	"slices"

	"amytis/engine/table"
	"amytis/store"
	"amytis/store/entries"
	"amytis/store/progress"
)

// Ended calls each with every ended table that match accepts, by ID, all of one moment. Tables that
// cannot be read go to damaged.
func (s *Store) Ended(
	ctx context.Context, match func(store.Header) bool,
	each func(id table.ID, log []table.Event) error, damaged func(id table.ID, err error),
) error {
	return s.db.DB.View(ctx, func(raw entries.Reader) error {
		exporting := progress.Begin(ctx, "exporting", func() int64 { return countEntries(ctx, raw, heads) })
		sound := unsealer{raw, func(k []byte, err error) { damaged(table.ID(number(k, 0)), err) }}
		return sound.eachHead(func(id table.ID, h head) error {
			exporting.Add(1)
			if ctx.Err() != nil || h.Status != store.Ended || !match(h.Header) {
				return ctx.Err()
			}
			log, err := readLog(sound.strict(), id, &h)
			if err == nil {
				err = each(id, log)
			}
			return err
		})
	})
}

func (u unsealer) eachHead(each func(id table.ID, h head) error) error {
	return u.Scan(entries.Range{Space: heads}, func(k, v []byte) (bool, error) {
		id := table.ID(number(k, 0))
		h, err := decodeHead(id, v)
		if err == nil {
			err = each(id, h)
		}
		return true, err
	})
}

func countEntries(ctx context.Context, r entries.Reader, spaces ...entries.Space) (n int64) {
	for _, space := range spaces {
		_ = r.Scan(entries.Range{Space: space}, func(_, _ []byte) (bool, error) { n++; return true, ctx.Err() })
	}
	return n
}

func (s *Store) Places(ctx context.Context) (places []store.Place, err error) {
	return places, s.db.DB.View(ctx, func(r entries.Reader) error {
		places, err = PlacesIn(r)
		return err
	})
}

func PlacesIn(r entries.Reader) (places []store.Place, err error) {
	sound := unsealer{r, func([]byte, error) {}}
	return places, sound.Scan(entries.Range{Space: open}, func(k, v []byte) (bool, error) {
		h, err := readHead(sound.strict(), table.ID(number(v, 0)))
		if err == nil {
			places = append(places, store.Place{Guild: h.Guild, Channel: table.ChannelID(number(k, 0))})
		}
		return true, err
	})
}

// readAll returns copies of the entries of a range.
func readAll(r entries.Reader, in entries.Range) (found []entries.Entry, err error) {
	return found, r.Scan(in, func(k, v []byte) (bool, error) {
		found = append(found, entries.Entry{Key: slices.Clone(k), Value: slices.Clone(v)})
		return true, nil
	})
}
