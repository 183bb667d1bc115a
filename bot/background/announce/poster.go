package announce

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

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

// poster does what entries ask for, each time once.
type poster struct {
	Options
	// slots holds a value for each entry that is being sent. Removals of buttons have their own, to
	// delay no message.
	slots, stripSlots chan struct{}
	// warned has the warnings that are logged once for each channel.
	warned sync.Map
}

// attempt sends one entry. It drops an entry, without an error, whose table has lost its channel,
// or which Discord will never accept. The entries of a suspended table wait for its channel.
func (p *poster) attempt(ctx context.Context, e *entry) (store.Settlement, error) {
	aboutOthers := e.Kind == tables.PostSummary
	if e.history.Table.Lost && !aboutOthers && e.Kind != tables.PostLost {
		return store.Settlement{}, nil
	}
	if e.history.Table.Suspended() && !aboutOthers && e.Way == store.Direct {
		return e.inChannel(), nil
	}
	done, err := p.do(ctx, e)
	if errors.Is(err, rest.ErrArchived) {
		done, err = p.reopen(ctx, e)
	}
	if e.history.Header.Guild.Direct() {
		err = rest.OfDirect(err)
	}
	switch {
	case errors.Is(err, rest.ErrForbidden), errors.Is(err, rest.ErrChannelGone), errors.Is(err, rest.ErrArchived):
		return store.Settlement{}, notSeen(ctx, p, e, err)
	case e.posted: // so the bot sees the channel again
		if err := tables.Resume(ctx, p.Tables, e.history.Loaded); err != nil {
			p.Log.Error("resuming a game", slog.Any("table", e.Table), slog.Any("err", err))
		}
	case hopeless(err):
		p.Log.Warn(
			"Discord refuses an announcement for good", slog.Any("table", e.Table), slog.String("kind", e.Kind),
			slog.Any("err", err),
		)
		return store.Settlement{}, nil
	}
	return done, err
}

// notSeen suspends a table whose channel the bot cannot see, or which is a locked thread, and
// returns the error of the request. Whether the channel is gone only an event tells: Discord may
// know no channel that it hides.
func notSeen(ctx context.Context, p *poster, e *entry, err error) error {
	if errors.Is(err, rest.ErrHidden) || errors.Is(err, rest.ErrChannelGone) || errors.Is(err, rest.ErrArchived) {
		err = cmp.Or(tables.Suspend(ctx, p.Tables, e.history.Loaded), err)
	}
	return err
}

// do does what an entry asks for, at most announceAtOnce or stripAtOnce at a time.
func (p *poster) do(ctx context.Context, e *entry) (store.Settlement, error) {
	slots := p.slots
	if e.kind.lane == strips {
		slots = p.stripSlots
	}
	select {
	case slots <- struct{}{}:
		defer func() { <-slots }()
	case <-ctx.Done():
		return store.Settlement{}, ctx.Err()
	}
	if e.kind.send == nil {
		p.Log.Error("unknown outbox entry", slog.Any("table", e.Table), slog.String("kind", e.Kind))
		return store.Settlement{}, nil
	}
	return e.kind.send(p, ctx, e)
}

// sendLobby edits the lobby message, unless the answer to a press has done so. It posts it if there
// is none, or if Discord no longer allows edits.
func (p *poster) sendLobby(ctx context.Context, e *entry) (store.Settlement, error) {
	s := e.history.Loaded
	before, _, err := e.history.At(e.From, e.Version)
	if err != nil {
		before = nil // the lobby has just been opened
	}
	out, shown, done := posts.Lobby(e.words, before, s), e.last(), store.Settlement{}
	if shown == 0 {
		if s.Table.Status != table.Lobby && !e.uncertain.IsZero() {
			e.mustLook = true // the message is not sent again, so Discord cannot tell by the nonce
		}
		found, err := p.find(ctx, e, out)
		if err != nil {
			return store.Settlement{}, err
		}
		shown, done.Sent = found, found
	}
	if shown != 0 && p.Tables.Answers.Show(shown, s.Table.Version) {
		return done, nil
	}
	replaced := table.MessageID(0)
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
		s, out = now, posts.Lobby(e.words, s.Table, now)
	}
	if s.Table.Status != table.Lobby {
		return done, nil // a message that could not be closed keeps its buttons, which do nothing
	}
	if shown == 0 {
		err := p.Writer.Invite(ctx, e.words, out, s.Table, e.To, e.pings())
		if err == nil && e.To == 0 && s.Table.Order == nil {
			err = callInvitees(ctx, p, e, out)
		}
		if err != nil {
			return store.Settlement{}, err
		}
	}
	return p.replace(ctx, e, out, replaced)
}

// callInvitees mentions in the message of a new lobby those who want to know of it, and notes that.
// They learn nothing if Discord does not say who sees the channel.
func callInvitees(ctx context.Context, p *poster, e *entry, out *message.Message) error {
	s := e.history.Loaded
	if _, most := s.Table.Seats(); !e.pings() || len(s.Table.Players) >= most {
		return nil
	}
	seeing, err := tables.Invitees(ctx, p.Tables, e.settings, p.Guilds.Seeing, s, e.Channel)
	if err != nil {
		p.Log.Warn("telling members of a new lobby", slog.Any("table", e.Table), slog.Any("err", err))
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

func (p *poster) sendTable(ctx context.Context, e *entry) (store.Settlement, error) {
	account, err := p.Tables.Alerts().Account(ctx, e.history, e.Entry)
	if err != nil {
		return store.Settlement{}, err
	}
	if e.mayBePosted(p.Now()) { // look before a ping is held back that the posted message has
		seen, err := p.Writer.Table(ctx, e.words, account, e.pings(), 0)
		if err != nil {
			return store.Settlement{}, err
		}
		if id, err := p.find(ctx, e, seen); err != nil || id != 0 {
			return e.replaced(e.last(), id), err
		}
	}
	if err := p.decide(ctx, e, account); err != nil {
		return store.Settlement{}, err
	}
	out, err := p.Writer.Table(ctx, e.words, account, e.pings(), e.pinged)
	if err != nil {
		return store.Settlement{}, err
	}
	tellTimeouts(ctx, p, e, account, out)
	done, err := p.replace(ctx, e, out, e.last())
	if e.next != 0 {
		done.Follow = append(done.Follow, store.Entry{
			Table: e.Table, Channel: e.Channel, Kind: tables.PostNext, From: e.Version, Version: e.Version,
			To: e.next, Way: store.Direct,
		})
	}
	return done, err
}

// tellTimeouts says of players who are skipped that the server has put them in a timeout, which
// nobody else sees.
func tellTimeouts(ctx context.Context, p *poster, e *entry, a tables.Account, out *message.Message) {
	for _, m := range a.After.Moves {
		seat := engine.Seat(m.Move.Args[0])
		if m.Version <= a.Before.Version || m.Move.Verb != engine.Skip || a.After.Computers().Has(seat) {
			continue
		}
		who := a.After.Player(seat)
		if until := p.Guilds.TimedOut(ctx, e.history.Header.Guild.String(), who.User.String()); until.After(p.Now()) {
			out.Content = text.Cut(out.Content+"\n"+e.words.Say("bot.table.timeout", "Name", sentences.Name(e.words, who),
				"When", sentences.FixedTime(until.UnixMilli())), control.MaxContent)
		}
	}
}

// decide decides which players a message pings and who is next, and holds back other pings. While
// the message may be posted already, that stays, except for turns that are over.
func (p *poster) decide(ctx context.Context, e *entry, account tables.Account) (err error) {
	if e.history.Header.Guild.Direct() {
		return nil // the message itself pings
	}
	alerts := p.Tables.Alerts()
	if e.uncertain.IsZero() {
		e.pinged, e.next, err = alerts.Decide(ctx, account, e.pings())
	} else {
		e.pinged, err = alerts.StillPinged(ctx, account, e.pinged)
	}
	return err
}

// editTable edits the newest table message, or posts a new one if that is gone or too old.
func (p *poster) editTable(ctx context.Context, e *entry) (store.Settlement, error) {
	account, err := p.Tables.Alerts().Account(ctx, e.history, e.Entry)
	if err != nil {
		return store.Settlement{}, err
	}
	out, err := p.Writer.Table(ctx, e.words, account, false, 0)
	if err != nil {
		return store.Settlement{}, err
	}
	if e.last() != 0 && !isOld(e.last(), p.Now()) {
		err := p.Messages.Edit(ctx, e.Channel.String(), e.last().String(), out)
		if !errors.Is(err, rest.ErrMessageGone) && !errors.Is(err, rest.ErrTooManyEdits) {
			done := store.Settlement{}
			if e.Kind == tables.EditTable && err == nil {
				done.Follow = e.endOfClocks(e.last())
			}
			return done, err
		}
	}
	return p.replace(ctx, e, out, e.last())
}

func isOld(id table.MessageID, now time.Time) bool {
	sent, err := discordgo.SnowflakeTimestamp(id.String())
	return err != nil || now.Sub(sent) > freelyEditable
}

// freelyEditable is the age up to which a message is edited. Discord limits edits after 1 hour
// (code 30046): https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
const freelyEditable = 55 * time.Minute

// replace posts a message with buttons. Follow-up entries take the buttons off the message before
// it, unless that is 0, and end the clocks of the notices between.
func (p *poster) replace(
	ctx context.Context, e *entry, out *message.Message, before table.MessageID,
) (store.Settlement, error) {
	id, err := p.post(ctx, e, out)
	if err != nil {
		return store.Settlement{}, err
	}
	return e.replaced(before, id), nil
}

func (e *entry) replaced(before, id table.MessageID) store.Settlement {
	done := store.Settlement{Sent: id}
	if before != 0 && before != id {
		done.Follow = []store.Entry{{
			Table: e.Table, Channel: e.Channel, Kind: tables.StripButtons,
			From: e.From, Version: e.Version, Target: before,
		}}
		done.Follow = append(done.Follow, e.endOfClocks(before)...)
	}
	return done
}

// endOfClocks returns the entry that ends the clocks of the notices after a message, if there are
// any.
func (e *entry) endOfClocks(after table.MessageID) []store.Entry {
	if !e.history.HasNotices(e.From, e.Version) {
		return nil
	}
	return []store.Entry{{
		Table: e.Table, Channel: e.Channel, Kind: tables.EndClocks, From: e.From, Version: e.Version, Target: after,
	}}
}
