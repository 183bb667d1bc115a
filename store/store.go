// Package store defines how tables outlive the program. A commit is stored completely or not at
// all, and stays. Package engine/table judges moves before a commit.
//
// Package core implements [Store] on the ordered entries of package entries, which store/bolt and
// store/postgres keep. Package storetest tests both.
package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"amytis/engine"
	"amytis/engine/table"
)

// Callers tell these errors apart. After any other error nothing is committed, and a second try may
// succeed.
var (
	ErrNotFound     = errors.New("store: not found")
	ErrConflict     = errors.New("store: the table has changed since it was read")
	ErrDuplicate    = errors.New("store: interaction already committed")
	ErrChannelTaken = errors.New("store: another table is open in the channel")
	ErrPlaying      = errors.New("store: the user is at an open table")
	// ErrInDoubt means that a commit may or may not have been stored.
	ErrInDoubt = errors.New("store: no answer tells whether the change was stored")
	// ErrDamaged means that what is stored cannot be read.
	ErrDamaged = errors.New("the store is damaged")
	ErrNewer   = errors.New("the store was written by a newer program")
	ErrClosed  = errors.New("store: closed") // or closing
)

// Advice is an error of a database with what to do about it, "" for nothing.
type Advice struct {
	Err error
	Fix string
}

func (a *Advice) Error() string { return strings.TrimSuffix(a.Err.Error()+": "+a.Fix, ": ") }

func (a *Advice) Unwrap() error { return a.Err }

// NotDamage leaves damage out of an error, where other games go on.
func NotDamage(err error) error {
	if errors.Is(err, ErrDamaged) {
		return nil
	}
	return err
}

// Store keeps tables and all that belongs to them. Its methods are safe for concurrent use.
type Store interface {
	Tables
	Queues
	People
	Admin
}

// RestoredNote names the note of a store that is a restored backup, until the bot has told players.
const RestoredNote = "restored"

// Tables is the part of a [Store] about playing.
type Tables interface {
	// Commit stores one action on a table and everything that follows from it, in one transaction.
	// All of it is durable when Commit returns nil; after an error, none of it is stored. Of
	// several writers that want the same version one succeeds; the others get ErrConflict. If ctx
	// ends while Commit waits, the outcome may be unknown: a second try with the same interaction
	// returns ErrDuplicate if the first one succeeded.
	//
	// ErrDuplicate takes precedence over ErrConflict, and ErrConflict over ErrChannelTaken. A
	// commit with a Want to a table that does not exist returns ErrNotFound. Commit also refuses
	// data that could not be read back: a new table without events, an event without a kind, or a
	// Result that breaks the rules of [Commit].
	Commit(ctx context.Context, c Commit) error
	// Committed reports whether an interaction is committed, by this handle or another. Like Commit
	// it knows the interactions of at least the last hour.
	Committed(ctx context.Context, id table.InteractionID) (bool, error)

	// NewTable returns an unused ID from the time and chance, above those before in this process. A
	// store restored from a backup does not repeat the IDs of tables that were opened after the
	// backup, so an old button never acts on a new table.
	NewTable(ctx context.Context) (table.ID, error)

	// Table returns a table's header and log, both from the same moment.
	Table(ctx context.Context, id table.ID) (Header, []table.Event, error)
	Header(ctx context.Context, id table.ID) (Header, error)
	// OpenTable returns the table that is open (lobby or running) in a channel.
	OpenTable(ctx context.Context, channel table.ChannelID) (table.ID, error)
	// ChannelTables returns at most limit tables of a channel, open or not, by ID, the newest
	// first.
	ChannelTables(ctx context.Context, channel table.ChannelID, limit int) ([]table.ID, error)
	// Playing returns the open tables of a server that have the user among their players, by ID.
	// Server 0 stands for all servers, and user 0 for everybody there.
	Playing(ctx context.Context, guild table.GuildID, user table.UserID) ([]table.ID, error)
	// Due returns at most limit tables whose deadline is at or before now (Unix milliseconds),
	// earliest deadline first.
	Due(ctx context.Context, now int64, limit int) ([]Deadline, error)

	// Review returns the review of a table that SetReview has stored, nil if there is none.
	Review(ctx context.Context, id table.ID) ([]byte, error)
	// SetReview replaces the review of an ended table, which is JSON. It names players by their
	// seats only, so Erase leaves it alone. The error is ErrNotFound if there is no such table.
	SetReview(ctx context.Context, id table.ID, review []byte) error
}

type Commit struct {
	Table table.ID
	Want  table.Version // the version that the writer has read, 0 for a new table
	// Events are appended to the log as versions Want+1, Want+2 and so on.
	Events []table.Event
	// Interaction is the Discord interaction that caused the commit, 0 for none. For at least an
	// hour, a second commit with the same Interaction returns ErrDuplicate.
	Interaction table.InteractionID
	// Header replaces the table's header except for two fields. Version becomes Want+len(Events),
	// and LastMessage keeps the value set by Settle. Some event of the log names each of its
	// players.
	Header Header
	// Result is set by the commit that ends a game. The store counts it on the server's
	// leaderboards by [Rows.Count].
	//
	// Its table, guild and game are the commit's, the header's status is Ended, and it passes
	// [Result.Validate]. A table has at most one result. From then on it stays ended and keeps its
	// guild and game.
	Result *Result
	// Deadline is when the table has timed work to do, in Unix milliseconds, 0 for never.
	Deadline int64
	// Outbox is the messages to send, in order. The store sets their Seq, Nonce and At.
	Outbox []Entry
}

const (
	maxVersion = math.MaxUint32 - 1
	// maxGame is the most bytes of a game's name. With a level, it still fits into 255.
	maxGame = 253
)

// Encode returns the commit's events as they are stored. It refuses a commit that could not be read
// back.
func (c *Commit) Encode() (events [][]byte, err error) {
	if err := c.validate(); err != nil {
		return nil, fmt.Errorf("store: commit to table %d: %w", c.Table, err)
	}
	events = make([][]byte, len(c.Events))
	for i := range c.Events {
		b, err := c.Events[i].Append(nil)
		if err != nil {
			return nil, err
		}
		// One unreadable event would make the whole table unreadable.
		if !json.Valid(b) || c.Events[i].Kind == "" {
			return nil, fmt.Errorf("store: event %d would be unreadable: %.200s", i+1, b)
		}
		events[i] = b
	}
	return events, nil
}

func (c *Commit) validate() error {
	switch r := c.Result; {
	case c.Table == 0 || c.Table > math.MaxInt64:
		return errors.New("the table ID is 0 or has more than 63 bits")
	case uint64(c.Want)+uint64(len(c.Events)) > maxVersion:
		return errors.New("the log is full")
	case len(c.Header.Game) > maxGame || strings.Contains(c.Header.Game, "/"):
		return fmt.Errorf("the game's name has more than %d bytes or a slash", maxGame)
	case r == nil:
		return nil
	case r.Table != c.Table || r.Guild != c.Header.Guild || r.Game != c.Header.Game || r.Game == "":
		return errors.New("the result belongs to another table, guild or game")
	case c.Header.Status != Ended:
		return fmt.Errorf("the commit has a result but the table is %q", c.Header.Status)
	}
	return c.Result.Validate()
}

type Status string

// A channel holds at most one open table: in its lobby or running.
const (
	Lobby   Status = "lobby"
	Running Status = "running"
	Ended   Status = "ended"
	Aborted Status = "aborted"
)

// Open reports whether a table with this status occupies its channel.
func (s Status) Open() bool { return s == Lobby || s == Running }

// Header is what is known of a table without its log.
type Header struct {
	Guild   table.GuildID   `json:"guild"`
	Channel table.ChannelID `json:"channel"` // 0 for none, which any number of tables may have
	Game    string          `json:"game"`
	Status  Status          `json:"status"`
	Version table.Version   `json:"version"`
	Players []table.UserID  `json:"players,omitempty"` // by seat once the game runs
	// Announced is the version up to which messages describe the table, including messages still in
	// the outbox.
	Announced table.Version `json:"announced,omitempty"`
	// Tells is the version after which the newest table message begins to tell.
	Tells table.Version `json:"tells,omitempty"`
	// LastMessage is the newest message with buttons that shows the table.
	LastMessage table.MessageID `json:"last,omitempty"`
	// Helped are the seats whose players got a hint, or took back what others had played since.
	Helped engine.SeatSet `json:"helped"`
	Post   bool           `json:"post"` // Channel is a post in a forum which the bot has opened
	// Parent is the channel of the thread that Channel is or will be, 0 for none.
	Parent table.ChannelID `json:"parent,omitempty"`
}

// Deadline is a table with timed work to do at At, in Unix milliseconds.
type Deadline struct {
	Table table.ID
	At    int64
}
