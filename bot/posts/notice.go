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

// Notice returns the message about a player's time that m announces, for the table h as it is now.
// It is nil if there is nothing to send: the notice is outdated, or a call without a ping.
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

// outdated reports whether a notice of a kind is obsolete for a seat's present wait.
func outdated(kind string, wait table.Wait) bool {
	switch kind {
	case tables.PostReminder:
		return !wait.Reminded
	case tables.PostCall:
		return !wait.Called || wait.Reminded
	}
	return wait.Extended == 0
}

// call writes into out that it is a player's turn. It writes nothing if pings are off, or if the
// player's quiet hours have begun again.
func (wr *Writer) call(
	ctx context.Context, w *text.Words, out *session.Message, s tables.Loaded, seat engine.Seat, pings bool,
) error {
	if !pings {
		return nil
	}
	seats := engine.Seats(seat)
	held, err := wr.tables.SuppressPings(ctx, s.ID, s.Table, seats)
	if err != nil || held != 0 {
		return err
	}
	quiet, err := wr.tables.Quiet(ctx, s.Table)
	if err != nil {
		return err
	}
	out.Content = lead(w, out, s.Table, telling.News{}, seats, seats) + telling.LimitLine(w, s.Table, seats, quiet)
	return nil
}

// tellTime writes into out how long a player has left. Only a reminder outside of the player's
// quiet hours pings.
func (wr *Writer) tellTime(
	ctx context.Context, w *text.Words, out *session.Message, s tables.Loaded, seat engine.Seat, kind string,
	pings bool,
) error {
	quiet, err := wr.tables.Quiet(ctx, s.Table)
	if err != nil {
		return err
	}
	p := s.Table.Player(seat)
	wr.silence(out, quiet, []table.Player{p})
	name := mention(w, out, p, pings && kind == tables.PostReminder && !wr.inQuietHours(quiet, p))
	out.Content = w.Say(
		"bot.table."+kind, "Player", name, "When", telling.Countdown(quiet(p.User, s.Table.Waits[seat].Until)),
	)
	return nil
}
