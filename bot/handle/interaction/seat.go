package interaction

import (
	"strconv"
	"strings"

	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// SeatNamed returns the seat with a number, which autocomplete inserts, or else with a player's
// name, a person before a computer. The error is the refusal RefusedNoSuchSeat.
func SeatNamed(t *table.Table, asked string) (engine.Seat, error) {
	if n, err := strconv.Atoi(asked); err == nil && n >= 1 && n <= len(t.Players) {
		return engine.Seat(n), nil
	}
	for i, p := range t.Players {
		if strings.EqualFold(p.Name, asked) && !p.IsComputer() {
			return engine.Seat(i + 1), nil
		}
	}
	for i, p := range t.Players {
		if strings.EqualFold(p.Name, asked) {
			return engine.Seat(i + 1), nil
		}
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
