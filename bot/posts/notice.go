package posts

import (
	"context"

	"amytis/bot/session"
	"amytis/bot/tables"
	"amytis/bot/telling"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// Notice returns the message about a player's time that m asks for. It is nil if the notice is
// outdated by now: the player has acted, or the turn is over.
func (wr *Writer) Notice(
	ctx context.Context, w *text.Words, h tables.History, m store.Message, pings bool,
) (*session.Message, error) {
	_, events, err := h.At(m.From, m.Version)
	if err != nil {
		return nil, err
	}
	s, seat := h.Loaded, events[0].Seat
	if outdated(m.Kind, s.Table.Waits[seat]) {
		return nil, nil
	}
	out := &session.Message{}
	if m.Kind == tables.PostCall {
		err = wr.call(ctx, w, out, s, seat, pings)
	} else {
		err = wr.tellTime(ctx, w, out, s, seat, m.Kind, pings)
	}
	if err != nil || out.Content == "" {
		return nil, err
	}
	if s.Header.LastMessage != 0 {
		out.Content += "\n" + telling.MessageLink(s.Header)
	}
	return out, nil
}

// outdated reports whether a notice is needless or no longer true for a seat that waits like this.
func outdated(kind string, wait table.Wait) bool {
	switch kind {
	case tables.PostReminder:
		return !wait.Reminded
	case tables.PostCall:
		return !wait.Called || wait.Reminded
	}
	return wait.Extended == 0
}

// call calls a player to act, unless nobody is to be pinged, or it is the player's quiet hours
// again.
func (wr *Writer) call(
	ctx context.Context, w *text.Words, out *session.Message, s tables.Loaded, seat engine.Seat, pings bool,
) error {
	if !pings {
		return nil
	}
	seats := engine.Seats(seat)
	hushed, err := wr.tables.SuppressPings(ctx, s.ID, s.Table, seats)
	if err != nil || hushed != 0 {
		return err
	}
	quiet, err := wr.tables.Quiet(ctx, s.Table)
	if err != nil {
		return err
	}
	out.Content = outlook(w, out, s.Table, seats, seats, quiet)
	return nil
}

// tellTime tells of a player's time; only a reminder pings, outside of quiet hours.
func (wr *Writer) tellTime(
	ctx context.Context, w *text.Words, out *session.Message, s tables.Loaded, seat engine.Seat, kind string,
	pings bool,
) error {
	quiet, err := wr.tables.Quiet(ctx, s.Table)
	if err != nil {
		return err
	}
	p, now := s.Table.Player(seat), wr.now().UnixMilli()
	name := mention(out, p, pings && kind == tables.PostReminder && quiet(p.User, now) == now)
	out.Content = w.Say(
		"bot.table."+kind, "Player", name, "When", telling.Countdown(quiet(p.User, s.Table.Waits[seat].Until)),
	)
	return nil
}
