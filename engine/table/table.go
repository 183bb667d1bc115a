// Package table is the life of one table, from lobby to result, as a pure state machine. A table is
// a game in a channel. Its log of events is the truth, and a [Table] is the state after all events.
// Nothing here knows storage, Discord or the clock: times and shuffles come in as data.
package table

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"amytis/engine"
)

type Status uint8

// The statuses of a table, in order.
const (
	Lobby Status = iota + 1
	Running
	Ended
	Abandoned // aborted before its end
)

// Player is a user at a table. Once the game runs, Players are in seat order.
type Player struct {
	User     UserID
	Name     string
	Language string      // the one in which the player reads, "" if that is not known
	Attr     string      // the player's SeatInfo.Attr, "" before the start
	Seat     engine.Seat // place in Players, from 1
	Namesake bool        // another person there has the same name
}

// Entry is a move that stands, with its player and time.
type Entry struct {
	Move    engine.Move
	At      int64 // Unix milliseconds
	By      UserID
	Version Version // the table's version after the move's event
	Given   bool    // the table started with the move, which none of the players made; By is 0
	Auto    bool    // the program took the step for the player; see Forced and Plan
	Choice  int     // which turn of the seat's plan the step belongs to, from 1; 0 for none
	// Timed says that a limit ran, at a table with reserves. Left is what was left of it then, and
	// Reserved the seat's reserve when its turn began, both in milliseconds.
	Timed          bool
	Left, Reserved int64
}

// Table is the outcome of a log of events. It is immutable. A nil Table has no event yet.
type Table struct {
	Game    engine.Game
	Rules   int // the rules version it was opened under
	Options engine.Options
	Host    UserID
	Status  Status
	Version Version
	Players []Player
	Order   []UserID // the seat order that the opening gave, nil without one
	// Fork is the ended table whose deal this one has, 0 for none. Such a game is not rated.
	Fork      ID
	dealt     *Event // the opening of a fork, nil for others
	Setup     json.RawMessage
	Moves     []Entry      // the moves that stand, oldest first
	Handovers []Handover   // the changes of a seat's player since the start, oldest first
	State     engine.State // the position after Moves, nil in the lobby
	// Acted holds the version of each seat's last step (undone or not) or skip. Index 0 is chance.
	Acted  [engine.MaxSeats + 1]Version
	Rounds bool  // each round of the game waits until its players are ready
	Round  Round // the present round of such a game
	// Idle says that the game was abandoned since nobody built, or the lobby since nobody joined.
	Idle    bool
	Limit   Limit // the time that a seat may take for its turn
	Reserve Limit // the most that a seat can have in reserve; see TimeControl
	// Reserved is each seat's reserve in milliseconds, in turn as it was at the beginning.
	Reserved     [engine.MaxSeats + 1]int64
	Hints        bool // everyone may ask for hints; see MayAskForHints
	StandInLevel int  // the level of stand-ins, 0 if the table refuses them
	// StandIns holds the computer that stands in for the player of each seat, 0 for none.
	StandIns [engine.MaxSeats + 1]UserID
	// Assisted are the seats for which a stand-in has made a move, undone or not.
	Assisted engine.SeatSet
	// Plans are what the seats have planned for their next turns. Each is its player's secret.
	Plans [engine.MaxSeats + 1]Plan
	// Planner is the seat that plans on this table, a copy (Foreseen); 0 for a table of a store.
	Planner  engine.Seat
	Resigned engine.SeatSet
	// Chosen holds the moves with which each seat goes on with the set-up.
	Chosen [engine.MaxSeats + 1][]string
	Waits  [engine.MaxSeats + 1]Wait // the wait of each seat that the table waits for
	// Skipped counts each seat's skips since its last move.
	Skipped [engine.MaxSeats + 1]int
	// Lost says that the table was aborted because its channel is gone, so nobody can be told.
	Lost       bool
	Suspension Suspension // the last one, zero without any
	// Stirred is when the lobby last changed, and Asked when its host was asked since whether it
	// stays open, 0 if not, both in Unix milliseconds. Kept says that the host has said yes.
	Stirred, Asked int64
	Kept           bool
	// Opened, Start, End and Latest (the last event) are times in Unix milliseconds, 0 for never.
	Opened, Start, End, Latest int64
	marks                      []uint32 // by version; see MarkAt
}

// Next returns the table after event e. The error is an *engine.RuleError if it is not allowed.
func (t *Table) Next(e Event) (*Table, error) {
	next := *t
	next.Players = slices.Clone(t.Players)
	next.Moves = slices.Clip(t.Moves)
	next.Handovers = slices.Clip(t.Handovers)
	next.marks = slices.Clip(t.marks)
	if err := next.apply(e); err != nil {
		return nil, err
	}
	return &next, nil
}

// ErrNewer means that a log has an event of a kind that this program does not know.
var ErrNewer = errors.New("this program does not know the kind: start the newer program that has written it")

// Load returns the table of a whole log. games finds a game by its ID. Load trusts that Next has
// accepted the events; if one fails now, the error names it.
func Load(games func(id string) (engine.Game, bool), log []Event) (*Table, error) {
	var t *Table
	if len(log) == 0 {
		return nil, fmt.Errorf("table: the log is empty")
	}
	if e := log[0]; e.Kind == Opened {
		g, found := games(e.Game)
		if !found {
			return nil, fmt.Errorf("table: event 1: no game %q in this program", e.Game)
		}
		t = &Table{Game: g}
	}
	for i, e := range log {
		if err := t.apply(e); err != nil {
			return nil, fmt.Errorf("table: event %d (%s): %w", i+1, e.Kind, err)
		}
	}
	return t, nil
}

func Open(g engine.Game, e Event) (*Table, error) { return (&Table{Game: g}).Next(e) }

// apply applies an event in place. After an error, discard the table.
func (t *Table) apply(e Event) error {
	kind, ok := appliers[e.Kind]
	if !ok {
		return fmt.Errorf("%w: %w", engine.Refuse(RefusedLog, ""), ErrNewer)
	}
	if t == nil || (t.Status == 0) != (e.Kind == Opened) {
		return engine.Refuse(RefusedLog, "")
	}
	t.Latest = max(e.At, t.Latest) // the host's clock may have been set back
	e.At = t.Latest
	before := t.State
	undone := t.undone(e)
	t.marks = append(t.marks, e.mark(t.MarkAt(t.Version)))
	t.Version++
	if err := t.Status.check(kind.in); err != nil {
		return err
	}
	if err := cmp.Or(t.checkSuspended(e), kind.apply(t, e)); err != nil {
		return err
	}
	if t.Status == Running && t.State.Turn() == 0 {
		t.Status, t.End = Ended, e.At
	}
	t.stir(e)
	t.learn(e)
	t.endStandInsAlone()
	t.dropPlans()
	t.await(e, before, t.nextRound(e, before))
	t.resume(e, undone)
	return nil
}

// appliers apply each kind of event, at a table in a status, to everything but Waits and Round.
var appliers = map[EventKind]struct {
	in    Status // 0 for any that is not over
	apply func(*Table, Event) error
}{
	Opened:    {0, applyOpened},
	Joined:    {Lobby, applyJoined},
	Left:      {Lobby, applyLeft},
	Chosen:    {Lobby, applyChosen},
	Limited:   {Lobby, applyLimited},
	Hinted:    {Lobby, func(t *Table, e Event) error { t.Hints = e.Hints; return nil }},
	HostAsked: {Lobby, func(t *Table, _ Event) error { return refuseIf(t.Asked != 0, RefusedLog) }},
	KeptOpen:  {Lobby, func(*Table, Event) error { return nil }},
	Started:   {Lobby, applyStarted},
	Readied:   {Running, applyReadied},
	Begun:     {Running, applyBegun},
	Planned:   {Running, applyPlanned},
	Moved:     {Running, applyMoved},
	Undone:    {Running, applyUndone},
	Reminded:  {Running, onWait(applyReminded)},
	Extended:  {Running, onWait(applyExtended)},
	Paused:    {Running, onWait(applyPaused)},
	PingHeld:  {Running, onWait(applyPingHeld)},
	Called:    {Running, onWait(func(_ *Table, wait *Wait, _ Event) error { wait.Called = true; return nil })},
	Looked:    {Running, onWait(applyLooked)},
	Replaced:  {Running, applyReplaced},
	StoodIn:   {Running, applyStoodIn},
	Returned:  {Running, applyReturned},
	Suspended: {0, applySuspended},
	Resumed:   {0, applyResumed},
	Aborted:   {0, applyAborted},
	Foreseen:  {Running, applyForeseen},
}

func (t *Table) SeatInfos() []engine.SeatInfo {
	seats := make([]engine.SeatInfo, len(t.Players))
	for i, p := range t.Players {
		seats[i] = engine.SeatInfo{Name: p.Name, Attr: p.Attr, Computer: p.User.level()}
	}
	return seats
}

// Seat returns the user's seat in a running or ended game, 0 without one.
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

func (t *Table) Player(seat engine.Seat) Player { return t.Players[seat-1] }

// Turn returns the seats that may act, none unless the game is running.
func (t *Table) Turn() engine.SeatSet {
	if t.Status != Running {
		return 0
	}
	return t.State.Turn()
}

// Record returns the table's game as a record (record.md). Copies have none.
func (t *Table) Record() (*engine.Record, error) {
	if t.Planner != 0 {
		return nil, errCopy
	}
	seats := t.SeatInfos()
	for i := range seats {
		seats[i].Played = t.stints(engine.Seat(i + 1))
	}
	r, err := engine.NewRecord(t.Game, t.Options, seats, t.Setup, moves(t.Moves), t.State)
	if err == nil && t.Fork != 0 {
		r.SetGiven(t.Given())
	}
	return r, err
}
