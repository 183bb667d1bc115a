package engine

import (
	"errors"
	"fmt"
	"math"
)

// Stint is a part of a game in which one player had a seat.
type Stint struct {
	// From is the number of the stint's first move in the record, from 1. The moves of all seats
	// count. It is one more than the number of moves if none was played since.
	From int `json:"from"`
	// By is the player's name, or "computer 3" for a computer of level 3.
	By string `json:"by"`
}

// These are the fields of a record's seat that any game may have.
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
	texts := map[string]*string{"name": &seat.Name}
	for _, attr := range in.SeatAttrs {
		texts[attr.Name] = &seat.Attr
	}
	for name, text := range texts {
		value, isText := fields[name].(string)
		if !isText {
			return seat, errors.New("fields are name" + optionalFields(in))
		}
		*text = value
	}
	var err error
	for name, value := range fields {
		switch {
		case texts[name] != nil:
		case name == computerField:
			seat.Computer, err = readLevel(value)
		case name == playedField:
			seat.Played, err = readStints(value, first, moves)
		default:
			err = errors.New("fields are name" + optionalFields(in))
		}
		if err != nil {
			return seat, err
		}
	}
	return seat, nil
}

func optionalFields(in *Info) string {
	names := ""
	for _, attr := range in.SeatAttrs {
		names += ", " + attr.Name
	}
	return names + ", " + computerField + " for a computer player, and " + playedField + " if the seat changed hands"
}

func readLevel(value any) (int, error) {
	level, ok := wholeNumber(value)
	if !ok || level < 1 || level > ComputerLevels {
		return 0, fmt.Errorf("%s is a level from 1 to %d", computerField, ComputerLevels)
	}
	return level, nil
}

func readStints(value any, first, moves int) ([]Stint, error) {
	if stints, isTyped := value.([]Stint); isTyped {
		return stints, checkStints(stints, first, moves)
	}
	list, isList := value.([]any)
	if !isList {
		return nil, errors.New(playedField + " is a list")
	}
	stints := make([]Stint, len(list))
	for i, item := range list {
		fields, _ := item.(map[string]any)
		from, isNumber := wholeNumber(fields["from"])
		by, isText := fields["by"].(string)
		if len(fields) != 2 || !isNumber || !isText {
			return nil, fmt.Errorf("%s[%d]: fields are from, a whole number, and by, a text", playedField, i)
		}
		stints[i] = Stint{From: from, By: by}
	}
	return stints, checkStints(stints, first, moves)
}

// checkStints checks that stints begin with the first move that was not given and ascend, up to the
// move after the last.
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

// wholeNumber returns a number that was decoded from JSON, or set by this program.
func wholeNumber(value any) (int, bool) {
	switch n := value.(type) {
	case int:
		return n, true
	case float64:
		return int(n), n == math.Trunc(n) && math.Abs(n) <= math.MaxInt32
	}
	return 0, false
}
