package entries

import "context"

type hasteKey struct{}

// Hasty returns a context for calls that somebody waits for. They fail soon while the store does
// not answer at all, so that an apology comes in time. Other calls try for longer.
func Hasty(ctx context.Context) context.Context { return context.WithValue(ctx, hasteKey{}, true) }

func IsHasty(ctx context.Context) bool { return ctx.Value(hasteKey{}) != nil }
