// Package tables loads tables, the bot's games from lobby to end, and changes them. One commit
// holds a change with all its effects: events, header, deadline, result and the messages to send.
// The package also does timed work, such as ending a turn. It knows no Discord and writes no texts.
package tables

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/hashicorp/golang-lru/v2/simplelru"

	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// The codes of this package's refusals. Their texts are in the catalogs below table.refused.
const (
	RefusedNoTable      = "no_table"
	RefusedChannelTaken = "channel_taken"
	refusedTimeUp       = "time_up"
	refusedTurnOver     = "turn_over" // args: seat
	// These refuse another open table: of the same host, and on the server.
	refusedTooManyHosted = "too_many_hosted" // args: max
	refusedTooManyOpen   = "too_many_open"   // args: max
	refusedStillPlaying  = "still_playing"
)

type Store interface {
	store.Tables
	store.People
}

// Tables reads and changes the tables of a store. It is safe for concurrent use.
type Tables struct {
	store  Store
	now    func() time.Time
	dealer engine.Rand // the source of chance for setups and chance moves
	// recent caches tables; Load compares versions, since the store may be ahead. It is an
	// interface: every package that sees a generic struct compiles its methods again.
	recent       simplelru.LRUCache[table.ID, Loaded]
	away         atomic.Pointer[outage]          // the last outage that this process knows of
	noticeOutage func(ctx context.Context) error // brings away up to date
	Forced       *Forced
	Answers      *Answers
	opening      sync.Mutex
	// unanswered holds the context of the interaction that changed a table, by table.ID, until the
	// handler of the interaction returns.
	unanswered sync.Map
	Damage     Damage

	// The functions below must not block. Set them before the tables are used.

	// ComputerCalled learns of tables with a computer in turn: after the commit that gives it the
	// turn, and at every sweep until its move is committed. So nothing needs to remember a call.
	ComputerCalled func(table.ID)
	// Changed learns of each committed change. by is the user who made it, 0 for the program.
	Changed func(after Loaded, by table.UserID)
	// Committed learns of every commit and how long it took.
	Committed func(ctx context.Context, c store.Commit, took time.Duration, err error)
	// ClockRight reports whether the host's clock can be trusted: else no table ends for its age.
	ClockRight func() bool
}

// recentTables is the size of the cache. A table takes about 20 KB.
const recentTables = 512

// New returns the Tables of a store. dealer, the source of chance, must be safe for concurrent use.
func New(s Store, now func() time.Time, dealer engine.Rand) *Tables {
	recent, _ := lru.New[table.ID, Loaded](recentTables) // both fail only for a size of 0
	answers, _ := simplelru.NewLRU[table.MessageID, *Answer](maxAnswers, nil)
	ts := &Tables{
		store: s, now: now, dealer: dealer,
		recent:         recent,
		Answers:        &Answers{to: answers},
		noticeOutage:   func(context.Context) error { return nil },
		ComputerCalled: func(table.ID) {}, Changed: func(Loaded, table.UserID) {},
		Committed:  func(context.Context, store.Commit, time.Duration, error) {},
		ClockRight: func() bool { return true },
	}
	ts.away.Store(&outage{})
	ts.Damage.tables = ts
	ts.Damage.Seen = func(table.ID, error) {}
	ts.Forced = &Forced{tables: ts}
	return ts
}

// Now returns the time at a table, in Unix milliseconds, never before its last event.
func (ts *Tables) Now(t *table.Table) int64 { return max(ts.now().UnixMilli(), t.Latest) }

// Commit commits to the store of tables.
func Commit(ctx context.Context, ts *Tables, c store.Commit) error {
	began := time.Now()
	err := ts.store.Commit(ctx, c)
	ts.Committed(ctx, c, time.Since(began), err)
	return err
}

// callComputer calls the computer if one is in turn, and reports whether one is.
func (ts *Tables) callComputer(s Loaded) bool {
	if s.Table.ComputersInTurn() == 0 {
		return false
	}
	ts.ComputerCalled(s.ID)
	return true
}
