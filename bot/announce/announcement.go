package announce

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/control"
	"amytis/bot/posts"
	"amytis/bot/session"
	"amytis/bot/tables"
	"amytis/bot/text"
	"amytis/engine/table"
	"amytis/store"
)

// announcement is an entry of the outbox with everything that sending it needs, read once.
type announcement struct {
	store.Message
	// history has a log only if the entry is about events.
	history  tables.History
	settings store.Settings
	words    *text.Words // in the server's language
}

// load reads what sending an entry needs.
func (a *Announcer) load(ctx context.Context, m store.Message) (n *announcement, err error) {
	n = &announcement{Message: m}
	if aboutEvents(m.Kind) {
		n.history, err = a.tables.LoadHistory(ctx, m.Table)
	} else {
		n.history.Loaded, err = a.tables.Load(ctx, m.Table)
	}
	if err != nil {
		return nil, err
	}
	guild := n.history.Header.Guild
	if n.settings, err = a.store.Settings(ctx, guild); err != nil {
		return nil, err
	}
	n.words = a.languages.WordsBy(ctx, n.settings, guild, "")
	return n, nil
}

// aboutEvents reports whether entries of a kind tell what happened, which only the log knows.
func aboutEvents(kind string) bool {
	switch kind {
	case tables.PostTable, tables.FollowLive, tables.PostReminder, tables.PostCall, tables.PostExtension:
		return true
	}
	return false
}

// pings reports whether the server allows pings of players.
func (n *announcement) pings() bool { return !n.settings.Quiet }

// last returns the table's newest message with buttons, 0 if there is none.
func (n *announcement) last() table.MessageID { return n.history.Header.LastMessage }

// send does what an entry asks for. It waits while announceAtOnce others are sent.
func (a *Announcer) send(ctx context.Context, n *announcement) (store.Settlement, error) {
	select {
	case a.slots <- struct{}{}:
		defer func() { <-a.slots }()
	case <-ctx.Done():
		return store.Settlement{}, ctx.Err()
	}
	switch n.Kind {
	case tables.PostLobby:
		return a.sendLobby(ctx, n)
	case tables.PostTable:
		return a.sendTable(ctx, n)
	case tables.FollowLive:
		return a.sendLive(ctx, n)
	case tables.PostReminder, tables.PostCall, tables.PostExtension:
		return a.sendNotice(ctx, n)
	case tables.NoteThread:
		return a.noteInChannel(ctx, n)
	case tables.OpenThread:
		return a.threadUnder(ctx, n)
	case tables.StripButtons:
		return store.Settlement{}, a.strip(ctx, n)
	}
	a.log.Error("unknown outbox entry", slog.Any("table", n.Table), slog.String("kind", n.Kind))
	return store.Settlement{}, nil
}

// sendLobby edits the lobby message, or posts it if there is none.
func (a *Announcer) sendLobby(ctx context.Context, n *announcement) (store.Settlement, error) {
	s := n.history.Loaded
	out := posts.Lobby(n.words, s)
	for n.last() != 0 {
		err := a.client.Edit(ctx, n.Channel.String(), n.last().String(), out)
		if errors.Is(err, session.ErrGone) {
			break
		}
		if err != nil || s.Table.Status != table.Lobby { // nothing changes a closed lobby
			return store.Settlement{}, err
		}
		now, err := a.tables.Load(ctx, n.Table)
		if err != nil || now.Table.Version == s.Table.Version {
			return store.Settlement{}, err
		}
		// A pressed button changed the lobby during the edit, and its answer may have been
		// overwritten. Edit again, so that the newest state comes last.
		s, out = now, posts.Lobby(n.words, now)
	}
	if s.Table.Status != table.Lobby && n.last() == 0 {
		return store.Settlement{}, nil
	}
	if s.Table.Order != nil && n.last() == 0 {
		posts.Invite(n.words, out, s.Table, n.pings())
	}
	id, err := a.client.Send(ctx, n.Channel.String(), out, n.Nonce)
	return store.Settlement{Sent: table.ParseID[table.MessageID](id)}, err
}

// sendTable posts a table message, and pings the players whose turn it is.
func (a *Announcer) sendTable(ctx context.Context, n *announcement) (store.Settlement, error) {
	out, err := a.writer.Table(ctx, n.words, n.history, n.Message, n.pings())
	if err != nil {
		return store.Settlement{}, err
	}
	return a.post(ctx, n, out)
}

// sendLive edits the newest table message. It posts a new one if that message is gone, or too old
// for frequent edits.
func (a *Announcer) sendLive(ctx context.Context, n *announcement) (store.Settlement, error) {
	out, err := a.writer.Table(ctx, n.words, n.history, n.Message, false)
	if err != nil {
		return store.Settlement{}, err
	}
	if n.last() != 0 && !a.old(n.last()) {
		err := a.client.Edit(ctx, n.Channel.String(), n.last().String(), out)
		if !errors.Is(err, session.ErrGone) {
			return store.Settlement{}, err
		}
	}
	return a.post(ctx, n, out)
}

// old reports whether a message has an age at which Discord limits its edits.
func (a *Announcer) old(id table.MessageID) bool {
	sent, err := discordgo.SnowflakeTimestamp(id.String())
	return err != nil || a.now().Sub(sent) > freelyEditable
}

// freelyEditable is the age up to which a message is edited. Discord limits the edits of messages
// that are older than 1 hour (code 30046):
// https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
const freelyEditable = 55 * time.Minute

// post posts a table message. A follow-up entry takes the buttons off the message before it.
func (a *Announcer) post(ctx context.Context, n *announcement, out *session.Message) (store.Settlement, error) {
	id, err := a.client.Send(ctx, n.Channel.String(), out, n.Nonce)
	if err != nil {
		return store.Settlement{}, err
	}
	done := store.Settlement{Sent: table.ParseID[table.MessageID](id)}
	if n.last() != 0 {
		done.Follow = []store.Message{{
			Table: n.Table, Channel: n.Channel, Kind: tables.StripButtons,
			From: n.From, Version: n.Version, Target: n.last(),
		}}
	}
	return done, nil
}

// sendNotice posts a notice about a player's time: the turn began in quiet hours, its time is
// nearly over, or it has more time. Outdated notices are dropped.
func (a *Announcer) sendNotice(ctx context.Context, n *announcement) (store.Settlement, error) {
	out, err := a.writer.Notice(ctx, n.words, n.history, n.Message, n.pings())
	if err != nil || out == nil {
		return store.Settlement{}, err
	}
	_, err = a.client.Send(ctx, n.Channel.String(), out, n.Nonce)
	return store.Settlement{}, err
}

// strip takes the buttons off a message. A deleted message has none.
func (a *Announcer) strip(ctx context.Context, n *announcement) error {
	err := a.client.Edit(ctx, n.Channel.String(), n.Target.String(), &session.Message{
		Components: control.NoComponents, KeepAttachments: true,
	})
	if errors.Is(err, session.ErrGone) {
		return nil
	}
	return err
}
