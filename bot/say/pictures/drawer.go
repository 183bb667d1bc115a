// Package pictures draws tables with the games' galleries and attaches the pictures to Discord
// messages. It limits how many are drawn at once and how long a message waits for its picture.
package pictures

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"amytis/render"
)

// Drawer draws a few pictures at once, so that not all are late. It is safe for concurrent use.
type Drawer struct {
	log   *slog.Logger
	cache *render.Cache
	// places limits the pictures that are drawn at once.
	places  chan struct{}
	waiting atomic.Int32 // impatient requests in the queue
	// background limits the patient requests, so that one place is left for answers to users.
	background chan struct{}
}

// Limits of the queue. Beyond them a message goes without its picture: others would wait too long.
const (
	maxWaiting = 64
	maxWait    = time.Second
)

var errBusy = errors.New("pictures: too many pictures are being drawn")

// NewDrawer returns a drawer of at most `places` pictures at once, 1 or more.
func NewDrawer(cache *render.Cache, places int, log *slog.Logger) *Drawer {
	return &Drawer{
		log: log, cache: cache, places: make(chan struct{}, places),
		background: make(chan struct{}, max(1, places-1)),
	}
}

// enter waits for a place, which leave gives back. The error is errBusy if that takes too long.
func (d *Drawer) enter(ctx context.Context) (leave func(), err error) {
	leave = func() { <-d.places }
	select {
	case d.places <- struct{}{}:
		return leave, nil
	default:
	}
	if d.waiting.Add(1) > maxWaiting {
		d.waiting.Add(-1)
		return nil, errBusy
	}
	defer d.waiting.Add(-1)
	ctx, cancel := context.WithTimeoutCause(ctx, maxWait, errBusy)
	defer cancel()
	select {
	case d.places <- struct{}{}:
		return leave, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// queue is enter for patient requests.
func (d *Drawer) queue(ctx context.Context) (leave func(), err error) {
	select {
	case d.background <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	select {
	case d.places <- struct{}{}:
		return func() { <-d.places; <-d.background }, nil
	case <-ctx.Done():
		<-d.background
		return nil, ctx.Err()
	}
}
