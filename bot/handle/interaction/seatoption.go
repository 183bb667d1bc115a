package interaction

import (
	"strings"

	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// OfferSeats offers the players for whom fits is true. The values are numbers with the mark of
// computers, which no name has.
func (o *Offer) OfferSeats(w *text.Words, t *table.Table, fits func(*table.Table, engine.Seat) bool) {
	for _, p := range t.Players {
		if fits(t, p.Seat) {
			o.Add(sentences.PlainName(w, p), text.Marked(p.Seat.String()))
		}
	}
}

// SeatNamed returns the seat that OfferSeats has offered, or else of the player with a name, a
// person before a computer, or else with a number. The error is the refusal RefusedNoSuchSeat, or
// one that tells players of one name apart.
func SeatNamed(w *text.Words, t *table.Table, asked string) (engine.Seat, error) {
	var named, others []engine.Seat
	for _, p := range t.Players {
		switch same := strings.EqualFold(p.Name, asked); {
		case strings.EqualFold(sentences.PlainName(w, p), asked), text.Marked(p.Seat.String()) == asked:
			return p.Seat, nil
		case same && !p.IsComputer():
			named = append(named, p.Seat)
		case same, p.Seat.String() == asked:
			others = append(others, p.Seat)
		}
	}
	switch all := append(named, others...); {
	case len(named) > 1:
		return 0, engine.Refuse(refusedNamesakes, "", "name", text.Quoted(asked), "players", engine.Seats(named...).Ref())
	case len(all) > 0:
		return all[0], nil
	}
	return 0, engine.Refuse(RefusedNoSuchSeat, "", "player", text.Quoted(asked))
}

// SeatAt returns the user's seat. It refuses a lobby, and a user without a seat.
func (in *Input) SeatAt(t *table.Table) (engine.Seat, error) {
	seat := t.Seat(in.User)
	switch {
	case t.Status == table.Lobby:
		return 0, engine.Refuse(table.RefusedNotStarted, "")
	case seat == 0:
		return 0, engine.Refuse(RefusedNotPlayer, "")
	}
	return seat, nil
}
