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
	"amytis/engine"
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
	case tables.PostLobby, tables.PostTable, tables.FollowLive, tables.EditTable, tables.PostReminder, tables.PostCall,
		tables.PostExtension, tables.PostPause, tables.PostNext, tables.PostSummary:
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
	case tables.PostReminder, tables.PostCall, tables.PostExtension, tables.PostPause:
		return alerter{a}.sendNotice(ctx, n)
	case tables.PostNext:
		return alerter{a}.sendNext(ctx, n)
	case tables.PostSummary:
		return alerter{a}.sendSummary(ctx, n)
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
	before, _, err := n.history.At(n.From, n.Version)
	if err != nil {
		before = nil // the lobby has just been opened
	}
	out, shown, done := posts.Lobby(n.words, before, s), n.last(), store.Settlement{}
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
	replaced := table.MessageID(0)
	for shown != 0 {
		err := a.messages.Edit(ctx, n.Channel.String(), shown.String(), out)
		if errors.Is(err, session.ErrGone) {
			break
		}
		if errors.Is(err, session.ErrTooManyEdits) {
			replaced = shown
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
		s, out = now, posts.Lobby(n.words, s.Table, now)
	}
	if s.Table.Status != table.Lobby {
		return done, nil // a message that could not be closed keeps its buttons, which do nothing
	}
	if s.Table.Order != nil && shown == 0 {
		if err := a.writer.Invite(ctx, n.words, out, s.Table, n.pings()); err != nil {
			return store.Settlement{}, err
		}
	}
	return a.replace(ctx, n, out, replaced)
}

// sendTable posts a table message, and pings the players whose turn it is.
func (a *Announcer) sendTable(ctx context.Context, n *announcement) (store.Settlement, error) {
	if n.mayBePosted(a.now()) { // look before a ping is held back that the posted message has
		seen, err := a.writer.Table(ctx, n.words, n.history, n.Message, n.pings(), nil)
		if err != nil {
			return store.Settlement{}, err
		}
		if id, err := a.findPosted(ctx, n, seen); err != nil || id != 0 {
			return n.replaced(n.last(), id), err
		}
	}
	out, err := a.writer.Table(ctx, n.words, n.history, n.Message, n.pings(), a.pinger(n))
	if err != nil {
		return store.Settlement{}, err
	}
	done, err := a.replace(ctx, n, out, n.last())
	if n.next != 0 {
		done.Follow = append(done.Follow, store.Message{
			Table: n.Table, Channel: n.Channel, Kind: tables.PostNext, From: n.Version, Version: n.Version,
			To: n.next, Way: store.Direct,
		})
	}
	return done, err
}

// pinger returns what decides about the pings of an entry's message, and who is told to be next.
// The decision stays as it is while the message may be posted already, except for turns that are
// over.
func (a *Announcer) pinger(n *announcement) posts.Pinger {
	return func(ctx context.Context, then *table.Table, seats engine.SeatSet) (engine.SeatSet, error) {
		if !n.uncertain.IsZero() {
			return a.tables.Alerts().StillPingable(ctx, n.Table, then, n.pinged)
		}
		pinged, err := a.tables.Alerts().Pingable(ctx, n.Table, then, seats, n.pings())
		if err != nil {
			return 0, err
		}
		next, way, err := a.tables.Alerts().NextUp(ctx, n.Table, then, seats, n.pings())
		n.pinged, n.next = pinged, 0
		switch way {
		case store.InChannel:
			n.pinged |= engine.Seats(next)
		case store.Direct:
			n.next = then.Player(next).User
		}
		return n.pinged, err
	}
}

// editTable edits the newest table message. It posts a new one if that message is gone, or too old
// for frequent edits.
func (a *Announcer) editTable(ctx context.Context, n *announcement) (store.Settlement, error) {
	out, err := a.writer.Table(ctx, n.words, n.history, n.Message, false, nil)
	if err != nil {
		return store.Settlement{}, err
	}
	if n.last() != 0 && !isOld(n.last(), a.now()) {
		err := a.messages.Edit(ctx, n.Channel.String(), n.last().String(), out)
		if !errors.Is(err, session.ErrGone) && !errors.Is(err, session.ErrTooManyEdits) {
			done := store.Settlement{}
			if n.Kind == tables.EditTable && err == nil {
				done.Follow = n.endOfClocks(n.last())
			}
			return done, err
		}
	}
	return a.replace(ctx, n, out, n.last())
}

// isOld reports whether a message has an age at which Discord limits its edits.
func isOld(id table.MessageID, now time.Time) bool {
	sent, err := discordgo.SnowflakeTimestamp(id.String())
	return err != nil || now.Sub(sent) > freelyEditable
}

// freelyEditable is the age up to which a message is edited. Discord limits the edits of messages
// that are older than 1 hour (code 30046):
// https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
const freelyEditable = 55 * time.Minute

// replace posts a message with buttons. A follow-up entry takes the buttons off the message before
// it, unless that is 0. Another one ends the clocks of the notices between the two.
func (a *Announcer) replace(
	ctx context.Context, n *announcement, out *session.Message, before table.MessageID,
) (store.Settlement, error) {
	id, err := a.post(ctx, n, out)
	if err != nil {
		return store.Settlement{}, err
	}
	return n.replaced(before, id), nil
}

// replaced returns the settlement of an entry whose message replaces the one before.
func (n *announcement) replaced(before, id table.MessageID) store.Settlement {
	done := store.Settlement{Sent: id}
	if before != 0 && before != id {
		done.Follow = []store.Message{{
			Table: n.Table, Channel: n.Channel, Kind: tables.StripButtons,
			From: n.From, Version: n.Version, Target: before,
		}}
		done.Follow = append(done.Follow, n.endOfClocks(before)...)
	}
	return done
}

// endOfClocks returns the entry that ends the clocks of the notices after a message, if there are
// any.
func (n *announcement) endOfClocks(after table.MessageID) []store.Message {
	if !n.history.HasNotices(n.From, n.Version) {
		return nil
	}
	return []store.Message{{
		Table: n.Table, Channel: n.Channel, Kind: tables.EndClocks, From: n.From, Version: n.Version, Target: after,
	}}
}
