package engine

import (
	"encoding/json"
	"fmt"
)

// Ending is how a game ended.
type Ending struct {
	// Winners are the seats that share the victory, at least one. Resigned are those that left
	// before the end; they rank last.
	Winners, Resigned SeatSet
	// Reason is a key under "reason" in the catalogs if games end in several ways, else "".
	Reason string
}

// Result is how a game ended, with its scores.
type Result struct {
	// Winners are in ascending order.
	Winners []Seat `json:"winners"`
	Reason  string `json:"reason,omitempty"`
	// Scores has one score for each seat, in seat order.
	Scores []Score `json:"scores"`
	// Resigned is not in records, whose moves say so.
	Resigned SeatSet `json:"-"`
}

// Score is a seat's score line by line, in the order of the score pad.
type Score []ScoreItem

type ScoreItem struct {
	// Name is the line's field in the record and its key under "score" in the game's catalogs.
	Name string
	// Value is an int, or another type that encodes to the JSON that record.md shows for the game.
	Value any
}

// Int returns the value of a line that is a number, 0 if there is no such line.
func (s Score) Int(name string) int {
	for _, item := range s {
		if item.Name == name {
			n, _ := item.Value.(int)
			return n
		}
	}
	return 0
}

// Total returns the value of the line that seats are ranked by (see Ranks), 0 if there is none.
func (s Score) Total() int {
	for _, item := range s {
		if item.Ranks() {
			return s.Int(item.Name)
		}
	}
	return 0
}

// Ranks reports whether seats are ranked by this line: the total, or the rounds won.
func (i ScoreItem) Ranks() bool { return i.Name == "total" || i.Name == "won" }

// MarshalJSON returns an object with the lines as fields, in order.
func (s Score) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, item := range s {
		value, err := json.Marshal(item.Value)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = fmt.Appendf(b, "%q:%s", item.Name, value)
	}
	return append(b, '}'), nil
}

// Tally is what seats hold of things whose points go to the seat with the most. Zero is none.
type Tally struct {
	// Key names what is counted: the catalogs have "tally.<key>.title" and "tally.<key>.row", with
	// the placeholder Number.
	Key  string
	Rows []TallyRow
}

type TallyRow struct {
	// Number tells the row from the others, such as a level.
	Number int
	// Seats are the seats in question.
	Seats SeatSet
	// Counts are what the seats hold, at the index of the seat.
	Counts [MaxSeats + 1]int
	// Lead is the seat that gets the row's points, 0 for none.
	Lead Seat
}
