package announce

import (
	"context"
	"errors"
	"strings"

	"amytis/bot/discord"
	"amytis/bot/discord/message"
	"amytis/bot/discord/rest"
	"amytis/bot/say/posts"
	"amytis/bot/say/sentences"
	"amytis/store"
)

// Removing the buttons of an old message is best effort. A press of an outdated button changes
// nothing, and the player is told so. Such an entry has its own queue and slots, so that it never
// delays a message.

// maxStrips is how often the removal of a message's buttons is tried, since the program's last
// start. With the usual pauses that takes about eight minutes.
const maxStrips = 10

// strip removes the buttons of a message, and its clocks.
func (p *poster) strip(ctx context.Context, e *entry) (done store.Settlement, err error) {
	return done, p.messages.Retire(ctx, e.Channel.String(), e.Target.String(), func(content string) (string, error) {
		if !posts.HasClock(content) {
			return content, nil
		}
		if err := p.load(ctx, e); err != nil {
			return "", err
		}
		return posts.WithoutClocks(e.words, content), nil
	})
}

// endClocks puts words in place of the clocks of the notices that followed a message. They link to
// it.
func (p *poster) endClocks(ctx context.Context, e *entry) (done store.Settlement, err error) {
	if err := p.load(ctx, e); err != nil {
		return done, err
	}
	channel, link := e.Channel.String(), sentences.LinkTo(e.history.Header, e.Target)
	var notices []discord.Posted
	_, err = p.messages.FindPosted(ctx, channel, uint64(e.Target), func(m discord.Posted) bool {
		if len(m.Controls) == 0 && posts.HasClock(m.Content) && strings.HasSuffix(m.Content, link) {
			notices = append(notices, m)
		}
		return false
	})
	if errors.Is(err, discord.ErrUnreadable) {
		return done, nil // the notices stay as they are
	}
	for _, m := range notices {
		if err != nil {
			break
		}
		content := posts.EndedNotice(e.words, e.history.Table, m.Content)
		err = p.messages.Edit(ctx, channel, m.ID, &message.Message{Content: content, KeepAttachments: true})
	}
	return done, err
}

// needless reports whether it is not worth trying again to remove buttons. That is so if the
// message is gone, if Discord refuses, or if it limits the edits of old messages.
func needless(err error, tries int) bool {
	return errors.Is(err, rest.ErrPermanent) || errors.Is(err, rest.ErrTooManyEdits) || tries >= maxStrips
}
