package postgres

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"amytis/store"
	"amytis/store/entries"
)

var _ entries.DB = (*handle)(nil)

// try names the changes of a call of Apply. Each call has another number.
type try struct {
	name   string
	number int64
}

// end is after all keys.
var end = bytes.Repeat([]byte{0xff}, 32)

// bounds are the arguments of a query for a range.
func bounds(in entries.Range) (low, high []byte, limit *int64) {
	low = append([]byte{}, in.From...) // not NULL
	high = in.To
	if high == nil {
		high = end
	}
	if in.Limit > 0 {
		limit = new(int64(in.Limit))
	}
	return low, high, limit
}

const readRanges = `SELECT r.n, e.key, e.value
FROM unnest($1::smallint[], $2::bytea[], $3::bytea[], $4::boolean[], $5::bigint[])
	WITH ORDINALITY AS r (space, low, high, back, most, n)
CROSS JOIN LATERAL (
	(SELECT key, value FROM entries
		WHERE NOT r.back AND space = r.space AND key >= r.low AND key < r.high ORDER BY key LIMIT r.most)
	UNION ALL
	(SELECT key, value FROM entries
		WHERE r.back AND space = r.space AND key >= r.low AND key < r.high ORDER BY key DESC LIMIT r.most)
) AS e`

func (h *handle) Read(ctx context.Context, ranges ...entries.Range) (found [][]entries.Entry, err error) {
	var spaces []int16
	var lows, highs [][]byte
	var back []bool
	var limits []*int64
	for _, in := range ranges {
		low, high, limit := bounds(in)
		spaces = append(spaces, int16(in.Space))
		lows = append(lows, low)
		highs = append(highs, high)
		back = append(back, in.Back)
		limits = append(limits, limit)
	}
	err = h.retry(ctx, func(ctx context.Context) error {
		found = make([][]entries.Entry, len(ranges))
		if len(ranges) == 0 {
			return nil
		}
		var place int
		var e entries.Entry
		rows, err := h.pool.Query(ctx, readRanges, spaces, lows, highs, back, limits)
		if err != nil {
			return err
		}
		_, err = pgx.ForEachRow(rows, []any{&place, &e.Key, &e.Value}, func() error {
			found[place-1] = append(found[place-1], e)
			e = entries.Entry{} // without it, the next row would be read into the same bytes
			return nil
		})
		return err
	})
	return found, err
}

func (h *handle) View(ctx context.Context, read func(entries.Reader) error) error {
	return h.viewMoment(ctx, func(ctx context.Context, tx pgx.Tx) error { return read(reader{ctx, tx}) })
}

type reader struct {
	ctx context.Context
	tx  pgx.Tx
}

const (
	// firstPage is how many entries Scan reads at first. The next pages are larger, up to lastPage.
	firstPage = 64
	lastPage  = 4096
)

func (r reader) Scan(in entries.Range, each func(k, v []byte) (bool, error)) error {
	low, high, _ := bounds(in)
	order := ``
	if in.Back {
		order = ` DESC`
	}
	remaining := in.Limit
	for size := firstPage; ; size = min(4*size, lastPage) {
		if in.Limit > 0 {
			size = min(size, remaining)
		}
		rows, _ := r.tx.Query(r.ctx, `SELECT key, value FROM entries WHERE space = $1 AND key >= $2 AND key < $3 `+
			`ORDER BY key`+order+` LIMIT $4`, int16(in.Space), low, high, size)
		page, err := pgx.CollectRows(rows, pgx.RowToStructByPos[entries.Entry])
		if err != nil {
			return err
		}
		for _, e := range page {
			if more, err := each(e.Key, e.Value); err != nil || !more {
				return err
			}
		}
		remaining -= len(page)
		if len(page) < size || in.Limit > 0 && remaining == 0 {
			return nil
		}
		last := page[len(page)-1].Key
		if in.Back {
			high = last
		} else {
			low = append(last, 0)
		}
	}
}

func (h *handle) Apply(ctx context.Context, changes []entries.Change) error {
	entries.Sort(changes)
	spaces := []int16{} // not NULL
	var keys, was, is [][]byte
	var blind, next []bool
	for _, c := range changes {
		spaces = append(spaces, int16(c.Space))
		keys = append(keys, append([]byte{}, c.Key...)) // not NULL
		was = append(was, c.Was)
		is = append(is, c.Is)
		blind = append(blind, c.Blind)
		next = append(next, c.Next)
	}
	limit := attemptTimeout
	if len(changes) > 1000 {
		limit = longTimeout
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-h.open.Done():
		return store.ErrClosed
	case t := <-h.tries:
		defer func() { h.tries <- t }()
		t.number++
		doubt, err := h.retryWithin(ctx, limit, func(ctx context.Context) error {
			_, err := h.pool.Exec(ctx, `SELECT apply($1, $2, $3, $4, $5, $6, $7, $8)`,
				t.name, t.number, spaces, keys, was, is, blind, next)
			return err
		})
		var refused *pgconn.PgError
		switch {
		case errors.As(err, &refused) && refused.Code == "AM001": // see schema.sql
			place, _ := strconv.Atoi(refused.Message)
			return &entries.Conflict{Change: changes[place-1]}
		case err != nil && doubt && !errors.As(err, &refused):
			return fmt.Errorf("%w: %w", store.ErrInDoubt, err)
		case err == nil && slices.Contains(next, true):
			signal(h.changed)
			signal(h.tell)
		}
		return err
	}
}

func (h *handle) Hold(ctx context.Context, name string, ttl time.Duration, note string) (mine bool, kept string, err error) {
	const hold = `INSERT INTO holds AS h VALUES ($1, $2, clock_timestamp() + $3::interval, $4) ` +
		`ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until, ` +
		`note = coalesce(nullif(excluded.note, ''), h.note) ` +
		`WHERE h.holder = excluded.holder OR h.until <= clock_timestamp() RETURNING note`
	err = h.retry(ctx, func(ctx context.Context) error {
		err := h.pool.QueryRow(ctx, hold, name, h.instance, ttl, note).Scan(&kept)
		mine = err == nil
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		return err
	})
	return mine, kept, err
}

func (h *handle) Release(ctx context.Context) error {
	return h.retry(ctx, func(ctx context.Context) error {
		_, err := h.pool.Exec(ctx, `DELETE FROM holds WHERE holder = $1`, h.instance)
		return err
	})
}

func (h *handle) Changed() <-chan struct{} { return h.changed }

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
