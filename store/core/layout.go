// Package core is the store on top of a database of entries, see package entries.
//
// Constraints are entries: a change that wants nothing at a key is a unique index (a channel has
// one open table, an interaction is committed once). A change that wants the bytes which were read
// is optimistic locking. So a commit is one call of the database.
//
// Each entry has a checksum of its key and value (seal.go), and each table one of its log. A
// damaged entry fails the calls that need it, and no others.
package core

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"

	"amytis/engine/table"
	"amytis/store"
	"amytis/store/entries"
)

// The spaces, in the order in which the refusals of a commit take precedence. Numbers are in the
// databases: add new ones at the end.
const (
	seen        entries.Space = iota // interaction -> time of its commit
	heads                            // table -> head
	events                           // table, version -> event
	open                             // channel -> its open table
	rooms                            // channel, table
	players                          // user, guild, table, if that is open; user 0 has all with players
	due                              // time, table
	mentions                         // user, table: the tables whose log or header has named the user
	outbox                           // seq -> entry
	results                          // guild, number -> result, numbered from 1 in the order of rating
	rows                             // guild, board, 0, user -> row of the leaderboard
	settings                         // guild
	preferences                      // user
	reviews                          // table
	notes                            // name
	marks                            // name; what the store notes of itself, which no dump has
	Spaces                           // how many there are
)

type spaceInfo struct {
	kind  string // of records in a dump
	place string // what an entry is, for faults
}

var spaces = [Spaces]spaceInfo{
	seen: {"interaction", "interaction"}, heads: {"table", "the header of table"}, events: {"event", "an event of table"},
	open: {"open", "the open table of channel"}, rooms: {"room", "a table of channel"},
	players: {"player", "an open table of user"}, due: {"due", "a deadline"}, mentions: {"mention", "a table with user"},
	outbox: {"message", "message"}, results: {"result", "a result of guild"}, rows: {"row", "the leaderboard of guild"},
	settings: {"settings", "the settings of guild"}, preferences: {"preferences", "the preferences of user"},
	reviews: {"review", "the review of table"}, notes: {"note", "a note"}, marks: {"mark", "a mark"},
}

func nameOf(s entries.Space, k []byte) string {
	switch {
	case s >= Spaces:
		return fmt.Sprintf("entry %x of the unknown space %d", k, s)
	case s == notes:
		return fmt.Sprintf("note %q", k)
	case s == marks:
		return fmt.Sprintf("mark %q", k)
	case s == due:
		return fmt.Sprintf("a deadline of table %d", number(k, 1))
	}
	return fmt.Sprintf("%s %d", spaces[s].place, number(k, 0))
}

// key joins numbers, so that keys sort like them.
func key(numbers ...uint64) []byte {
	b := make([]byte, 0, 8*len(numbers))
	for _, n := range numbers {
		b = binary.BigEndian.AppendUint64(b, n)
	}
	return b
}

// number returns the i-th number of a key, 0 if it is too short.
func number(b []byte, i int) uint64 {
	if len(b) < 8*i+8 {
		return 0
	}
	return binary.BigEndian.Uint64(b[8*i:])
}

func headKey(id table.ID) []byte { return key(uint64(id)) }

// timeNumber maps Unix milliseconds to numbers that sort the same way, also before 1970.
func timeNumber(ms int64) uint64 { return uint64(ms) ^ 1<<63 }

func rowsOf(guild table.GuildID, b store.Board) []byte {
	return append(append(key(uint64(guild)), b.Name()...), 0)
}

func rowKey(guild table.GuildID, b store.Board, user table.UserID) []byte {
	return append(rowsOf(guild, b), key(uint64(user))...)
}

// head is a table without its log.
type head struct {
	store.Header
	Deadline int64 `json:"deadline,omitempty"`
	// Due is the time in the space due, at or before Deadline. Most moves make the deadline later
	// and leave Due, which saves a change.
	Due    int64  `json:"due,omitempty"`
	Last   int64  `json:"at,omitempty"`     // the time of the last event
	Result uint64 `json:"result,omitempty"` // its number, 0 for none
	Sum    uint64 `json:"sum,omitempty"`    // of the log

	raw []byte // the stored bytes, nil for a new table
}

func decode[T any](text []byte, s entries.Space, k []byte) (v T, err error) {
	if err := json.Unmarshal(text, &v); err != nil {
		return v, fmt.Errorf("%w: %s: %v", store.ErrDamaged, nameOf(s, k), err)
	}
	return v, nil
}

func decodeHead(id table.ID, raw []byte) (head, error) {
	h, err := decode[head](raw, heads, headKey(id))
	h.raw = slices.Clone(raw)
	return h, err
}

type change = entries.Change

// put is a change to an entry that was read: was must still be there.
func put(s entries.Space, k, was, is []byte) change {
	return change{Space: s, Key: slices.Clone(k), Was: slices.Clone(was), Is: is}
}

// set is a change whatever is there; nil removes it.
func set(s entries.Space, k, is []byte) change { return change{Space: s, Key: k, Is: is, Blind: true} }

// putJSON is put with a value as JSON.
func putJSON(s entries.Space, k, was []byte, v any) (change, error) {
	is, err := json.Marshal(v)
	return put(s, k, was, is), err
}

// present is the value of an entry that says all by its key.
var present = []byte("1")

// indexOf returns a table's entries in the indexes, by space and key. named are for mentions.
func indexOf(id table.ID, h *head, named userSet) map[string]change {
	all := map[string]change{}
	add := func(s entries.Space, value []byte, numbers ...uint64) {
		k := key(numbers...)
		all[string(append([]byte{byte(s)}, k...))] = set(s, k, value)
	}
	for user := range named {
		add(mentions, present, uint64(user), uint64(id))
	}
	if h.Due != 0 {
		add(due, present, timeNumber(h.Due), uint64(id))
	}
	if h.Channel != 0 {
		add(rooms, present, uint64(h.Channel), uint64(id))
	}
	if !h.Status.Open() {
		return all
	}
	if h.Channel != 0 {
		add(open, key(uint64(id)), uint64(h.Channel))
	}
	for _, user := range h.Players {
		add(players, present, uint64(user), uint64(h.Guild), uint64(id))
		add(players, present, 0, uint64(h.Guild), uint64(id))
	}
	return all
}

// reindex returns the changes from one index of a table to another.
func reindex(was, is map[string]change) (changes []change) {
	for at, e := range was {
		if _, stays := is[at]; !stays {
			e.Is = nil
			changes = append(changes, e)
		}
	}
	for at, e := range is {
		if _, stays := was[at]; !stays {
			e.Blind = e.Space != open // another table may be there
			changes = append(changes, e)
		}
	}
	return changes
}

// CheckSchema returns an error unless a store, written by program, has the known schema.
func CheckSchema(schema, known int, program string) error {
	switch {
	case schema > known:
		return fmt.Errorf("%w (%s, schema %d; this one knows %d): start that program, or put back a backup made by this one",
			store.ErrNewer, program, schema, known)
	case schema < known:
		return fmt.Errorf("%w: it has schema %d, from before the first release; this program reads schema %d",
			store.ErrDamaged, schema, known)
	}
	return nil
}
