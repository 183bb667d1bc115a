package engine

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// Stint is a part of a game in which one player had a seat.
type Stint struct {
	// From is the number of the stint's first move in the record, from 1, among all moves.
	From int `json:"from"`
	// By is the player's name, or "computer 3" for a computer of level 3.
	By string `json:"by"`
}

// Fields of a record's seat in every game.
const (
	computerField = "computer"
	playedField   = "played"
)

func seatFields(in *Info, seat SeatInfo) map[string]any {
	fields := map[string]any{"name": seat.Name}
	for _, attr := range in.SeatAttrs {
		fields[attr.Name] = seat.Attr
	}
	if seat.Computer != 0 {
		fields[computerField] = seat.Computer
	}
	if len(seat.Played) > 0 {
		fields[playedField] = seat.Played
	}
	return fields
}

func readSeat(in *Info, fields map[string]any, first, moves int) (SeatInfo, error) {
	var seat SeatInfo
	known := map[string]any{"name": &seat.Name, computerField: &seat.Computer, playedField: &seat.Played}
	names := "name"
	for _, attr := range in.SeatAttrs {
		known[attr.Name] = &seat.Attr
		names += ", " + attr.Name
	}
	required := len(known) - 2
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		raw, err := json.Marshal(fields[name])
		if known[name] == nil || fields[name] == nil || err != nil {
			return seat, fmt.Errorf("fields are %s, %s for a computer player, and %s if the seat changed hands",
				names, computerField, playedField)
		}
		if err := decodeStrictly(raw, known[name]); err != nil {
			return seat, fmt.Errorf("%s: %w", name, err)
		}
		if name != computerField && name != playedField {
			required--
		}
	}
	_, computer := fields[computerField]
	_, played := fields[playedField]
	switch {
	case required > 0:
		return seat, fmt.Errorf("fields are %s", names)
	case computer && (seat.Computer < 1 || seat.Computer > ComputerLevels):
		return seat, fmt.Errorf("%s is a level from 1 to %d", computerField, ComputerLevels)
	case played:
		return seat, checkStints(seat.Played, first, moves)
	}
	return seat, nil
}

// checkStints checks that stints begin with the first move that was not given, and ascend.
func checkStints(stints []Stint, first, moves int) error {
	if len(stints) == 0 || stints[0].From != first {
		return fmt.Errorf("%s: the first is from %d", playedField, first)
	}
	for i, stint := range stints {
		switch {
		case stint.By == "":
			return fmt.Errorf("%s[%d]: by is empty", playedField, i)
		case i > 0 && stint.From <= stints[i-1].From:
			return fmt.Errorf("%s[%d]: from %d does not come after from %d", playedField, i, stint.From, stints[i-1].From)
		case stint.From > moves+1:
			return fmt.Errorf("%s[%d]: from %d, but there are %d moves", playedField, i, stint.From, moves)
		}
	}
	return nil
}
