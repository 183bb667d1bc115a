package posts

import (
	"context"
	"log/slog"
	"slices"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
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
		limit := sentences.LimitLine(w, s.Table, called, calendar.Quiet)
		out.Content = text.Lines(lead(w, out, s.Table, called, called), limit)
	}
	if out.Content == "" {
		return nil, nil
	}
	if s.Header.LastMessage != 0 {
		out.Content += "\n" + sentences.MessageLink(s.Header)
	}
	return out, nil
}

// tellPause says, without notifying anybody, that a limit stands still or runs again; without a
// limit, that the player is away or back. A call or a later event takes its place.
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

// Keys of the reminders to a player with a reserve: before it begins, and before it ends.
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

// concerned returns the people a message calls, else those in turn, or all when the game is over.
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

// DirectNotice returns the direct message about a player's turn that m announces.
func (wr *Writer) DirectNotice(
	ctx context.Context, w *text.Words, h tables.History, m store.Entry, seat engine.Seat,
) (*message.Message, error) {
	calendar, err := wr.tables.Calendar(ctx, h.Table)
	if err != nil {
		return nil, err
	}
	first := w.Say("bot.pings.your_turn")
	left := ""
	if p := h.Table.Player(seat); m.Kind == tables.PostReminder {
		over := calendar.Quiet(p.User, h.Table.Waits[seat].Until)
		first = timeLine(w, h.Table, seat, m.Kind, "**"+sentences.Name(w, p)+"**", over, sentences.FixedTime)
	} else if over := h.Table.Waits[seat].Until; over != 0 {
		left = w.Say("bot.mine.left", "When", sentences.FixedTime(calendar.Quiet(p.User, over)))
	}
	return direct(w, h.Loaded, first, lastTurns(w, h.Table, seat), left), nil
}

// DirectNext tells a user that they are next after a seat, and whether their plan must change.
func (wr *Writer) DirectNext(
	w *text.Words, s tables.Loaded, before engine.Seat, user table.UserID,
) *message.Message {
	plan := ""
	if !s.Table.PlanFits(s.Table.Seat(user)) {
		plan = w.Say("bot.plan.outrun")
	}
	return direct(w, s, w.Say("bot.pings.you_are_next", "Player", sentences.Name(w, s.Table.Player(before))), plan, "")
}

// direct returns a direct message about a table, with a button that opens it, without empty lines.
func direct(w *text.Words, s tables.Loaded, first, news, left string) *message.Message {
	where := w.Say("bot.pings.where",
		"Game", w.T(s.Table.Game.Info().ID+".name", nil), "Channel", "<#"+s.Header.Channel.String()+">")
	return &message.Message{
		Content: text.Lines(
			first+" "+where, text.Cut(news, control.MaxLines), text.Cut(left, control.MaxLines)),
		Components: []discordgo.MessageComponent{control.Row(openButton(w, s.Header))},
	}
}

func openButton(w *text.Words, h store.Header) discordgo.Button {
	link := sentences.MessageLink(h)
	if h.LastMessage == 0 {
		link = sentences.ChannelLink(h)
	}
	return discordgo.Button{Label: w.T("bot.pings.open", nil), Style: discordgo.LinkButton, URL: link}
}

// lastTurns tells what the others have done since a seat's last move, except in a live game.
func lastTurns(w *text.Words, t *table.Table, seat engine.Seat) string {
	if t.State.Pace().Live {
		return ""
	}
	lines, err := sentences.Since(w, t, seat, false)
	if err != nil {
		slog.Error("telling the last turns", slog.Any("err", err))
	}
	return text.Lines(lines...)
}

// Next returns the message in a channel that tells a player that they are next.
func (wr *Writer) Next(w *text.Words, s tables.Loaded, user table.UserID) *message.Message {
	m := &message.Message{}
	m.Content = nextLine(w, m, s.Table.Player(s.Table.Seat(user)))
	if s.Header.LastMessage != 0 {
		m.Content += "\n" + sentences.MessageLink(s.Header)
	}
	return m
}

func nextLine(w *text.Words, out *message.Message, p table.Player) string {
	return w.Say("bot.pings.next_up", "Player", mention(w, out, p, true))
}

func (wr *Writer) Summary(w *text.Words, user table.UserID, all []tables.Loaded) *message.Message {
	m := &message.Message{Content: w.Say("bot.pings.summary")}
	m.Content = sentences.Listed(w, m.Content, waitingLines(w, user, all), control.MaxContent)
	if len(all) > 0 {
		m.Components = []discordgo.MessageComponent{control.Row(openButton(w, all[0].Header))}
	}
	return m
}

// SummaryInChannel is Summary for one server's tables. Its button has the entry's nonce.
func (wr *Writer) SummaryInChannel(
	w *text.Words, entry store.Entry, here []tables.Loaded, elsewhere int,
) *message.Message {
	first := here[0]
	m := &message.Message{}
	p := first.Table.Player(first.Table.Seat(entry.To))
	m.Content = w.Say("bot.pings.for_you", "Player", mention(w, m, p, true))
	more := ""
	if elsewhere > 0 {
		more = "\n" + w.Say("bot.pings.elsewhere", "Count", elsewhere)
	}
	room := control.MaxContent - len([]rune(more))
	m.Content = sentences.Listed(w, m.Content, waitingLines(w, entry.To, here), room) + more
	for _, s := range here {
		if s.ID == entry.Table {
			m.Components = []discordgo.MessageComponent{control.Row(control.Button(w, "bot.button.turn",
				discordgo.PrimaryButton, control.At(control.Panel, s.ID, s.Table, entry.Nonce)))}
		}
	}
	return m
}

func waitingLines(w *text.Words, user table.UserID, all []tables.Loaded) (lines []string) {
	for _, s := range all {
		lines = append(lines, sentences.TableLine(w, "bot.mine.yours", s.Table, user)+
			sentences.TimeLeft(w, s.Table)+" · "+sentences.TableLink(s.Header))
	}
	return lines
}
