package store

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"amytis/engine/table"
)

// Admin is the part of a [Store] about its administration: the program's notes, what need not be
// kept any longer, and the store's health.
//
// Removal works in steps, between which others read and write. A step that is repeated changes
// nothing.
type Admin interface {
	// Note and SetNote keep small facts of the program by name, such as the hash of the commands it
	// registered last. A missing note is "".
	Note(ctx context.Context, name string) (string, error)
	SetNote(ctx context.Context, name, value string) error
	// ChangeNote replaces a note with what change makes of it, as [People].ChangeSettings does.
	ChangeNote(ctx context.Context, name string, change func(old string) (string, error)) error
	// Notes returns the notes whose names begin with a prefix, by name.
	Notes(ctx context.Context, prefix string) (map[string]string, error)

	// Retire looks at the tables with IDs above after, by ID, and at no more than limit of them. It
	// does with each what fate says, in one transaction, and returns the ID of the last one, 0 if
	// there are none. fate gets the header and the time of the last event, in Unix milliseconds. It
	// must not call the store.
	//
	// Results that are deleted still count on the leaderboards until Retired.
	Retire(ctx context.Context, after table.ID, limit int,
		fate func(id table.ID, h Header, last int64) Fate) (table.ID, error)
	// Retired ends what calls of Retire have begun. It deletes the settings of the servers and
	// their notes of [GoneNote], and makes their leaderboards anew from the results that are left.
	// A store in a file also overwrites what the file still holds of what was removed, see
	// [People].Erase.
	Retired(ctx context.Context, servers []table.GuildID) error

	// Counts returns the numbers of open tables and of messages to send, all nearly from the same
	// moment. It takes the longer the more there are, but other calls go on meanwhile.
	Counts(ctx context.Context) (Counts, error)
	// Check verifies that the parts of the store agree: logs with headers, indexes with headers,
	// results with the leaderboard. It returns the faults it found, none if all is well. err is set
	// if the check could not run.
	Check(ctx context.Context) (faults []string, err error)
	// Close finishes the calls in progress. Later calls return ErrClosed. A second Close does
	// nothing.
	Close() error
}

// Fate is what becomes of a table. The zero value leaves it as it is.
type Fate struct {
	// Delete removes the table with all that belongs to it: log, review, result and the messages to
	// send.
	Delete bool
	// Name, if not nil, has [table.Strip] make all people of an ended table anonymous. The result
	// stays, and the leaderboards with it.
	Name func(n int) string
}

// KeepGone is how long a server is kept after the bot has left it.
const KeepGone = 30 * 24 * time.Hour

// goneNote is the prefix of the notes of servers that the bot has left.
const goneNote = "gone:"

// Gone is the note of a server that the bot has left.
type Gone struct {
	// Since is when the bot left, in Unix milliseconds.
	Since int64
	// Upto is 0 at first. Once it is set, the server is being forgotten: its tables up to this ID
	// are deleted, also if the bot returns meanwhile. [Admin].Check then leaves its leaderboards
	// alone.
	Upto table.ID
}

// GoneNote returns the name of a server's note. For 0 it is the prefix of all such notes.
func GoneNote(guild table.GuildID) string {
	if guild == 0 {
		return goneNote
	}
	return goneNote + guild.String()
}

// GoneGuild returns the server of a note, 0 if the name is that of another note.
func GoneGuild(name string) table.GuildID {
	id, found := strings.CutPrefix(name, goneNote)
	if !found {
		return 0
	}
	return table.ParseID[table.GuildID](id)
}

// String returns the note's text.
func (g Gone) String() string {
	if g.Upto == 0 {
		return strconv.FormatInt(g.Since, 10)
	}
	return fmt.Sprintf("%d %s", g.Since, g.Upto)
}

// ParseGone reads a note. ok is false if there is none, or if it is unreadable.
func ParseGone(note string) (g Gone, ok bool) {
	n, _ := fmt.Sscan(note, &g.Since, &g.Upto)
	return g, n > 0
}

// BeingForgotten reports whether a note says that its server is being forgotten.
func BeingForgotten(note string) bool {
	g, ok := ParseGone(note)
	return ok && g.Upto != 0
}

// Strippable reports whether a header is that of a table whose people Retire can make anonymous. A
// table of which that was done is not, and neither is an open one.
func (h *Header) Strippable() bool {
	if h.Status.Open() {
		return false
	}
	for _, user := range h.Players {
		if _, done := user.Anonymous(); done {
			return false
		}
	}
	return true
}
