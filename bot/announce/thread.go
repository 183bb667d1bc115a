package announce

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"amytis/bot/posts"
	"amytis/bot/session"
	"amytis/bot/tables"
	"amytis/bot/telling"
	"amytis/bot/text"
	"amytis/engine/table"
	"amytis/store"
)

// A game in a thread of its own begins with a note in the channel, from which the thread hangs:
// Discord opens a thread of a message once, and gives it the message's ID. So both steps can be
// tried again, after a crash at any point as well, and there is one note and one thread.

const (
	// threadSilence is after how many minutes without a message Discord archives a thread: a week,
	// the longest there is.
	threadSilence = 10_080
	maxThreadName = 100
)

// noteInChannel posts the note, and asks for its thread.
func (a *Announcer) noteInChannel(ctx context.Context, n *announcement) (store.Settlement, error) {
	note := posts.ThreadNote(n.words, n.loaded.Table, 0)
	id, err := a.client.Send(ctx, n.Channel.String(), note, a.nonce(n.Message))
	if hopeless(err) {
		return store.Settlement{}, a.stayInChannel(ctx, n, err)
	}
	next := n.Message
	next.Kind, next.Target = tables.OpenThread, table.ParseID[table.MessageID](id)
	return store.Settlement{Follow: []store.Message{next}}, err
}

// threadUnder opens the thread of a note, links to it, and moves the table there. Where there can
// be no thread the game is played in the channel.
func (a *Announcer) threadUnder(ctx context.Context, n *announcement) (store.Settlement, error) {
	t := n.loaded.Table
	name := text.Cut(n.words.T(t.Game.Info().ID+".name", nil)+" · "+telling.HostName(t), maxThreadName)
	thread := table.ChannelID(n.Target)
	err := a.client.StartThread(ctx, n.Channel.String(), n.Target.String(), name, threadSilence)
	if hopeless(err) {
		return store.Settlement{}, a.stayInChannel(ctx, n, err)
	}
	if err == nil {
		err = a.link(ctx, n, posts.ThreadNote(n.words, t, thread))
	}
	if err != nil {
		return store.Settlement{}, err
	}
	return store.Settlement{}, a.tables.MoveTo(ctx, n.Table, thread)
}

// link puts the link to the thread into the note, unless that is gone.
func (a *Announcer) link(ctx context.Context, n *announcement, note *session.Message) error {
	err := a.client.Edit(ctx, n.Channel.String(), n.Target.String(), note)
	if hopeless(err) {
		return nil
	}
	return err
}

// stayInChannel has a game played in the channel itself, since it can have no thread there.
func (a *Announcer) stayInChannel(ctx context.Context, n *announcement, why error) error {
	a.log.Warn(
		"no thread can be opened", slog.Any("table", n.Table), slog.Any("channel", n.Channel), slog.Any("err", why),
	)
	return a.tables.MoveTo(ctx, n.Table, n.Channel)
}

// reopen brings an archived thread back and sends there again. In one that is locked only a
// moderator can: until then the entry stays in the outbox.
func (a *Announcer) reopen(ctx context.Context, n *announcement) (store.Settlement, error) {
	if err := a.client.Unarchive(ctx, n.Channel.String()); err != nil {
		return store.Settlement{}, fmt.Errorf("the thread is archived and has to be opened again: %w", err)
	}
	return a.send(ctx, n)
}

// hopeless reports whether what failed would fail for ever: a permission can be given and a thread
// be opened again.
func hopeless(err error) bool {
	return errors.Is(err, session.ErrPermanent) &&
		!errors.Is(err, session.ErrForbidden) && !errors.Is(err, session.ErrArchived)
}
