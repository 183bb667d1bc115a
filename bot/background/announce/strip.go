package announce

import (
	"context"
	"errors"
	"strings"

	"amytis/bot/discord"
	"amytis/bot/discord/message"
	"amytis/bot/say/posts"
	"amytis/bot/say/sentences"
	"amytis/store"
)

// Removing the buttons of an old message is best effort, in its own queue and slots: a press of an
// outdated button changes nothing, and the answer says so.

// maxStrips is how often a removal is tried since the start, with the usual pauses for about eight
// minutes.
const maxStrips = 10

func (p *poster) stripButtons(ctx context.Context, e *entry) (done store.Settlement, err error) {
	if p.Tables.Answers.Show(e.Target, e.Version) {
		return done, nil // the press that started the game has closed the lobby
	}
	return done, p.Messages.Retire(ctx, e.Channel.String(), e.Target.String(), func(content string) (string, error) {
		if !posts.HasClock(content) {
			return content, nil
		}
		if err := p.readTable(ctx, e); err != nil {
			return "", err
		}
		return posts.WithoutClocks(e.words, content), nil
	})
}

// endClocks replaces the clocks of the notices that followed a message, and link to it.
func (p *poster) endClocks(ctx context.Context, e *entry) (done store.Settlement, err error) {
	if err := p.readTable(ctx, e); err != nil {
		return done, err
	}
	channel, link := e.Channel.String(), sentences.LinkTo(e.history.Header, e.Target)
	var notices []discord.Posted
	_, err = p.Messages.FindPosted(ctx, channel, uint64(e.Target), func(m discord.Posted) bool {
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
		err = p.Messages.Edit(ctx, channel, m.ID, &message.Message{Content: content, KeepAttachments: true})
	}
	return done, err
}
