package table

import (
	"encoding/json"
	"fmt"

	"amytis/engine"
)

// EventKind says what happened.
type EventKind string

// The kinds of events, in the order a table meets them.
const (
	Opened   EventKind = "open"    // Game, Rules, Options, Limit, Order; By is the host
	Joined   EventKind = "join"    // By, Name
	Left     EventKind = "leave"   // By; or User, whom By has taken out
	Chosen   EventKind = "options" // Options
	Limited  EventKind = "limit"   // Limit
	Started  EventKind = "start"   // Order, Setup, Attrs
	Moved    EventKind = "move"    // Move; By is 0 for the clock
	Undone   EventKind = "undo"    // Seat: its last move is taken back
	Reminded EventKind = "remind"  // Seat: its time is nearly over
	Extended EventKind = "extend"  // Seat, Until: it gets more time
	Hushed   EventKind = "hush"    // Seat: it is not called to act, in its quiet hours
	Called   EventKind = "call"    // Seat: it is, after them
	Replaced EventKind = "replace" // Seat, User, Name: who sits there from now on
	Aborted  EventKind = "abort"   // By; 0 where its place is lost
)

// Event is an entry of a table's log: small, since a move is one. In the store
// it is its JSON.
type Event struct {
	Kind EventKind `json:"k"`
	// At is the time in Unix milliseconds.
	At int64 `json:"t"`
	// By is who did it; 0 for the clock.
	By UserID `json:"u,omitempty"`
	// Name is how By is called, for Opened and Joined; for Replaced, how User is.
	Name string `json:"n,omitempty"`
	// Game and Rules are the game's ID and rules version, for Opened.
	Game  string `json:"g,omitempty"`
	Rules int    `json:"r,omitempty"`
	// Options for Opened and Chosen.
	Options engine.Options `json:"o,omitempty"`
	// Limit for Opened and Limited.
	Limit Limit `json:"l,omitempty"`
	// Order is the players in seat order: for Started, with Attrs their
	// SeatInfo.Attr; for Opened where the order is not left to chance.
	Order []UserID `json:"s,omitempty"`
	Attrs []string `json:"a,omitempty"`
	// Setup is the game's, for Started.
	Setup json.RawMessage `json:"d,omitempty"`
	// Move is in the notation, for Moved.
	Move string `json:"m,omitempty"`
	// Seat for Undone, Reminded, Extended, Hushed, Called and Replaced.
	Seat engine.Seat `json:"e,omitempty"`
	// Until is when the seat's limit runs out now, in Unix ms, for Extended.
	Until int64 `json:"w,omitempty"`
	// User for Replaced and Left.
	User UserID `json:"p,omitempty"`
}

// Append writes the event's stored form.
func (e *Event) Append(dst []byte) ([]byte, error) {
	b, err := json.Marshal(e)
	return append(dst, b...), err
}

// ParseEvent reads the stored form.
func ParseEvent(data []byte) (Event, error) {
	var e Event
	if err := json.Unmarshal(data, &e); err != nil {
		return Event{}, fmt.Errorf("table event: %w", err)
	}
	if e.Kind == "" {
		return Event{}, fmt.Errorf("table event without a kind: %.80s", data)
	}
	return e, nil
}
