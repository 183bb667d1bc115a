// Package pictures draws tables with the games' galleries and attaches the pictures to Discord
// messages. It limits how many are drawn at once and how long a message waits for its picture.
package pictures

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"amytis/render"
)

// Drawer draws a few pictures at once, so that not all are late. It is safe for concurrent use.
type Drawer struct {
	log   *slog.Logger
	cache *render.Cache
	// places limits the pictures that are drawn at once, background the patient requests among
	// them, so that one place is left for answers to users.
	places, background chan struct{}
}

// maxWait is how long a message waits for a place. Then it goes without its picture.
const maxWait = time.Second

var errBusy = errors.New("pictures: too many pictures are being drawn")

// NewDrawer returns a drawer of at most `places` pictures at once, 1 or more.
func NewDrawer(cache *render.Cache, places int, log *slog.Logger) *Drawer {
	return &Drawer{
		log: log, cache: cache, places: make(chan struct{}, places),
		background: make(chan struct{}, max(1, places-1)),
	}
}

// enter waits for a place, which leave gives back. The error is errBusy after maxWait, unless
// patient.
func (d *Drawer) enter(ctx context.Context, patient bool) (leave func(), err error) {
	if patient {
		if err := takePlace(ctx, d.background); err != nil {
			return nil, err
		}
		if err := takePlace(ctx, d.places); err != nil {
			<-d.background
			return nil, err
		}
		return func() { <-d.places; <-d.background }, nil
	}
	ctx, cancel := context.WithTimeoutCause(ctx, maxWait, errBusy)
	defer cancel()
	return func() { <-d.places }, takePlace(ctx, d.places)
}

func takePlace(ctx context.Context, among chan struct{}) error {
	select {
	case among <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
