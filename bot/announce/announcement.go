package announce

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/posts"
	"amytis/bot/session"
	"amytis/bot/tables"
	"amytis/bot/text"
	"amytis/engine/table"
	"amytis/store"
)

// announcement is an entry of the outbox with everything that sending it needs, read once.
type announcement struct {
	*delivery
	// posted means that a new message was posted in the channel.
	posted bool
	// history has a log only if the entry is about events.
	history  tables.History
	settings store.Settings
	words    *text.Words // in the server's language
}

// load reads what sending an entry needs.
func (a *Announcer) load(ctx context.Context, d *delivery) (n *announcement, err error) {
	n = &announcement{delivery: d}
	if aboutEvents(d.Kind) {
		n.history, err = a.tables.LoadHistory(ctx, d.Table)
	} else {
		n.history.Loaded, err = a.tables.Load(ctx, d.Table)
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
	case tables.PostTable, tables.FollowLive, tables.EditTable, tables.PostReminder, tables.PostCall, tables.PostExtension:
		return true
	}
	return false
}

// pings reports whether the server allows pings of players.
func (n *announcement) pings() bool { return !n.settings.Quiet }

// last returns the table's newest message with buttons, 0 if there is none.
func (n *announcement) last() table.MessageID { return n.history.Header.LastMessage }

// do does what an entry asks for. It waits while announceAtOnce others are sent.
func (a *Announcer) do(ctx context.Context, n *announcement) (store.Settlement, error) {
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
	case tables.FollowLive, tables.EditTable:
		return a.editTable(ctx, n)
	case tables.PostReminder, tables.PostCall, tables.PostExtension:
		return a.sendNotice(ctx, n)
	case tables.NoteThread:
		return a.noteInChannel(ctx, n)
	case tables.OpenThread:
		return a.threadUnder(ctx, n)
	}
	a.log.Error("unknown outbox entry", slog.Any("table", n.Table), slog.String("kind", n.Kind))
	return store.Settlement{}, nil
}

// sendLobby edits the lobby message, or posts it if there is none, or if Discord no longer lets the
// bot edit it.
func (a *Announcer) sendLobby(ctx context.Context, n *announcement) (store.Settlement, error) {
	s := n.history.Loaded
	out, shown, done := posts.Lobby(n.words, s), n.last(), store.Settlement{}
	if shown == 0 {
		if s.Table.Status != table.Lobby && !n.uncertain.IsZero() {
			n.mustLook = true // the message is not sent again, so Discord cannot tell by the nonce
		}
		found, err := a.findPosted(ctx, n, out)
		if err != nil {
			return store.Settlement{}, err
		}
		shown, done.Sent = found, found
	}
	before := table.MessageID(0)
	for shown != 0 {
		err := a.client.Edit(ctx, n.Channel.String(), shown.String(), out)
		if errors.Is(err, session.ErrGone) {
			break
		}
		if errors.Is(err, session.ErrTooManyEdits) {
			before = shown
			break
		}
		if err != nil || s.Table.Status != table.Lobby { // nothing changes a closed lobby
			return done, err
		}
		now, err := a.tables.Load(ctx, n.Table)
		if err != nil || now.Table.Version == s.Table.Version {
			return done, err
		}
		// A pressed button changed the lobby during the edit, and its answer may have been
		// overwritten. Edit again, so that the newest state comes last.
		s, out = now, posts.Lobby(n.words, now)
	}
	if s.Table.Status != table.Lobby {
		return done, nil // a message that could not be closed keeps its buttons, which do nothing
	}
	if s.Table.Order != nil && shown == 0 {
		if err := a.writer.Invite(ctx, n.words, out, s.Table, n.pings()); err != nil {
			return store.Settlement{}, err
		}
	}
	return a.replace(ctx, n, out, before)
}

// sendTable posts a table message, and pings the players whose turn it is.
func (a *Announcer) sendTable(ctx context.Context, n *announcement) (store.Settlement, error) {
	out, err := a.writer.Table(ctx, n.words, n.history, n.Message, n.pings())
	if err != nil {
		return store.Settlement{}, err
	}
	return a.replace(ctx, n, out, n.last())
}

// editTable edits the newest table message. It posts a new one if that message is gone, or too old
// for frequent edits.
func (a *Announcer) editTable(ctx context.Context, n *announcement) (store.Settlement, error) {
	out, err := a.writer.Table(ctx, n.words, n.history, n.Message, false)
	if err != nil {
		return store.Settlement{}, err
	}
	if n.last() != 0 && !a.old(n.last()) {
		err := a.client.Edit(ctx, n.Channel.String(), n.last().String(), out)
		if !errors.Is(err, session.ErrGone) && !errors.Is(err, session.ErrTooManyEdits) {
			return store.Settlement{}, err
		}
	}
	return a.replace(ctx, n, out, n.last())
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

// replace posts a message with buttons. A follow-up entry takes the buttons off the message before
// it, unless that is 0.
func (a *Announcer) replace(
	ctx context.Context, n *announcement, out *session.Message, before table.MessageID,
) (store.Settlement, error) {
	id, err := a.post(ctx, n, out)
	if err != nil {
		return store.Settlement{}, err
	}
	done := store.Settlement{Sent: id}
	if before != 0 && before != id {
		done.Follow = []store.Message{{
			Table: n.Table, Channel: n.Channel, Kind: tables.StripButtons,
			From: n.From, Version: n.Version, Target: before,
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
	_, err = a.post(ctx, n, out)
	return store.Settlement{}, err
}
