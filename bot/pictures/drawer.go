// Package pictures draws tables and attaches the pictures to messages. It bounds how many are drawn
// at once and how long a message waits for its picture.
package pictures

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"amytis/render"
)

// Drawer draws pictures, as many at once as there are processors: more would only make all of them
// late.
type Drawer struct {
	log     *slog.Logger
	cache   *render.Cache
	places  chan struct{}
	waiting atomic.Int32
	// background is for pictures that nobody waits for: they leave a place to those of answers.
	background chan struct{}
}

// Bounds of the queue for a place. Beyond them the answer comes without its picture: unbounded, a
// rush makes every answer late.
const (
	maxWaiting = 64
	maxWait    = time.Second
)

var errBusy = errors.New("pictures: too many pictures are being drawn")

// NewDrawer makes a drawer that draws as many pictures at once as there are places.
func NewDrawer(cache *render.Cache, places int, log *slog.Logger) *Drawer {
	return &Drawer{
		log: log, cache: cache, places: make(chan struct{}, places),
		background: make(chan struct{}, max(1, places-1)),
	}
}

// enter waits for a place, within bounds.
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
	timer := time.NewTimer(maxWait)
	defer timer.Stop()
	select {
	case d.places <- struct{}{}:
		return leave, nil
	case <-timer.C:
		return nil, errBusy
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// queue waits for a place however long it takes.
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
