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

// notice is a message about somebody's time, for a table as it is now. It is nil if the notice
// is outdated: the player has acted, or the turn is over.
func (b *writer) notice(ctx context.Context, w *text.Words, s seen, m store.Message, pings bool) (*session.Message, error) {
	_, events, err := b.tables.past(ctx, m.Table, m.From, m.Version)
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
func (b *writer) call(ctx context.Context, w *text.Words, out *session.Message, s seen, seat engine.Seat, pings bool) error {
	if !pings {
		return nil
	}
	seats := engine.Seats(seat)
	hushed, err := b.tables.hush(ctx, s.id, s.table, seats)
	if err != nil || hushed != 0 {
		return err
	}
	quiet, err := b.tables.quiet(ctx, s.table)
	if err != nil {
		return err
	}
	out.Content = outlook(w, out, s.table, seats, seats, quiet)
	return nil
}

// tellTime tells of a player's time; only a reminder pings, outside of quiet hours.
func (b *writer) tellTime(ctx context.Context, w *text.Words, out *session.Message, s seen, seat engine.Seat, kind string, pings bool) error {
	quiet, err := b.tables.quiet(ctx, s.table)
	if err != nil {
		return err
	}
	p, now := s.table.Player(seat), b.now().UnixMilli()
	name := mention(out, p, pings && kind == postReminder && quiet(p.User, now) == now)
	out.Content = w.Say("bot.table."+kind, "Player", name, "When", countdown(quiet(p.User, s.table.Waits[seat].Until)))
	return nil
}
