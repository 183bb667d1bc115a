package gateway

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"time"

	"amytis/bot/discord/rest"
)

// ErrBusy means that Discord asks to connect again later: another process with the same token has
// just started a session, or a server of Discord is about to stop.
var ErrBusy = errors.New("the gateway asks to connect again later")

var errGreeted = errors.New("greeted by Discord")

const tryTimeout = 20 * time.Second

// Try connects to the gateway, and hangs up once Discord greets. If identify is set, it also starts
// the session of the first of some shards, 0 for the recommended number.
func Try(ctx context.Context, r *rest.Client, info Info, shards int, identify bool) error {
	ctx, cancel := context.WithTimeout(ctx, tryTimeout)
	defer cancel()
	ready := false
	g := New(Config{}, r, slog.New(slog.DiscardHandler), func(name string, _ []byte) (handle func()) {
		if name == "READY" {
			ready = true
			cancel()
		}
		return nil
	})
	s := newShard(g, 0, max(cmp.Or(shards, info.Shards), 1))
	err := s.connect(ctx, info.URL, func(context.Context) error {
		if identify {
			return nil
		}
		return errGreeted
	}).cause
	switch {
	case ready, errors.Is(err, errGreeted):
		return nil
	case ctx.Err() != nil:
		return errOpenTimeout
	case errors.Is(err, errReconnect), errors.Is(err, errInvalidSession), errors.Is(err, errInvalidResume):
		return ErrBusy
	}
	return cmp.Or(finalError(err), err)
}
