package entries

import "context"

type hasteKey struct{}

// Hasty returns a context for calls that somebody waits for. They fail soon while the database does
// not answer at all, so that an apology comes in time. Other calls try for longer. Changes fail
// with the error of late, if it returns one: nobody waits any more.
func Hasty(ctx context.Context, late func(context.Context) error) context.Context {
	return context.WithValue(ctx, hasteKey{}, late)
}

func IsHasty(ctx context.Context) bool { return ctx.Value(hasteKey{}) != nil }

// CheckLate returns the error of late, see [Hasty]. A store asks right before a change.
func CheckLate(ctx context.Context) error {
	if late, hasty := ctx.Value(hasteKey{}).(func(context.Context) error); hasty {
		return late(ctx)
	}
	return nil
}
