package bot

import (
	"context"
	"errors"
	"log/slog"
)

// calmStop lowers log records about cancelled calls, which end with the bot, to debug.
type calmStop struct{ slog.Handler }

func (h calmStop) Handle(ctx context.Context, r slog.Record) error {
	r.Attrs(func(a slog.Attr) bool {
		err, isError := a.Value.Any().(error)
		if isError && errors.Is(err, context.Canceled) {
			r.Level = slog.LevelDebug
		}
		return r.Level != slog.LevelDebug
	})
	if !h.Enabled(ctx, r.Level) {
		return nil
	}
	return h.Handler.Handle(ctx, r)
}

func (h calmStop) WithAttrs(attrs []slog.Attr) slog.Handler {
	return calmStop{h.Handler.WithAttrs(attrs)}
}
func (h calmStop) WithGroup(name string) slog.Handler { return calmStop{h.Handler.WithGroup(name)} }
