package interaction

import (
	"context"
	"log/slog"

	"amytis/store"
)

// Prefers returns what the user prefers, as the request first read it. It only logs a failure.
func (r *Request) Prefers(ctx context.Context) *store.Preferences {
	if r.prefs == nil {
		p, err := r.Store.Preferences(ctx, r.User)
		if err != nil && ctx.Err() == nil {
			r.Log.Error("reading what a user prefers", slog.Any("user", r.User), slog.Any("err", err))
		}
		r.prefs = &p
	}
	return r.prefs
}

// Explained is how often something is explained to a user who uses it.
const Explained = 3

// CountUse counts a use of something that is explained the first times. count finds the number.
func (r *Request) CountUse(ctx context.Context, count func(*store.Preferences) *int) error {
	if *count(r.Prefers(ctx)) > Explained {
		return nil
	}
	return r.Store.ChangePreferences(ctx, r.User, func(p *store.Preferences) error {
		*count(p) = min(*count(p)+1, Explained+1)
		*r.prefs = *p
		return nil
	})
}
