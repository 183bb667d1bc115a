package store

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"amytis/engine/table"
)

// Admin is the part of a [Store] about notes, old data and the store's health. It removes data in
// steps, between which others read and write. A repeated step changes nothing.
type Admin interface {
	// Note and SetNote keep small facts of the program by name. A missing note is "".
	Note(ctx context.Context, name string) (string, error)
	SetNote(ctx context.Context, name, value string) error
	// ChangeNote replaces a note, as [People].ChangeSettings does.
	ChangeNote(ctx context.Context, name string, change func(old string) (string, error)) error
	Notes(ctx context.Context, prefix string) (map[string]string, error)

	// Retire looks at no more than limit tables with IDs above after, in the order of their IDs. It
	// does with each what fate says, in one transaction, and returns the ID of the last one, 0 for
	// none. fate gets the header and the time of the last event in Unix milliseconds, and must not
	// call the store. Damaged tables stay as they are, and the error names them, as with Retired.
	// Results that are deleted still count on the leaderboards until Retired.
	Retire(ctx context.Context, after table.ID, limit int,
		fate func(id table.ID, h Header, last int64) Fate) (table.ID, error)
	// Retired ends what Retire has begun. It deletes the settings of the servers and their notes of
	// [GoneNote], and counts their leaderboards again from the results that are left. A store in a
	// file also overwrites what was removed, see [People].Erase.
	Retired(ctx context.Context, servers []table.GuildID) error

	// Counts returns the numbers of open tables and messages, from nearly one moment. It looks at
	// all of them, without keeping others waiting.
	Counts(ctx context.Context) (Counts, error)
	// Check verifies that logs, headers, indexes, results and leaderboards agree, and returns the
	// faults. err is set if the check could not run.
	Check(ctx context.Context) (faults []string, err error)
	// Close finishes the calls in progress. Later calls return ErrClosed. A second Close does
	// nothing.
	Close() error
}

// Summary is what a store says of itself without a long check.
type Summary struct {
	Empty bool // a database has no store yet
	InUse bool // a running program has answered; always false for a database
	// Lost, if not "", says that the file of the running program is no longer at the store's path,
	// and what to do.
	Lost      string
	Open      []Place
	FreeConns int // how many more connections a database allows
}

// Place is a channel or thread of a server.
type Place struct {
	Guild   table.GuildID
	Channel table.ChannelID
}

type Counts struct {
	Lobbies, Running int   // open tables in a channel
	Outbox           int   // messages to send
	Oldest           int64 // when the first of them was added, in Unix milliseconds, 0 for none
}

// Replay checks a table by replaying its log, and compares the outcome with the header and the
// result, nil for none.
type Replay func(id table.ID, h Header, log []table.Event, result *Result) error

type Fate struct {
	Delete bool // the table with its log, review, result and messages
	// Name, if not nil, has [table.Strip] make all people of an ended table anonymous. Its result
	// stays.
	Name func(n int) string
}

// KeepGone is how long a server is kept after the bot has left it.
const KeepGone = 30 * 24 * time.Hour

const goneNote = "gone:"

type Gone struct {
	Since int64 `json:"since"` // when the bot left, in Unix milliseconds
	// Upto is 0 at first. Once set, the server is being forgotten: its tables up to this ID are
	// deleted, even if the bot returns meanwhile. [Admin].Check then ignores its leaderboards.
	Upto table.ID `json:"upto,omitempty"`
}

// GoneNote returns the name of a server's note. For 0 it is the prefix of all such notes.
func GoneNote(guild table.GuildID) string {
	if guild == 0 {
		return goneNote
	}
	return goneNote + guild.String()
}

// GoneGuild returns the server of a note, 0 for another note.
func GoneGuild(name string) table.GuildID {
	id, found := strings.CutPrefix(name, goneNote)
	if !found {
		return 0
	}
	return table.ParseID[table.GuildID](id)
}

func (g Gone) String() string {
	text, _ := json.Marshal(g) // it has only numbers
	return string(text)
}

// ParseGone reads a note. ok is false if there is none, or if it is unreadable.
func ParseGone(note string) (g Gone, ok bool) {
	err := json.Unmarshal([]byte(note), &g)
	return g, err == nil
}

func BeingForgotten(note string) bool {
	g, ok := ParseGone(note)
	return ok && g.Upto != 0
}

// Strippable reports whether Retire can make the table's people anonymous: it has ended, and they
// are not anonymous already.
func (h *Header) Strippable() bool {
	if h.Status.Open() {
		return false
	}
	for _, user := range h.Players {
		if _, anonymous := user.Anonymous(); anonymous {
			return false
		}
	}
	return true
}
