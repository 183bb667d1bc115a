package table

import (
	"encoding/json"
	"errors"
	"fmt"

	"amytis/engine"
)

type EventKind string

// The kinds of events, in the order a table meets them. Each names the fields of Event that it uses
// besides Kind, At and By.
const (
	// Opened uses Game, Rules, Options, Limit, Reserve, Hints, StandIn, Order and, for a table that
	// starts as an ended one, Fork, From, Attrs, Setup and Given; Name, Language; By is the host.
	Opened    EventKind = "open"
	Joined    EventKind = "join"     // Name, Language; By has joined, or has added the computer User
	Left      EventKind = "leave"    // By has left, or User if By removed somebody else
	Chosen    EventKind = "options"  // Options
	Limited   EventKind = "limit"    // Limit, Reserve
	Hinted    EventKind = "hints"    // Hints
	HostAsked EventKind = "ask"      // the host was asked whether the lobby stays open
	KeptOpen  EventKind = "keep"     // it does
	Started   EventKind = "start"    // Order, Setup, Attrs, Ready, Given
	Readied   EventKind = "ready"    // Seat: its player is ready for the round
	Begun     EventKind = "begin"    // the round begins without the players who are not ready
	Planned   EventKind = "plan"     // Seat, Plan, Any: its player plans the next turn, or drops the plan
	Moved     EventKind = "move"     // Move, Then, Auto, Choice; By is 0 for the clock
	Undone    EventKind = "undo"     // Seat: its last move is taken back
	Reminded  EventKind = "remind"   // Seat: its player was told that time is running out
	Extended  EventKind = "extend"   // Seat, Until: its limit now ends later
	Paused    EventKind = "pause"    // Seat, From, Until: its player is away, so its limit stands still
	PingHeld  EventKind = "hush"     // Seat: its turn ping was held back, since its player wanted none then
	Called    EventKind = "call"     // Seat: the held-back ping was sent
	Looked    EventKind = "look"     // Seat: its player has looked at the table since the ping was held back
	Replaced  EventKind = "replace"  // Seat, User, Name: the new player of the seat
	StoodIn   EventKind = "stand_in" // Seat, User: the computer that plays until the player returns
	Returned  EventKind = "return"   // Seat: its player plays again
	Suspended EventKind = "suspend"  // From: since when the bot cannot see the table's channel
	Resumed   EventKind = "resume"   // the bot sees the channel again
	Aborted   EventKind = "abort"    // By is 0 if the table's channel is gone; Channel, Auto

	// Foreseen makes the table a copy on which the player of Seat plans: the position becomes as if
	// the seat were in turn. No store ever has it.
	Foreseen EventKind = "foresee"
)

// Event is an entry of a table's log. It is small, since every move is one. The store has its JSON.
type Event struct {
	Kind EventKind `json:"k"`
	// At is the time in Unix milliseconds.
	At int64 `json:"t"`
	// By is the user who caused the event, 0 for the clock.
	By UserID `json:"u,omitempty"`
	// Name is User's name if User is set, for Joined and Replaced, and else By's, if that is new.
	Name string `json:"n,omitempty"`
	// Language is By's. Game and Rules are the game's ID and rules version; from Limit on, the
	// fields are named as in Table.
	Language string         `json:"lg,omitempty"`
	Game     string         `json:"g,omitempty"`
	Rules    int            `json:"r,omitempty"`
	Options  engine.Options `json:"o,omitempty"`
	Limit    Limit          `json:"l,omitempty"`
	Reserve  Limit          `json:"v,omitempty"`
	Hints    bool           `json:"h,omitempty"`
	StandIn  int            `json:"si,omitempty"`
	// Order lists the players in seat order, for Started and for Opened in a rematch and a fork,
	// where seats of those who have not joined are free, and 0 is nobody. Attrs are their
	// SeatInfo.Attr, for Started and a fork.
	Order []UserID `json:"s,omitempty"`
	Attrs []string `json:"a,omitempty"`
	// Ready says that the rounds of a live game wait until their players are ready. Fork is the
	// ended table whose deal, and perhaps first moves, this one has.
	Ready bool            `json:"y,omitempty"`
	Setup json.RawMessage `json:"d,omitempty"`
	Fork  ID              `json:"fk,omitempty"`
	// Given are a fork's first moves in the notation, for Started. Opened has them for Deal.
	Given []string `json:"gv,omitempty"`
	// Move is in the notation of record.md. Then are the moves with which the player goes on in
	// the set-up.
	Move string   `json:"m,omitempty"`
	Then []string `json:"q,omitempty"`
	// Auto says that the program took the step for the player, for Moved, or for Aborted that
	// nobody has joined the lobby for long.
	Auto bool `json:"x,omitempty"`
	// Choice is which turn of the seat's plan the step belongs to, from 1; 0 for none.
	Choice int `json:"c,omitempty"`
	// Plan are the planned turns in order of preference: the moves of each with ";" between. Any
	// says that a plan is played even if something better has come up.
	Plan []string `json:"pl,omitempty"`
	Any  bool     `json:"any,omitempty"`
	// Seat is the seat concerned.
	Seat engine.Seat `json:"e,omitempty"`
	// From is when the pause begins, for Paused, and when the ended table of a fork ended. For
	// Extended it is the time up to which absences are counted in Until, for Suspended since when
	// limits stand still; 0 is At for both. All in Unix milliseconds.
	From int64 `json:"f,omitempty"`
	// Until is the new end of the seat's limit, or the end of the pause, in Unix milliseconds.
	Until int64 `json:"w,omitempty"`
	// Channel is where the end of a table without a channel is told, 0 if not known.
	Channel ChannelID `json:"ch,omitempty"`
	// User is the new player for Replaced, the removed one for Left, and the computer for Joined
	// and StoodIn.
	User UserID `json:"p,omitempty"`
}

// Append appends the event's stored form (JSON) to dst. It fails for an event not for stores.
func (e *Event) Append(dst []byte) ([]byte, error) {
	if e.Kind == Foreseen {
		return dst, errCopy
	}
	b, err := json.Marshal(e)
	return append(dst, b...), err
}

var errCopy = errors.New("table: copies are neither stored nor recorded")

// ParseEvent reads an event from its stored form. It fails for an event that Append does not write.
func ParseEvent(data []byte) (Event, error) {
	var e Event
	if err := json.Unmarshal(data, &e); err != nil {
		return Event{}, fmt.Errorf("table event: %w", err)
	}
	switch e.Kind {
	case "":
		return Event{}, fmt.Errorf("table event without a kind: %.80s", data)
	case Foreseen:
		return Event{}, errCopy
	}
	return e, nil
}

// MarkAt returns 24 bits that tell the log up to a version from one that a restored backup has
// forgotten, 0 for version 0 and for one that the table has not reached.
func (t *Table) MarkAt(at Version) uint32 {
	if at == 0 || int(at) > len(t.marks) {
		return 0
	}
	return t.marks[at-1] >> 8
}

// mark returns the mark after an event. Messages contain marks: do not change it. Users and names
// are left out, since they may be erased, and moves, since marks are public.
func (e *Event) mark(before uint32) uint32 {
	const prime = 16777619 // of FNV-1a
	mark := (before ^ uint32(e.At)) * prime
	for _, c := range []byte(e.Kind) {
		mark = (mark ^ uint32(c)) * prime
	}
	return mark
}
