package store

import (
	"fmt"
	"math"

	"amytis/engine/table"
)

// Replay checks a table by replaying its log, and compares the outcome with the header and the
// result, nil for none.
type Replay func(id table.ID, h Header, log []table.Event, result *Result) error

// MaxFaults limits a check's list. A store with more faults needs a backup, not a longer list.
const MaxFaults = 100

// Checker compares the parts of a store that an implementation has read, and collects the faults.
type Checker struct {
	Replay Replay // may be nil
	// Faults are the first faults found, and More counts the others.
	Faults []string
	More   int
}

func (c *Checker) Fault(format string, args ...any) {
	if len(c.Faults) == MaxFaults {
		c.More++
		return
	}
	c.Faults = append(c.Faults, fmt.Sprintf(format, args...))
}

func (c *Checker) List() []string {
	if c.More > 0 {
		return append(c.Faults, fmt.Sprintf("and %d more", c.More))
	}
	return c.Faults
}

// Err returns the first fault as an error of a kind, nil for none.
func (c *Checker) Err(kind error) error {
	switch n := len(c.Faults) + c.More; n {
	case 0:
		return nil
	case 1:
		return fmt.Errorf("%w: %s", kind, c.Faults[0])
	default:
		return fmt.Errorf("%w: %s (the first of %d faults)", kind, c.Faults[0], n)
	}
}

// Table checks a table with a number of events. log may lack unreadable ones. number is its
// result's, 0 for none; result is nil if it cannot be read.
func (c *Checker) Table(id table.ID, h *Header, events int, log []table.Event, number uint64, result *Result) {
	if int(h.Version) != events {
		c.Fault("table %d is at version %d, but has %d events", id, h.Version, events)
	}
	switch h.Status {
	case Lobby, Running, Ended, Aborted:
	default:
		c.Fault("table %d has the status %q", id, h.Status)
	}
	if c.Replay == nil || len(log) != int(h.Version) || number != 0 && result == nil {
		return
	}
	if err := c.Replay(id, *h, log, result); err != nil {
		c.Fault("table %d: %v", id, err)
	}
}

// Result checks a server's result and counts it in the server's rows. h is the header of its table,
// nil if that cannot be read, and named is the number of the result that the table names.
func (c *Checker) Result(rows Rows, guild table.GuildID, number uint64, r *Result, h *Header, named uint64) {
	switch {
	case h == nil:
	case h.Status != Ended:
		c.Fault("table %d has a result, but is %s", r.Table, h.Status)
	case named != number:
		c.Fault("table %d has result %d, but its header names %d", r.Table, number, named)
	case h.Guild != guild || r.Guild != guild || h.Game != r.Game:
		c.Fault("table %d and its result disagree about guild or game", r.Table)
	}
	if err := r.Validate(); err != nil {
		c.Fault("result %d of guild %d: %v", number, guild, err)
		return
	}
	rows.Count(r)
}

// Row compares a stored row with the computed one, and removes that from computed.
func (c *Checker) Row(guild table.GuildID, computed Rows, key RowKey, stored Row) {
	want, found := computed[key]
	delete(computed, key)
	// The last digits may differ if another machine computed them.
	if math.Abs(stored.Rating-want.Rating) <= 1e-6 {
		want.Rating = stored.Rating
	}
	switch {
	case !found:
		c.Fault("leaderboard of guild %d: user %d has a row for %s without a result", guild, key.User, key.Board)
	case stored != want:
		c.Fault("leaderboard of guild %d: user %d, %s: stored %+v, computed from the results %+v",
			guild, key.User, key.Board, stored, want)
	}
}

// Missing adds a fault for each computed row that is left.
func (c *Checker) Missing(guild table.GuildID, computed Rows) {
	for left := range computed {
		c.Fault("leaderboard of guild %d: user %d has no row for %s", guild, left.User, left.Board)
	}
}
