package claims

import (
	"context"
	"errors"
	"slices"
	"time"

	"amytis/engine/table"
	"amytis/store"
)

// Handle is a handle of a store in one process. Make it with [Book.NewHandle].
type Handle struct {
	book *Book
	name string
	// grown receives when there may be entries for the handle.
	grown chan struct{}
	// lost has the channels whose queues others have taken over since the last Renew.
	lost []table.ChannelID
}

// NewHandle returns a handle with a new random name.
func (b *Book) NewHandle() *Handle {
	h := &Handle{book: b, name: store.NewNonce(), grown: make(chan struct{}, 1)}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.handles = append(b.handles, h)
	h.signal()
	return h
}

// Name returns the handle's name.
func (h *Handle) Name() string { return h.name }

// signal has the handle look for entries again.
func (h *Handle) signal() {
	select {
	case h.grown <- struct{}{}:
	default:
	}
}

// Claim does the work of [store.Queues].Claim until the store closes, which returns
// [store.ErrClosed]. read returns the messages with the given numbers, without those that are
// settled already. If read fails, the next Claim gets the same entries.
func (h *Handle) Claim(
	ctx context.Context, closing <-chan struct{}, limit int, lease time.Duration,
	read func(seqs []uint64) ([]store.Message, error),
) ([]store.Message, error) {
	for limit > 0 {
		select {
		case <-closing:
			return nil, store.ErrClosed
		default:
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		taken, pause := h.leaseFree(limit, lease)
		if len(taken) > 0 {
			page, err := h.read(taken, read)
			if err != nil || len(page) > 0 {
				return page, err
			}
			continue
		}
		if err := h.await(ctx, closing, pause); err != nil {
			return nil, err
		}
	}
	return nil, errors.New("store: a claim of no entries")
}

// await waits until there may be entries for the handle. That is so after a pause, unless it is 0.
func (h *Handle) await(ctx context.Context, closing <-chan struct{}, pause time.Duration) error {
	var over <-chan time.Time
	if pause > 0 {
		t := time.NewTimer(pause)
		defer t.Stop()
		over = t.C
	}
	select {
	case <-h.grown:
	case <-over:
	case <-closing:
		return store.ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}

// read returns the messages of entries that the handle has just taken. If it fails, it gives the
// entries back.
func (h *Handle) read(taken []Entry, read func(seqs []uint64) ([]store.Message, error)) ([]store.Message, error) {
	seqs := make([]uint64, len(taken))
	inherited := make(map[uint64]bool, len(taken))
	for i, e := range taken {
		seqs[i], inherited[e.Seq] = e.Seq, e.Given
	}
	page, err := read(seqs)
	if err != nil {
		h.giveBack(taken)
		return nil, err
	}
	for i := range page {
		page[i].Inherited = inherited[page[i].Seq]
	}
	return page, nil
}

// leaseFree leases free queues and returns their entries as they were before, at most limit of
// them. Without entries it returns for how long others keep the first of their queues, 0 if they
// have none.
func (h *Handle) leaseFree(limit int, lease time.Duration) (taken []Entry, pause time.Duration) {
	b, now := h.book, time.Now()
	b.mu.Lock()
	defer b.mu.Unlock()
	pause = b.endLeases(h, now)
	kept := b.free[:0]
	for _, e := range b.free {
		q := b.queues[e.Channel]
		switch {
		case b.entries[e.Seq] != e:
			continue // settled
		case len(taken) == limit || q.owner != nil && q.owner != h || slices.Contains(h.lost, e.Channel):
			kept = append(kept, e)
			continue
		}
		taken = append(taken, e.Entry)
		q.owner, q.until = h, now.Add(lease)
		e.out, e.Given = true, true
	}
	clear(b.free[len(kept):])
	b.free = kept
	if len(taken) == limit {
		h.signal()
	}
	return taken, pause
}

// endLeases takes the queues whose time is over from the other handles. It returns how long the
// first of their other leases lasts, 0 if there is none. The caller holds mu.
func (b *Book) endLeases(h *Handle, now time.Time) (pause time.Duration) {
	if len(b.handles) == 1 {
		return 0
	}
	for channel, q := range b.queues {
		switch left := q.until.Sub(now); {
		case q.owner == nil || q.owner == h:
		case left <= 0:
			q.owner.lost = append(q.owner.lost, channel)
			b.leave(q)
		case pause == 0 || left < pause:
			pause = left
		}
	}
	return pause
}

// giveBack undoes take.
func (h *Handle) giveBack(taken []Entry) {
	b := h.book
	b.mu.Lock()
	defer b.mu.Unlock()
	var back []*entry
	for _, t := range taken {
		// Meanwhile it may be settled, or another handle may have it.
		if e := b.entries[t.Seq]; e != nil && b.queues[e.Channel].owner == h {
			e.Given = t.Given
			back = append(back, e)
		}
	}
	b.putBack(back)
	h.signal()
}

// Renew does the work of [store.Queues].Renew.
func (h *Handle) Renew(lease time.Duration) (lost []table.ChannelID) {
	b, until := h.book, time.Now().Add(lease)
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, q := range b.queues {
		if q.owner == h {
			q.until = until
		}
	}
	if lost, h.lost = h.lost, nil; len(lost) > 0 {
		h.signal() // they may be free
	}
	return lost
}

// Release does the work of [store.Queues].Release.
func (h *Handle) Release() {
	b := h.book
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, q := range b.queues {
		if q.owner == h {
			b.leave(q)
		}
	}
	for name, held := range b.holds {
		if held.by == h {
			delete(b.holds, name)
		}
	}
	b.wake()
}

// MaySettle reports whether the handle may settle an entry: no other handle has its queue.
func (h *Handle) MaySettle(seq uint64) bool {
	b := h.book
	b.mu.Lock()
	defer b.mu.Unlock()
	e := b.entries[seq]
	if e == nil {
		return true
	}
	q := b.queues[e.Channel]
	return q.owner == nil || q.owner == h || !q.until.After(time.Now())
}

// Hold does the work of [store.Queues].Hold.
func (h *Handle) Hold(name string, ttl time.Duration) bool {
	b, now := h.book, time.Now()
	b.mu.Lock()
	defer b.mu.Unlock()
	if held, ok := b.holds[name]; ok && held.by != h && held.until.After(now) {
		return false
	}
	b.holds[name] = hold{h, now.Add(ttl)}
	return true
}
