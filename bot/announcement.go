package bot

import (
	"context"
	"errors"
	"strconv"
	"time"

	"amytis/bot/session"
	"amytis/engine/table"
	"amytis/store"

	"github.com/bwmarrin/discordgo"
)

// send carries out one entry.
func (a *announcer) send(ctx context.Context, m store.Message, header store.Header) (store.Settlement, error) {
	select {
	case a.slots <- struct{}{}:
		defer func() { <-a.slots }()
	case <-ctx.Done():
		return store.Settlement{}, ctx.Err()
	}
	switch m.Kind {
	case postLobby:
		return a.sendLobby(ctx, m, header)
	case postTable:
		return a.sendTable(ctx, m, header)
	case followLive:
		return a.sendLive(ctx, m, header)
	case postReminder, postCall, postExtension:
		return a.sendNotice(ctx, m, header)
	case noteThread:
		return a.noteInChannel(ctx, m, header)
	case openThread:
		return a.threadUnder(ctx, m, header)
	case stripButtons:
		return store.Settlement{}, a.strip(ctx, m)
	}
	a.bot.log.Error("unknown outbox entry", "table", m.Table, "kind", m.Kind)
	return store.Settlement{}, nil
}

func (a *announcer) nonce(m store.Message) string {
	return a.prefix + "-" + strconv.FormatUint(m.Seq, 36)
}

// sendLobby posts the lobby message, or edits the one there is.
func (a *announcer) sendLobby(ctx context.Context, m store.Message, header store.Header) (store.Settlement, error) {
	s, err := a.bot.desk.load(ctx, m.Table)
	if err != nil {
		return store.Settlement{}, err
	}
	out := lobbyMessage(a.bot.publicWords(ctx, header.Guild, ""), s)
	for header.LastMessage != 0 {
		err := a.bot.client.Edit(ctx, m.Channel.String(), header.LastMessage.String(), out)
		if errors.Is(err, session.ErrGone) {
			break
		}
		if err != nil || s.table.Status != table.Lobby { // a closed lobby stays as it is
			return store.Settlement{}, err
		}
		now, err := a.bot.desk.load(ctx, m.Table)
		if err != nil || now.table.Version == s.table.Version {
			return store.Settlement{}, err
		}
		// A press has changed the message while this was on its way: the newest state comes last.
		s, out = now, lobbyMessage(a.bot.publicWords(ctx, header.Guild, ""), now)
	}
	if s.table.Status != table.Lobby && header.LastMessage == 0 {
		return store.Settlement{}, nil
	}
	if s.table.Order != nil && header.LastMessage == 0 {
		if err := a.invite(ctx, out, s); err != nil {
			return store.Settlement{}, err
		}
	}
	id, err := a.bot.client.Send(ctx, m.Channel.String(), out, a.nonce(m))
	return store.Settlement{Sent: table.ParseID[table.MessageID](id)}, err
}

// sendTable posts a table message, and pings whose turn it is.
func (a *announcer) sendTable(ctx context.Context, m store.Message, header store.Header) (store.Settlement, error) {
	settings, err := a.bot.desk.store.Settings(ctx, header.Guild)
	if err != nil {
		return store.Settlement{}, err
	}
	out, err := a.bot.tableMessage(ctx, a.bot.publicWords(ctx, header.Guild, ""), m, !settings.Quiet)
	if err != nil {
		return store.Settlement{}, err
	}
	return a.post(ctx, m, header, out)
}

// sendLive changes the newest table message, or posts one if it is gone or too
// old to be changed as often as need be.
func (a *announcer) sendLive(ctx context.Context, m store.Message, header store.Header) (store.Settlement, error) {
	out, err := a.bot.tableMessage(ctx, a.bot.publicWords(ctx, header.Guild, ""), m, false)
	if err != nil {
		return store.Settlement{}, err
	}
	if header.LastMessage != 0 && !a.old(header.LastMessage) {
		err := a.bot.client.Edit(ctx, m.Channel.String(), header.LastMessage.String(), out)
		if !errors.Is(err, session.ErrGone) {
			return store.Settlement{}, err
		}
	}
	return a.post(ctx, m, header, out)
}

// old reports whether a message was sent so long ago that Discord limits how
// often it may be changed.
func (a *announcer) old(id table.MessageID) bool {
	sent, err := discordgo.SnowflakeTimestamp(id.String())
	return err != nil || a.bot.now().Sub(sent) > changeable
}

// changeable is how long a message may be changed without limits:
// https://discord.com/developers/docs/topics/opcodes-and-status-codes#json code
// 30046.
const changeable = 55 * time.Minute

// post sends a table message; the one before loses its buttons.
func (a *announcer) post(ctx context.Context, m store.Message, header store.Header, out *session.Message) (store.Settlement, error) {
	id, err := a.bot.client.Send(ctx, m.Channel.String(), out, a.nonce(m))
	if err != nil {
		return store.Settlement{}, err
	}
	done := store.Settlement{Sent: table.ParseID[table.MessageID](id)}
	if header.LastMessage != 0 {
		done.Follow = []store.Message{{
			Table: m.Table, Channel: m.Channel, Kind: stripButtons, From: m.From, Version: m.Version, Target: header.LastMessage,
		}}
	}
	return done, nil
}

// strip takes the buttons off a message.
func (a *announcer) strip(ctx context.Context, m store.Message) error {
	err := a.bot.client.Edit(ctx, m.Channel.String(), m.Target.String(), &session.Message{
		Components: noComponents, KeepAttachments: true,
	})
	if errors.Is(err, session.ErrGone) {
		return nil
	}
	return err
}
