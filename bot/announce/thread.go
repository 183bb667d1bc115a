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

// A game in a new thread begins with a note in the channel, and the thread is opened under that
// note. Discord opens at most one thread under a message and gives it the message's ID. So both
// steps can be repeated, even after a crash between them: there is still one note and one thread.

const (
	// autoArchiveMinutes is how long a thread may be silent before Discord archives it. A week is
	// the maximum.
	autoArchiveMinutes = 7 * 24 * 60
	maxThreadName      = 100
)

// noteInChannel posts the note. A follow-up entry opens its thread.
func (a *Announcer) noteInChannel(ctx context.Context, n *announcement) (store.Settlement, error) {
	id, err := a.post(ctx, n, posts.ThreadNote(n.words, n.history.Table, 0))
	if hopeless(err) {
		return store.Settlement{}, a.stayInChannel(ctx, n, err)
	}
	next := n.Message
	next.Kind, next.Target = tables.OpenThread, id
	return store.Settlement{Follow: []store.Message{next}}, err
}

// threadUnder opens the thread under a note, adds a link to the note, and moves the table to the
// thread. If Discord refuses the thread for good, the game is played in the channel.
func (a *Announcer) threadUnder(ctx context.Context, n *announcement) (store.Settlement, error) {
	t := n.history.Table
	name := text.Cut(n.words.T(t.Game.Info().ID+".name", nil)+" · "+telling.HostName(t), maxThreadName)
	thread := table.ChannelID(n.Target)
	err := a.messages.StartThread(ctx, n.Channel.String(), n.Target.String(), name, autoArchiveMinutes)
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

// link adds the link to the thread to the note. A note that cannot be edited stays without a link.
func (a *Announcer) link(ctx context.Context, n *announcement, note *session.Message) error {
	err := a.messages.Edit(ctx, n.Channel.String(), n.Target.String(), note)
	if hopeless(err) || errors.Is(err, session.ErrTooManyEdits) {
		return nil
	}
	return err
}

// stayInChannel moves a game that can have no thread to the channel itself.
func (a *Announcer) stayInChannel(ctx context.Context, n *announcement, why error) error {
	a.log.Warn(
		"a thread cannot be opened, so the game is played in the channel", slog.Any("table", n.Table),
		slog.Any("channel", n.Channel), slog.Any("err", why),
	)
	return a.tables.MoveTo(ctx, n.Table, n.Channel)
}

// reopen unarchives a thread and sends the entry again. Only a moderator can reopen a locked
// thread; until then the entry stays in the outbox.
func (a *Announcer) reopen(ctx context.Context, n *announcement) (store.Settlement, error) {
	if err := a.messages.Unarchive(ctx, n.Channel.String()); err != nil {
		return store.Settlement{}, fmt.Errorf("reopening an archived thread: %w", err)
	}
	return a.do(ctx, n)
}

// hopeless reports whether a request would fail for ever. Missing permissions and archived threads
// do not count, since somebody can grant permissions and reopen threads.
func hopeless(err error) bool {
	return errors.Is(err, session.ErrPermanent) &&
		!errors.Is(err, session.ErrForbidden) && !errors.Is(err, session.ErrArchived)
}
