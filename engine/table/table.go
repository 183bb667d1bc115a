package table

import (
	"encoding/json"
	"fmt"
	"slices"

	"amytis/engine"
)

// Status is where in its life a table is.
type Status uint8

// The states of a table, in order.
const (
	Lobby Status = iota + 1
	Running
	Ended
	Abandoned // aborted before its end
)

// Player is who sits at a table; by seat once it runs.
type Player struct {
	User UserID
	Name string
	// Attr is the player's SeatInfo.Attr, "" before the start.
	Attr string
}

// Entry is a move that stands, with who made it and when.
type Entry struct {
	Move engine.Move
	At   int64 // Unix ms
	By   UserID
	// Version is that of the event that brought it.
	Version Version
}

// Table is what a log adds up to. It is not changed once made: Next returns
// another. A nil Table is one before its first event.
type Table struct {
	Game    engine.Game
	Rules   int // the rules version that it was opened under
	Options engine.Options
	Host    UserID
	Status  Status
	Version Version
	Players []Player
	// Order is that of the seats where the opening has laid it down; else nil.
	Order []UserID
	Setup json.RawMessage
	// Moves are those that stand, oldest first.
	Moves []Entry
	// State is the position after them, nil in the lobby.
	State engine.State
	// Acted is the version of each seat's last step, taken back or not, and at
	// 0 chance's.
	Acted [engine.MaxSeats + 1]Version
	// Limit is how long a seat may take for its turn.
	Limit Limit
	// Waits is what is known of each seat that is awaited.
	Waits [engine.MaxSeats + 1]Wait
	// Skipped is how often each seat has been skipped since it last moved.
	Skipped [engine.MaxSeats + 1]int
	// Lost: aborted since there is no place for it any more, so that nobody can
	// be told.
	Lost bool
	// Start and End are times in Unix ms, 0 before.
	Opened, Start, End int64
}

// Next is the table after another event. Its error is an *engine.RuleError for
// what a table or its game does not allow; the receiver is unchanged.
func (t *Table) Next(e Event) (*Table, error) {
	next := *t
	next.Players = slices.Clone(t.Players)
	next.Moves = slices.Clip(t.Moves)
	if err := next.take(e); err != nil {
		return nil, err
	}
	return &next, nil
}

// Load folds a whole log. games finds a game by its ID. Events are trusted to
// have been accepted by Next when they were written; a log that does not add up
// is an error that names the event.
func Load(games func(id string) (engine.Game, bool), log []Event) (*Table, error) {
	var t *Table
	if len(log) == 0 {
		return nil, fmt.Errorf("table: an empty log")
	}
	if e := log[0]; e.Kind == Opened {
		g, found := games(e.Game)
		if !found {
			return nil, fmt.Errorf("table: event 1: no game %q in this program", e.Game)
		}
		t = &Table{Game: g}
	}
	for i, e := range log {
		if err := t.take(e); err != nil {
			return nil, fmt.Errorf("table: event %d (%s): %w", i+1, e.Kind, err)
		}
	}
	return t, nil
}

// Open makes the table of an Opened event.
func Open(g engine.Game, e Event) (*Table, error) {
	return (&Table{Game: g}).Next(e)
}

// take takes an event into account, in place; a table that has refused one is
// of no use any more.
func (t *Table) take(e Event) error {
	if t == nil || (t.Status == 0) != (e.Kind == Opened) {
		return engine.Refuse(RefusedLog, "")
	}
	before := t.State
	t.Version++
	if err := t.note(e); err != nil {
		return err
	}
	if err := t.place(e, before); err != nil {
		return err
	}
	t.close(e.At)
	t.await(e, before)
	return nil
}

// place brings the position up to date.
func (t *Table) place(e Event, before engine.State) (err error) {
	switch e.Kind {
	case Started:
		t.State, err = t.Game.Start(t.Options, t.SeatInfos(), t.Setup)
	case Moved:
		t.State, err = before.Apply(t.Moves[len(t.Moves)-1].Move)
	case Undone:
		t.State, err = t.without(e.Seat, before)
	case Replaced:
		err = t.stillPlays(e.Seat)
	}
	return err
}

// note takes an event into account but for the game's position.
func (t *Table) note(e Event) error {
	switch e.Kind {
	case Opened:
		return t.open(e)
	case Joined:
		return t.join(e)
	case Left:
		return t.leave(e)
	case Chosen:
		return t.choose(e)
	case Limited:
		return t.limit(e)
	case Started:
		return t.start(e)
	case Moved:
		return t.move(e)
	case Undone:
		return t.undo(e)
	case Reminded:
		return t.remind(e)
	case Extended:
		return t.extend(e)
	case Hushed:
		return t.hush(e)
	case Called:
		return t.call(e)
	case Replaced:
		return t.replace(e)
	case Aborted:
		return t.abort(e)
	}
	return engine.Refuse(RefusedLog, "")
}

// close ends a table whose game is over.
func (t *Table) close(at int64) {
	if t.Status == Running && t.State.Turn() == 0 {
		t.Status = Ended
		t.End = at
	}
}

// SeatInfos is the players as the game wants them.
func (t *Table) SeatInfos() []engine.SeatInfo {
	seats := make([]engine.SeatInfo, len(t.Players))
	for i, p := range t.Players {
		seats[i] = engine.SeatInfo{Name: p.Name, Attr: p.Attr}
	}
	return seats
}

// Seat is where a user sits in a running or ended game, 0 if nowhere.
func (t *Table) Seat(user UserID) engine.Seat {
	if t.Status == Lobby {
		return 0
	}
	return engine.Seat(t.index(user) + 1)
}

// Joined reports whether a user is in the lobby or the game.
func (t *Table) Joined(user UserID) bool { return t.index(user) >= 0 }

func (t *Table) index(user UserID) int {
	return slices.IndexFunc(t.Players, func(p Player) bool { return p.User == user })
}

// Player is who sits at seat.
func (t *Table) Player(seat engine.Seat) Player { return t.Players[seat-1] }

// Turn is the set of seats that may act, empty unless the table runs.
func (t *Table) Turn() engine.SeatSet {
	if t.Status != Running {
		return 0
	}
	return t.State.Turn()
}

// Record is the table's game as a record (record.md).
func (t *Table) Record() (*engine.Record, error) {
	moves := make([]engine.Move, len(t.Moves))
	for i := range t.Moves {
		moves[i] = t.Moves[i].Move
	}
	return engine.NewRecord(t.Game, t.Options, t.SeatInfos(), t.Setup, moves, t.State)
}
