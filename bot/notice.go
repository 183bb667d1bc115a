package bot

import (
	"context"

	"amytis/bot/session"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// limitLine is a line, with its break before it, that tells until when seats may
// take for their turns; "" where no limit runs out before the round ends.
func limitLine(w *text.Words, t *table.Table, seats engine.SeatSet, quiet table.Quiet) string {
	var ends, named []string
	alike := true
	for _, d := range t.Demands(quiet) {
		if d.Kind == table.RoundOver {
			break
		}
		if d.Kind != table.TurnOver || !seats.Has(d.Seat) {
			continue
		}
		ends = append(ends, countdown(d.At))
		named = append(named, text.Plain(t.Player(d.Seat).Name)+" "+countdown(d.At))
		alike = alike && ends[0] == countdown(d.At)
	}
	switch {
	case len(ends) == 0:
		return ""
	case alike:
		return "\n" + w.Say("bot.table.limit", "When", ends[0])
	}
	return "\n" + w.Say("bot.table.limits", "Players", w.List(named))
}

// sendNotice tells of somebody's turn: that it has begun in quiet hours, that its time
// is nearly over, or that there is more. What is not so any more is not told.
func (a *announcer) sendNotice(ctx context.Context, m store.Message, header store.Header) (store.Settlement, error) {
	settings, err := a.bot.desk.store.Settings(ctx, header.Guild)
	if err != nil {
		return store.Settlement{}, err
	}
	out, err := a.bot.notice(ctx, a.bot.publicWords(ctx, header.Guild, ""), m, !settings.Quiet)
	if err != nil || out == nil {
		return store.Settlement{}, err
	}
	_, err = a.bot.client.Send(ctx, m.Channel.String(), out, a.nonce(m))
	return store.Settlement{}, err
}

// notice is the message that sendNotice sends, nil if there is nothing to tell any
// more: the player has acted, or the turn is over.
func (b *Bot) notice(ctx context.Context, w *text.Words, m store.Message, pings bool) (*session.Message, error) {
	_, events, err := b.desk.past(ctx, m.Table, m.From, m.Version)
	if err != nil {
		return nil, err
	}
	s, err := b.desk.load(ctx, m.Table)
	if err != nil {
		return nil, err
	}
	seat := events[0].Seat
	if outdated(m.Kind, s.table.Waits[seat]) {
		return nil, nil
	}
	out := &session.Message{}
	if m.Kind == postCall {
		err = b.call(ctx, w, out, s, seat, pings)
	} else {
		err = b.tellTime(ctx, w, out, s, seat, m.Kind, pings)
	}
	if err != nil || out.Content == "" {
		return nil, err
	}
	if s.header.LastMessage != 0 {
		out.Content += "\n" + messageLink(s.header)
	}
	return out, nil
}

// outdated reports whether a notice is not true any more of a seat that waits like
// this, or needless.
func outdated(kind string, wait table.Wait) bool {
	switch kind {
	case postReminder:
		return !wait.Reminded
	case postCall:
		return !wait.Called || wait.Reminded
	}
	return wait.Extended == 0
}

// call calls a player to act, unless nobody is to be pinged, or it is the player's
// quiet hours again.
func (b *Bot) call(ctx context.Context, w *text.Words, out *session.Message, s seen, seat engine.Seat, pings bool) error {
	if !pings {
		return nil
	}
	seats := engine.Seats(seat)
	hushed, err := b.desk.hush(ctx, s.id, s.table, seats)
	if err != nil || hushed != 0 {
		return err
	}
	quiet, err := b.desk.quiet(ctx, s.table)
	if err != nil {
		return err
	}
	out.Content = outlook(w, out, s.table, seats, seats, quiet)
	return nil
}

// tellTime tells of a player's time; only a reminder pings, outside of quiet hours.
func (b *Bot) tellTime(ctx context.Context, w *text.Words, out *session.Message, s seen, seat engine.Seat, kind string, pings bool) error {
	quiet, err := b.desk.quiet(ctx, s.table)
	if err != nil {
		return err
	}
	p, now := s.table.Player(seat), b.now().UnixMilli()
	name := mention(out, p, pings && kind == postReminder && quiet(p.User, now) == now)
	out.Content = w.Say("bot.table."+kind, "Player", name, "When", countdown(quiet(p.User, s.table.Waits[seat].Until)))
	return nil
}
