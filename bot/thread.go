package bot

import (
	"context"
	"errors"
	"fmt"

	"amytis/bot/session"
	"amytis/bot/text"
	"amytis/engine/table"
	"amytis/store"
)

// A game in a thread of its own begins with a note in the channel, from which
// the thread hangs: Discord opens a thread of a message once, and gives it the
// message's ID. So both steps can be tried again, after a crash at any point as
// well, and there is one note and one thread.

const (
	// threadSilence is after how many minutes without a message Discord archives
	// a thread: a week, the longest there is.
	threadSilence = 10_080
	maxThreadName = 100
)

// noteInChannel posts the note, and asks for its thread.
func (a *announcer) noteInChannel(ctx context.Context, n *announcement) (store.Settlement, error) {
	note := threadNote(n.words, n.loaded.table, 0)
	id, err := a.client.Send(ctx, n.Channel.String(), note, a.nonce(n.Message))
	if hopeless(err) {
		return store.Settlement{}, a.stayInChannel(ctx, n, err)
	}
	next := n.Message
	next.Kind, next.Target = openThread, table.ParseID[table.MessageID](id)
	return store.Settlement{Follow: []store.Message{next}}, err
}

// threadNote tells the channel of a game that is played in a thread; 0 is one
// that is not there yet.
func threadNote(w *text.Words, t *table.Table, thread table.ChannelID) *session.Message {
	note := w.Say("bot.thread.note", "Game", w.T(t.Game.Info().ID+".name", nil), "Name", text.Plain(hostName(t)))
	if thread != 0 {
		note += " <#" + thread.String() + ">"
	}
	return &session.Message{Content: note}
}

// threadUnder opens the thread of a note, links to it, and moves the table
// there. Where there can be no thread the game is played in the channel.
func (a *announcer) threadUnder(ctx context.Context, n *announcement) (store.Settlement, error) {
	t := n.loaded.table
	name := text.Cut(n.words.T(t.Game.Info().ID+".name", nil)+" · "+hostName(t), maxThreadName)
	thread := table.ChannelID(n.Target)
	err := a.client.StartThread(ctx, n.Channel.String(), n.Target.String(), name, threadSilence)
	if hopeless(err) {
		return store.Settlement{}, a.stayInChannel(ctx, n, err)
	}
	if err == nil {
		err = a.link(ctx, n, threadNote(n.words, t, thread))
	}
	if err != nil {
		return store.Settlement{}, err
	}
	return store.Settlement{}, a.tables.moveTo(ctx, n.Table, thread)
}

// link puts the link to the thread into the note, unless that is gone.
func (a *announcer) link(ctx context.Context, n *announcement, note *session.Message) error {
	err := a.client.Edit(ctx, n.Channel.String(), n.Target.String(), note)
	if hopeless(err) {
		return nil
	}
	return err
}

// stayInChannel has a game played in the channel itself, since it can have no
// thread there.
func (a *announcer) stayInChannel(ctx context.Context, n *announcement, why error) error {
	a.log.Warn("no thread can be opened", "table", n.Table, "channel", n.Channel, "err", why)
	return a.tables.moveTo(ctx, n.Table, n.Channel)
}

// reopen brings an archived thread back and sends there again. In one that is
// locked only a moderator can: until then the entry stays in the outbox.
func (a *announcer) reopen(ctx context.Context, n *announcement) (store.Settlement, error) {
	if err := a.client.Unarchive(ctx, n.Channel.String()); err != nil {
		return store.Settlement{}, fmt.Errorf("the thread is archived and has to be opened again: %w", err)
	}
	return a.send(ctx, n)
}

// hopeless reports whether what failed would fail for ever: a permission can be
// given and a thread be opened again.
func hopeless(err error) bool {
	return errors.Is(err, session.ErrPermanent) && !errors.Is(err, session.ErrForbidden) && !errors.Is(err, session.ErrArchived)
}

// moveTo gives a table that is in no channel yet its channel, and lets the lobby
// be posted there. Where somebody was quicker to open another the table is given
// up.
func (d *desk) moveTo(ctx context.Context, id table.ID, channel table.ChannelID) error {
	for range tries {
		before, err := d.load(ctx, id)
		if err != nil || before.header.Channel != 0 || before.table.Status != table.Lobby {
			return err
		}
		after := before
		after.header.Channel = channel
		err = d.store.Commit(ctx, follow(before, &after, nil))
		if errors.Is(err, store.ErrChannelTaken) {
			return d.giveUp(ctx, id)
		}
		if !errors.Is(err, store.ErrConflict) {
			return err
		}
	}
	return store.ErrConflict
}
