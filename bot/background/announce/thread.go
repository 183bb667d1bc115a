package announce

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"amytis/bot/discord/rest"
	"amytis/bot/play/tables"
	"amytis/bot/say/posts"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine/table"
	"amytis/store"
)

// A game in a new thread begins with a note in the channel, under which the thread is opened.
// Discord opens at most one thread under a message, with the message's ID. So both steps can be
// repeated, even after a crash.

const (
	// autoArchiveMinutes is the longest silence after which Discord lets a thread be archived: a
	// week.
	autoArchiveMinutes = 7 * 24 * 60
	maxThreadName      = 100
)

func (p *poster) noteInChannel(ctx context.Context, e *entry) (store.Settlement, error) {
	id, err := p.post(ctx, e, posts.ThreadNote(e.words, e.history.Table, 0))
	if hopeless(err) {
		return store.Settlement{}, p.stayInChannel(ctx, e, err)
	}
	next := e.Entry
	next.Kind, next.Target = tables.OpenThread, id
	return follow(next), err
}

// threadUnder opens the thread, links to it in the note, and moves the table there. If Discord
// refuses the thread for good, the game is played in the channel.
func (p *poster) threadUnder(ctx context.Context, e *entry) (store.Settlement, error) {
	t := e.history.Table
	name := text.Cut(e.words.T(t.Game.Info().ID+".name", nil)+" · "+sentences.HostName(t), maxThreadName)
	thread := table.ChannelID(e.Target)
	err := p.messages.StartThread(ctx, e.Channel.String(), e.Target.String(), name, autoArchiveMinutes)
	if hopeless(err) {
		return store.Settlement{}, p.stayInChannel(ctx, e, err)
	}
	if err == nil {
		err = p.messages.Edit(ctx, e.Channel.String(), e.Target.String(), posts.ThreadNote(e.words, t, thread))
	}
	if hopeless(err) || errors.Is(err, rest.ErrTooManyEdits) {
		err = nil // the note stays without a link to the thread
	}
	if err != nil {
		return store.Settlement{}, err
	}
	return store.Settlement{}, p.tables.MoveTo(ctx, e.Table, thread)
}

func (p *poster) stayInChannel(ctx context.Context, e *entry, why error) error {
	p.log.Warn(
		"a thread cannot be opened, so the game is played in the channel", slog.Any("table", e.Table),
		slog.Any("channel", e.Channel), slog.Any("err", why),
	)
	return p.tables.MoveTo(ctx, e.Table, e.Channel)
}

// reopen unarchives a thread and sends the entry again. A locked thread waits for a moderator.
func (p *poster) reopen(ctx context.Context, e *entry) (store.Settlement, error) {
	if err := p.messages.Unarchive(ctx, e.Channel.String()); err != nil {
		return store.Settlement{}, fmt.Errorf("reopening an archived thread: %w", err)
	}
	return p.do(ctx, e)
}

// hopeless reports whether a request would fail for ever. Somebody can grant permissions and reopen
// threads.
func hopeless(err error) bool {
	return errors.Is(err, rest.ErrPermanent) &&
		!errors.Is(err, rest.ErrForbidden) && !errors.Is(err, rest.ErrArchived)
}
