package announce

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord"
	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/discord/rest"
	"amytis/bot/play/tables"
	"amytis/bot/say/posts"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// sendLobby edits the lobby message, unless an answer has, or posts it if it cannot be edited.
func (p *poster) sendLobby(ctx context.Context, e *entry) (done store.Settlement, err error) {
	// Write the message.
	s := e.history.Loaded
	before, _, err := e.history.At(e.From, e.Version)
	if err != nil {
		before = nil // the lobby has just been opened
	}
	out := posts.Lobby(e.words, before, s)

	// Find the message that shows the lobby.
	shown := e.lastMessage()
	if shown == 0 {
		if s.Table.Status != table.Lobby && !e.uncertain.IsZero() {
			e.mustLook = true // the message is not sent again, so Discord cannot tell by the nonce
		}
		shown, err = p.findPosted(ctx, e, out)
		if err != nil {
			return done, err
		}
		done.Sent = shown
	}
	if shown != 0 && p.Tables.Answers.Show(shown, s.Table.Version) {
		return done, nil
	}

	// Edit that until it is as the lobby is now.
	var replaced table.MessageID
	for shown != 0 {
		err := p.Messages.Edit(ctx, e.Channel.String(), shown.String(), out)
		if errors.Is(err, rest.ErrMessageGone) {
			break
		}
		if errors.Is(err, rest.ErrTooManyEdits) {
			replaced = shown
			break
		}
		if err != nil || s.Table.Status != table.Lobby { // nothing changes a closed lobby
			return done, err
		}
		now, err := p.Tables.Load(ctx, e.Table)
		if err != nil || now.Table.Version == s.Table.Version {
			return done, err
		}
		// A button changed the lobby during the edit, which may have overwritten its answer.
		out = posts.Lobby(e.words, s.Table, now)
		s = now
	}
	if s.Table.Status != table.Lobby {
		return done, nil // a message that could not be closed keeps its buttons, which do nothing
	}

	// Post it. The first message also calls the people who are invited.
	if shown == 0 {
		err := p.Writer.Invite(ctx, e.words, out, s.Table, e.To, e.pings())
		if err == nil && e.To == 0 && s.Table.Order == nil {
			err = p.callInvitees(ctx, e, out)
		}
		if err != nil {
			return store.Settlement{}, err
		}
	}
	return p.postNewest(ctx, e, out, replaced)
}

// callInvitees mentions in the message of a new lobby those who want to know of it, and notes that.
// They learn nothing if Discord does not say who sees the channel.
func (p *poster) callInvitees(ctx context.Context, e *entry, out *message.Message) error {
	s := e.history.Loaded
	_, most := s.Table.Seats()
	if !e.pings() || len(s.Table.Players) >= most {
		return nil
	}
	seeing, err := tables.Invitees(ctx, p.Tables, e.settings, p.Guilds.Seeing, s, e.Channel)
	if err != nil {
		p.logOf(e).Warn("telling members of a new lobby", slog.Any("err", err))
		return nil
	}
	var called []table.UserID
	for _, user := range seeing {
		taken, err := tables.TakeInvite(ctx, p.Tables, user, s)
		if err != nil {
			return err
		}
		if taken {
			called = append(called, user)
		}
	}
	posts.Call(e.words, out, s.Table, called)
	return nil
}

// sendTable posts a table message, with pings.
func (p *poster) sendTable(ctx context.Context, e *entry) (done store.Settlement, err error) {
	account, err := p.Tables.Alerts().Account(ctx, e.history, e.Entry)
	if err != nil {
		return done, err
	}

	// Look for the message, before a ping is held back that it has.
	if e.mayBePosted(p.Now()) {
		seen, err := p.Writer.Table(ctx, e.words, account, e.pings(), 0)
		if err != nil {
			return done, err
		}
		if id, err := p.findPosted(ctx, e, seen); err != nil || id != 0 {
			return e.settleNewest(id, e.lastMessage()), err
		}
	}

	// Choose the players to ping: those whose turn begins, and the one whose turn comes next if
	// they want that. If they want it as a direct message, they are e.next instead. An attempt that
	// may have posted the message is repeated with the same pings, without players whose turn is
	// over.
	alerts := p.Tables.Alerts()
	switch {
	case e.history.Header.Guild.Direct(): // the message itself pings
	case e.uncertain.IsZero():
		e.pinged, e.next, err = alerts.Decide(ctx, account, e.pings())
	default:
		e.pinged, err = alerts.StillPinged(ctx, account, e.pinged)
	}
	if err != nil {
		return done, err
	}

	// Post it.
	out, err := p.Writer.Table(ctx, e.words, account, e.pings(), e.pinged)
	if err != nil {
		return done, err
	}
	p.tellTimeouts(ctx, e, account, out)
	done, err = p.postNewest(ctx, e, out, e.lastMessage())
	if e.next != 0 {
		next := e.followUp(tables.PostNext, 0)
		next.To, next.Way = e.next, store.Direct
		done.Follow = append(done.Follow, next)
	}
	return done, err
}

// tellTimeouts says of skipped players that the server has put them in a timeout.
func (p *poster) tellTimeouts(ctx context.Context, e *entry, account tables.Account, out *message.Message) {
	for _, m := range account.After.Moves {
		seat := engine.Seat(m.Move.Args[0])
		if m.Version <= account.Before.Version || m.Move.Verb != engine.Skip || account.After.Computers().Has(seat) {
			continue
		}
		who := account.After.Player(seat)
		until := p.Guilds.TimedOut(ctx, e.history.Header.Guild.String(), who.User.String())
		if until.After(p.Now()) {
			out.Content = text.Cut(out.Content+"\n"+e.words.Say("bot.table.timeout", "Name", sentences.Name(e.words, who),
				"When", sentences.FixedTime(until.UnixMilli())), control.MaxContent)
		}
	}
}

// editTable edits the newest table message, or posts a new one if that is gone or too old.
func (p *poster) editTable(ctx context.Context, e *entry) (done store.Settlement, err error) {
	account, err := p.Tables.Alerts().Account(ctx, e.history, e.Entry)
	if err != nil {
		return done, err
	}
	out, err := p.Writer.Table(ctx, e.words, account, false, 0)
	if err != nil {
		return done, err
	}
	sent, err := discordgo.SnowflakeTimestamp(e.lastMessage().String())
	if err == nil && p.Now().Sub(sent) <= freelyEditable {
		err := p.Messages.Edit(ctx, e.Channel.String(), e.lastMessage().String(), out)
		if !errors.Is(err, rest.ErrMessageGone) && !errors.Is(err, rest.ErrTooManyEdits) {
			return done, err
		}
	}
	return p.postNewest(ctx, e, out, e.lastMessage())
}

// freelyEditable is the age up to which a message is edited. Discord limits edits after 1 hour
// (code 30046): https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
const freelyEditable = 55 * time.Minute

// postNewest posts a message with buttons. The one before it, unless that is 0, loses its buttons.
func (p *poster) postNewest(
	ctx context.Context, e *entry, out *message.Message, before table.MessageID,
) (store.Settlement, error) {
	id, err := p.post(ctx, e, out)
	if err != nil {
		return store.Settlement{}, err
	}
	return e.settleNewest(id, before), nil
}

func (e *entry) settleNewest(id, before table.MessageID) store.Settlement {
	done := store.Settlement{Sent: id}
	if before != 0 && before != id {
		done.Follow = []store.Entry{e.followUp(tables.StripButtons, before)}
	}
	return done
}

// maxStrips is how often a removal is tried since the start, for about eight minutes.
const maxStrips = 10

// stripButtons removes a message's old buttons if it can. A press of one changes nothing anyway.
func (p *poster) stripButtons(ctx context.Context, e *entry) (done store.Settlement, err error) {
	if p.Tables.Answers.Show(e.Target, e.Version) {
		return done, nil // the press that started the game has closed the lobby
	}
	return done, p.Messages.Retire(ctx, e.Channel.String(), e.Target.String())
}

// sendRestored posts a table as a backup has it, and calls the players again.
func (p *poster) sendRestored(ctx context.Context, e *entry) (done store.Settlement, err error) {
	t := e.history.Table
	if t.Status != table.Lobby && t.Status != table.Running {
		return done, nil
	}
	forgotten := func(id string) bool {
		c, _ := control.Parse(id)
		_, err := p.Tables.Load(ctx, c.Table)
		return !c.Tableless() && (c.Table == e.Table || errors.Is(err, store.ErrNotFound))
	}
	var lost []store.Entry
	after := max(discord.IDBefore(t.Opened), uint64(e.lastMessage()))
	_, err = p.Messages.FindPosted(ctx, e.Channel.String(), after, func(m discord.Posted) bool {
		if slices.ContainsFunc(m.Controls, forgotten) && !posts.Bears(m.Controls, e.Nonce) {
			lost = append(lost, e.followUp(tables.StripButtons, table.ParseID[table.MessageID](m.ID)))
		}
		return false
	})
	switch {
	case err != nil && !errors.Is(err, discord.ErrUnreadable): // old buttons do no harm
		return done, err
	case t.Status == table.Running:
		done, err = p.sendTable(ctx, e)
	default:
		out := posts.Lobby(e.words, nil, e.history.Loaded)
		out.Content = e.words.Say("bot.table.restored")
		done, err = p.postNewest(ctx, e, out, e.lastMessage())
	}
	done.Follow = append(done.Follow, lost...)
	return done, err
}
