package announce

import (
	"context"
	"errors"
	"strings"

	"amytis/bot/posts"
	"amytis/bot/session"
	"amytis/bot/tables"
	"amytis/bot/telling"
)

// Removing the buttons of an old message is best effort. A press of an outdated button changes
// nothing, and the player is told so. Such an entry has its own queue and slots, so that it never
// delays a message.

// maxStrips is how often the removal of a message's buttons is tried, since the program's last
// start. With the usual pauses that takes about eight minutes.
const maxStrips = 10

// strip removes the buttons of a message, and its clocks. For the kind tables.EndClocks it only
// ends the clocks of the notices that followed the message.
func (a *Announcer) strip(ctx context.Context, d *delivery) error {
	select {
	case a.stripSlots <- struct{}{}:
		defer func() { <-a.stripSlots }()
	case <-ctx.Done():
		return ctx.Err()
	}
	if d.Kind == tables.EndClocks {
		return a.endClocks(ctx, d)
	}
	return a.messages.Retire(ctx, d.Channel.String(), d.Target.String(), func(content string) (string, error) {
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

// endClocks puts words in place of the clocks of the notices that followed a message. They link to
// it.
func (a *Announcer) endClocks(ctx context.Context, d *delivery) error {
	n, err := a.load(ctx, d)
	if err != nil {
		return err
	}
	channel, link := d.Channel.String(), telling.LinkTo(n.history.Header, d.Target)
	var notices []session.Posted
	_, err = a.messages.FindPosted(ctx, channel, uint64(d.Target), func(p session.Posted) bool {
		if len(p.Controls) == 0 && posts.HasClock(p.Content) && strings.HasSuffix(p.Content, link) {
			notices = append(notices, p)
		}
		return false
	})
	if errors.Is(err, session.ErrUnreadable) {
		return nil // the notices stay as they are
	}
	for _, p := range notices {
		if err != nil {
			break
		}
		content := posts.EndedNotice(n.words, n.history.Table, p.Content)
		err = a.messages.Edit(ctx, channel, p.ID, &session.Message{Content: content, KeepAttachments: true})
	}
	return err
}

// needless reports whether it is not worth trying again to remove buttons. That is so if the
// message is gone, if Discord refuses, or if it limits the edits of old messages.
func needless(err error, tries int) bool {
	return errors.Is(err, session.ErrPermanent) || errors.Is(err, session.ErrTooManyEdits) || tries >= maxStrips
}
