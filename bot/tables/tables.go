// Package tables loads tables from the store and changes them. A change is one commit with
// everything that follows from it: events, the header, the deadline, the result and the messages to
// send. The package also does what time demands of tables. It knows no Discord and no words.
package tables

import (
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// Tables is where tables are read and acted upon.
type Tables struct {
	store store.Store
	now   func() time.Time
	// dealer is where chance comes from.
	dealer engine.Rand
	// recent are tables that were used lately. One may be behind the store, which load asks for the
	// version.
	recent *lru.Cache[table.ID, Loaded]
	// away is when the program did not run before it was started.
	away absence
}

// recentTables bounds the memory: some 20 KB a table.
const recentTables = 512

// New makes the tables of a store. Time and chance are given.
func New(s store.Store, now func() time.Time, dealer engine.Rand) *Tables {
	recent, err := lru.New[table.ID, Loaded](recentTables)
	if err != nil {
		panic(err) // only for a size below 1
	}
	return &Tables{store: s, now: now, dealer: dealer, recent: recent}
}
