package engine

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// Result is how a game ended.
type Result struct {
	// Winners in ascending order; several share the victory.
	Winners []Seat `json:"winners"`
	// Reason is set by games that can end in several ways.
	Reason string `json:"reason,omitempty"`
	// Scores has an entry a seat, in seat order.
	Scores []Score `json:"scores"`
	// Resigned are the seats that left before the end; they rank last. It is
	// told by the moves, so a record does not repeat it.
	Resigned SeatSet `json:"-"`
}

// Score is a seat's score itemised as on the score pad, in the pad's order.
type Score []ScoreItem

// ScoreItem is one line of a score. Value is an int, or what record.md shows
// for the game.
type ScoreItem struct {
	Name  string
	Value any
}

// Int is the value of a line that is a number; 0 if there is no such line.
func (s Score) Int(name string) int {
	for _, item := range s {
		if item.Name == name {
			n, _ := item.Value.(int)
			return n
		}
	}
	return 0
}

// Total is the line by which seats are ranked: `total`, or the rounds `won` in a
// game that is decided by them.
func (s Score) Total() int {
	for _, item := range s {
		if item.Ranks() {
			n, _ := item.Value.(int)
			return n
		}
	}
	return 0
}

// Ranks reports whether the line is the score's Total.
func (i ScoreItem) Ranks() bool { return i.Name == "total" || i.Name == "won" }

// MarshalJSON writes the score as an object in the pad's order.
func (s Score) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, item := range s {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Quote(item.Name))
		b.WriteByte(':')
		value, err := json.Marshal(item.Value)
		if err != nil {
			return nil, err
		}
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}
