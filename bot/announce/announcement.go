package announce

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
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

// announcement is one entry of the outbox with what sending it needs, read once.
type announcement struct {
	store.Message
	loaded   tables.Loaded
	settings store.Settings
	words    *text.Words // in the language of the server
}

// read loads what an entry is about.
func (a *Announcer) read(ctx context.Context, m store.Message) (*announcement, error) {
	s, err := a.tables.Load(ctx, m.Table)
	if err != nil {
		return nil, err
	}
	settings, err := a.store.Settings(ctx, s.Header.Guild)
	if err != nil {
		return nil, err
	}
	words := a.languages.WordsBy(ctx, settings, s.Header.Guild, "")
	return &announcement{Message: m, loaded: s, settings: settings, words: words}, nil
}

// pings reports whether the server wants players to be pinged.
func (n *announcement) pings() bool { return !n.settings.Quiet }

// last is the table's last message, 0 if there is none.
func (n *announcement) last() table.MessageID { return n.loaded.Header.LastMessage }

// send carries out one entry.
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

func (a *Announcer) nonce(m store.Message) string {
	return a.prefix + "-" + strconv.FormatUint(m.Seq, 36)
}

// sendLobby posts the lobby message, or edits the one there is.
func (a *Announcer) sendLobby(ctx context.Context, n *announcement) (store.Settlement, error) {
	s, out := n.loaded, posts.Lobby(n.words, n.loaded)
	for n.last() != 0 {
		err := a.client.Edit(ctx, n.Channel.String(), n.last().String(), out)
		if errors.Is(err, session.ErrGone) {
			break
		}
		if err != nil || s.Table.Status != table.Lobby { // a closed lobby stays as it is
			return store.Settlement{}, err
		}
		now, err := a.tables.Load(ctx, n.Table)
		if err != nil || now.Table.Version == s.Table.Version {
			return store.Settlement{}, err
		}
		// A press has changed the message while this was on its way: the newest state comes last.
		s, out = now, posts.Lobby(n.words, now)
	}
	if s.Table.Status != table.Lobby && n.last() == 0 {
		return store.Settlement{}, nil
	}
	if s.Table.Order != nil && n.last() == 0 {
		posts.Invite(n.words, out, s.Table, n.pings())
	}
	id, err := a.client.Send(ctx, n.Channel.String(), out, a.nonce(n.Message))
	return store.Settlement{Sent: table.ParseID[table.MessageID](id)}, err
}

// sendTable posts a table message, and pings whose turn it is.
func (a *Announcer) sendTable(ctx context.Context, n *announcement) (store.Settlement, error) {
	out, err := a.writer.Table(ctx, n.words, n.Message, n.pings())
	if err != nil {
		return store.Settlement{}, err
	}
	return a.post(ctx, n, out)
}

// sendLive changes the newest table message, or posts one if it is gone or too old to be changed as
// often as need be.
func (a *Announcer) sendLive(ctx context.Context, n *announcement) (store.Settlement, error) {
	out, err := a.writer.Table(ctx, n.words, n.Message, false)
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

// old reports whether a message was sent so long ago that Discord limits how often it may be
// changed.
func (a *Announcer) old(id table.MessageID) bool {
	sent, err := discordgo.SnowflakeTimestamp(id.String())
	return err != nil || a.now().Sub(sent) > changeable
}

// changeable is how long a message may be changed without limits:
// https://discord.com/developers/docs/topics/opcodes-and-status-codes#json code 30046.
const changeable = 55 * time.Minute

// post sends a table message; the one before loses its buttons.
func (a *Announcer) post(ctx context.Context, n *announcement, out *session.Message) (store.Settlement, error) {
	id, err := a.client.Send(ctx, n.Channel.String(), out, a.nonce(n.Message))
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

// sendNotice tells about somebody's turn: that it began in quiet hours, that its time is nearly
// over, or that there is more time. Outdated notices are not sent.
func (a *Announcer) sendNotice(ctx context.Context, n *announcement) (store.Settlement, error) {
	out, err := a.writer.Notice(ctx, n.words, n.loaded, n.Message, n.pings())
	if err != nil || out == nil {
		return store.Settlement{}, err
	}
	_, err = a.client.Send(ctx, n.Channel.String(), out, a.nonce(n.Message))
	return store.Settlement{}, err
}

// strip takes the buttons off a message.
func (a *Announcer) strip(ctx context.Context, n *announcement) error {
	err := a.client.Edit(ctx, n.Channel.String(), n.Target.String(), &session.Message{
		Components: control.NoComponents, KeepAttachments: true,
	})
	if errors.Is(err, session.ErrGone) {
		return nil
	}
	return err
}
