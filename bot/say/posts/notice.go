package posts

import (
	"context"
	"slices"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/message"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// Notice returns the message about a player's time that m announces. It is nil for an outdated
// notice, and for a call without a ping.
func (wr *Writer) Notice(
	ctx context.Context, w *text.Words, h tables.History, m store.Entry, pings bool,
) (*message.Message, error) {
	then, e, err := h.Noticed(m)
	if err != nil {
		return nil, err
	}
	s, seat := h.Loaded, e.Seat
	out := &message.Message{}
	if tables.Outdated(m.Kind, then, s.Table, seat) {
		return nil, nil
	}
	calendar, err := wr.tables.Calendar(ctx, s.Table)
	if err != nil {
		return nil, err
	}
	switch {
	case m.Kind == tables.PostPause:
		wr.tellPause(w, out, s.Table, e, calendar.Quiet)
	case m.Kind != tables.PostCall:
		wr.tellTime(w, out, s.Table, seat, m.Kind, pings, calendar.Quiet)
	case pings:
		called := engine.Seats(seat)
		out.Content = text.Lines(lead(w, out, s.Table, called, called), sentences.LimitLine(w, s.Table, called, calendar.Quiet))
	}
	if out.Content == "" {
		return nil, nil
	}
	if s.Header.LastMessage != 0 {
		out.Content += "\n" + sentences.MessageLink(s.Header)
	}
	return out, nil
}

// tellPause says, without notifying anybody, that a player's limit stands still or runs again;
// without a limit, that the player is away or back. It says nothing if a later event has changed
// that, and not that a limit runs again if the player is called anyway.
func (wr *Writer) tellPause(w *text.Words, out *message.Message, t *table.Table, e table.Event, quiet table.Quiet) {
	wait := t.Waits[e.Seat]
	p := t.Player(e.Seat)
	if wait.Counted != e.Until {
		return
	}
	out.Flags |= discordgo.MessageFlagsSuppressNotifications
	name := "**" + sentences.Name(w, p) + "**"
	switch away := wait.Counted > wr.now().UnixMilli(); {
	case away && wait.Until == 0:
		out.Content = w.Say("bot.table.away", "Player", name, "When", sentences.FixedTime(wait.Counted))
	case away:
		out.Content = w.Say("bot.table.pause", "Player", name, "When", sentences.FixedTime(wait.Counted))
	case wait.Until == 0:
		out.Content = w.Say("bot.table.back", "Player", name)
	case wait.PingHeld == 0 || wait.Called || wait.Looked:
		over := t.LimitEnd(e.Seat)
		if over <= wr.now().UnixMilli() {
			over = wait.Until // the reserve runs
		}
		out.Content = w.Say("bot.table.resume", "Player", name, "When", sentences.FixedTime(quiet(p.User, over)))
	}
}

// tellTime says how long a player has left. Only a reminder outside of quiet hours pings.
func (wr *Writer) tellTime(
	w *text.Words, out *message.Message, t *table.Table, seat engine.Seat, kind string, pings bool, quiet table.Quiet,
) {
	p := t.Player(seat)
	wr.silence(out, quiet, []table.Player{p})
	name := mention(w, out, p, pings && kind == tables.PostReminder && !wr.inQuietHours(quiet, p))
	out.Content = timeLine(w, t, seat, kind, name, quiet(p.User, t.Waits[seat].Until), sentences.Countdown)
}

// Keys of the reminders to a player with a reserve: before the limit ends, and before the reserve
// ends.
const (
	reminderWithReserve = "remind_reserve"
	reminderOfReserve   = "remind_last"
)

// timeLine returns the line of a notice about a seat whose time ends at over, in Unix milliseconds.
func timeLine(
	w *text.Words, t *table.Table, seat engine.Seat, kind, name string, over int64, clock func(at int64) string,
) string {
	key, when := kind, over
	switch wait := t.Waits[seat]; {
	case kind != tables.PostReminder || t.Reserved[seat] == 0:
	case wait.Warned:
		key = reminderOfReserve
	default:
		key, when = reminderWithReserve, t.LimitEnd(seat)
	}
	return w.Say("bot.table."+key, "Player", name, "When", clock(when), "Until", clock(over))
}

// silence sends a message without a notification if all players in it have quiet hours.
// https://discord.com/developers/docs/resources/message#message-object-message-flags
func (wr *Writer) silence(m *message.Message, quiet table.Quiet, concerned []table.Player) {
	awake := func(p table.Player) bool { return !wr.inQuietHours(quiet, p) }
	if len(concerned) > 0 && !slices.ContainsFunc(concerned, awake) {
		m.Flags |= discordgo.MessageFlagsSuppressNotifications
	}
}

func (wr *Writer) inQuietHours(quiet table.Quiet, p table.Player) bool {
	now := wr.now().UnixMilli()
	return quiet(p.User, now) > now
}

// concerned returns the people that a message concerns: those it calls, else those in turn, or all
// players of a game that is over.
func concerned(t *table.Table, called engine.SeatSet) []table.Player {
	if t.Status != table.Running {
		return people(t.Players)
	}
	if called == 0 {
		called = t.Awaited()
	}
	var players []table.Player
	for _, seat := range called.Slice() {
		players = append(players, t.Player(seat))
	}
	return people(players)
}

func people(players []table.Player) []table.Player {
	return slices.DeleteFunc(slices.Clone(players), table.Player.IsComputer)
}
