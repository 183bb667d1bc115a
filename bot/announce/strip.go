package announce

import (
	"context"
	"errors"

	"amytis/bot/posts"
	"amytis/bot/session"
)

// Removing the buttons of an old message is best effort. A press of an outdated button changes
// nothing, and the player is told so. Such an entry has its own queue and slots, so that it never
// delays a message.

// maxStrips is how often the removal of a message's buttons is tried, since the program's last
// start. With the usual pauses that takes about eight minutes.
const maxStrips = 10

// strip removes the buttons of a message, and its clocks.
func (a *Announcer) strip(ctx context.Context, d *delivery) error {
	select {
	case a.stripSlots <- struct{}{}:
		defer func() { <-a.stripSlots }()
	case <-ctx.Done():
		return ctx.Err()
	}
	return a.client.Retire(ctx, d.Channel.String(), d.Target.String(), func(content string) (string, error) {
		if !posts.HasClock(content) {
			return content, nil
		}
		n, err := a.load(ctx, d)
		if err != nil {
			return "", err
		}
		return posts.WithoutClocks(n.words, content), nil
	})
}

// needless reports whether it is not worth trying again to remove buttons. That is so if the
// message is gone, if Discord refuses, or if it limits the edits of old messages.
func needless(err error, tries int) bool {
	return errors.Is(err, session.ErrPermanent) || errors.Is(err, session.ErrTooManyEdits) || tries >= maxStrips
}
