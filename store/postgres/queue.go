package postgres

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"amytis/engine/table"
	"amytis/store"
)

// queue implements [store.Queues].
type queue struct {
	*server
	// woken receives when a commit of this handle has added to the outbox.
	woken  chan struct{}
	claims *claims
}

// claims is what a handle knows of its claims.
type claims struct {
	any atomic.Bool
	// calling is locked by Claim.
	calling sync.Mutex
	// round is the number of the last call to the server, and since of the first one without an
	// answer. calling guards them.
	round, since int64

	mu sync.Mutex
	// terms holds the term of each lease that this handle has won and has not seen end.
	terms map[table.ChannelID]int64
}

func (q queue) wake() {
	select {
	case q.woken <- struct{}{}:
	default:
	}
}

// lookEvery is the time between two looks for messages of other handles. It varies by half, so that
// handles do not all look at once.
const lookEvery = 300 * time.Millisecond

func (q queue) Claim(ctx context.Context, limit int, lease time.Duration) ([]store.Entry, error) {
	for limit > 0 {
		messages, err := q.claim(ctx, limit, lease)
		if err != nil || len(messages) > 0 {
			return messages, err
		}
		select {
		case <-q.woken:
		case <-time.After(lookEvery*3/4 + rand.N(lookEvery/2)):
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-q.closing:
			return nil, store.ErrClosed
		}
	}
	return nil, errors.New("store: a claim of no entries")
}

func (q queue) claim(ctx context.Context, limit int, lease time.Duration) (messages []store.Entry, err error) {
	q.claims.calling.Lock()
	defer q.claims.calling.Unlock()
	q.claims.any.Store(true)
	q.claims.mu.Lock()
	known := signed(slices.Collect(maps.Keys(q.claims.terms))) // the channels whose queues it believes to have
	q.claims.mu.Unlock()
	var terms map[table.ChannelID]int64
	err = q.do(ctx, func(ctx context.Context) error {
		q.claims.round++
		const claim = `SELECT seq, message, inherited, channel, term FROM claim_outbox($1, $2, $3, $4, $5, $6)`
		messages, terms = nil, map[table.ChannelID]int64{}
		var seq, channel, term int64
		var text string
		var inherited bool
		return eachRow(ctx, q.pool, []any{&seq, &text, &inherited, &channel, &term}, func() error {
			m, err := decodeMessage(seq, text)
			m.Inherited = inherited
			messages, terms[table.ChannelID(channel)] = append(messages, m), term
			return err
		}, claim, q.instance, limit, lease, q.claims.round, q.claims.since, known)
	})
	if err != nil {
		return nil, err
	}
	q.claims.since = q.claims.round + 1
	q.claims.mu.Lock()
	defer q.claims.mu.Unlock()
	maps.Copy(q.claims.terms, terms)
	return messages, nil
}

func (q queue) Renew(ctx context.Context, lease time.Duration) (lost []table.ChannelID, err error) {
	q.claims.mu.Lock()
	before := maps.Clone(q.claims.terms)
	q.claims.mu.Unlock()
	renewed := map[table.ChannelID]int64{}
	err = q.do(ctx, func(ctx context.Context) error {
		clear(renewed)
		// claim_outbox has the same order, so that the two do not wait for each other.
		const renew = `WITH mine AS (SELECT channel FROM leases WHERE holder = $1 ORDER BY channel FOR UPDATE) ` +
			`UPDATE leases l SET until = clock_timestamp() + $2::interval FROM mine ` +
			`WHERE l.channel = mine.channel AND l.holder = $1 ` +
			`RETURNING l.channel, l.term`
		var channel, term int64
		return eachRow(ctx, q.pool, []any{&channel, &term}, func() error {
			renewed[table.ChannelID(channel)] = term
			return nil
		}, renew, q.instance, lease)
	})
	if err != nil {
		return nil, err
	}
	q.claims.mu.Lock()
	defer q.claims.mu.Unlock()
	for channel, term := range before {
		// A lease that ends during the call is not lost.
		if renewed[channel] != term && q.claims.terms[channel] == term {
			delete(q.claims.terms, channel)
			lost = append(lost, channel)
		}
	}
	return lost, nil
}

func (q queue) Settle(ctx context.Context, seq uint64, s store.Settlement) error {
	follow, err := encodeMessages(s.Follow, time.Now())
	if err != nil {
		return err
	}
	var ended *int64 // the channel of a lease that has ended
	doubt, err := q.try(ctx, attemptTimeout, func(ctx context.Context) error {
		err := q.pool.QueryRow(ctx, `SELECT settle_message($1, $2, $3, $4, $5, $6)`,
			q.instance, int64(seq), int64(s.Sent), follow.channels, follow.tables, follow.texts).Scan(&ended)
		if isCode(err, codeNotFound) {
			const gone = `NOT EXISTS (SELECT FROM outbox WHERE seq = $3)`
			if err := q.confirm(ctx, gone, int64(seq)); err != nil {
				return err
			}
		}
		return err
	})
	switch {
	case doubt && errors.Is(err, store.ErrNotFound) && !errors.Is(err, errTaken):
		// The first try has settled it. If that ended the lease, Renew finds out.
		ended = nil
	case err != nil:
		return fmt.Errorf("settle message %d: %w", seq, err)
	}
	if ended != nil {
		q.claims.mu.Lock()
		delete(q.claims.terms, table.ChannelID(*ended))
		q.claims.mu.Unlock()
	}
	if len(s.Follow) > 0 {
		q.wake()
	}
	return nil
}

func (q queue) Release(ctx context.Context) error {
	err := q.do(ctx, q.release)
	if err == nil {
		q.claims.mu.Lock()
		clear(q.claims.terms)
		q.claims.mu.Unlock()
	}
	return err
}

func (q queue) release(ctx context.Context) error {
	var b pgx.Batch
	b.Queue(`DELETE FROM leases WHERE holder = $1`, q.instance)
	b.Queue(`DELETE FROM holds WHERE holder = $1`, q.instance)
	return q.pool.SendBatch(ctx, &b).Close()
}

func (q queue) Hold(ctx context.Context, name string, ttl time.Duration) (mine bool, err error) {
	mine, _, err = q.HoldWith(ctx, name, ttl, "")
	return mine, err
}

func (q queue) HoldWith(
	ctx context.Context, name string, ttl time.Duration, note string,
) (mine bool, kept string, err error) {
	q.claims.any.Store(true)
	err = q.do(ctx, func(ctx context.Context) error {
		const hold = `INSERT INTO holds AS h (name, holder, until, note) ` +
			`VALUES ($1, $2, clock_timestamp() + $3::interval, $4) ` +
			`ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until, ` +
			`note = coalesce(nullif(excluded.note, ''), h.note) ` +
			`WHERE h.holder = excluded.holder OR h.until <= clock_timestamp() RETURNING note`
		err := q.pool.QueryRow(ctx, hold, name, q.instance, ttl, note).Scan(&kept)
		mine = err == nil
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		return err
	})
	return mine, kept, err
}

// Permits loses the permits of a try without an answer.
func (q queue) Permits(
	ctx context.Context, name string, n, limit int, span, pause time.Duration,
) (waits []time.Duration, err error) {
	err = q.do(ctx, func(ctx context.Context) error {
		const take = `SELECT take_permits($1, $2, $3, $4, $5)`
		return q.pool.QueryRow(ctx, take, name, n, limit, span, pause).Scan(&waits)
	})
	return waits, err
}

func (q queue) Outbox(ctx context.Context, after uint64, limit int) ([]store.Entry, error) {
	const list = `SELECT seq, message FROM outbox WHERE seq > $1 ORDER BY seq LIMIT $2`
	return ask(ctx, q.server, toMessage, list, int64(after), max(limit, 0))
}

// encoded are messages for the database.
type encoded struct {
	channels, tables []int64
	texts            []string
}

// encodeMessages returns the entries to add to the outbox now.
func encodeMessages(messages []store.Entry, now time.Time) (encoded, error) {
	n := len(messages)
	e := encoded{make([]int64, n), make([]int64, n), make([]string, n)}
	for i, m := range messages {
		m.Nonce, m.At = store.NewNonce(), now.UnixMilli()
		text, err := encodeText(&m)
		if err != nil {
			return e, err
		}
		e.channels[i], e.tables[i], e.texts[i] = int64(m.Channel), int64(m.Table), text
	}
	return e, nil
}

func toMessage(row pgx.CollectableRow) (m store.Entry, err error) {
	var seq int64
	var text string
	if err := row.Scan(&seq, &text); err != nil {
		return m, err
	}
	return decodeMessage(seq, text)
}

func decodeMessage(seq int64, text string) (m store.Entry, err error) {
	err = decode(text, &m, "message %d", seq)
	m.Seq = uint64(seq)
	return m, err
}
