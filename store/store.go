// Package store defines how tables outlive the program: the [Store] interface and the data it
// keeps.
//
// A commit is stored completely or not at all, and what is committed stays. The package does not
// judge moves; package engine/table does that before a commit. The implementation is store/bolt,
// and store/storetest holds the tests that every implementation must pass.
package store

import (
	"context"
	"errors"
	"io"

	"amytis/engine/table"
)

// These are the errors that callers tell apart. Any other error means that nothing was committed
// and that a second try may succeed.
var (
	// ErrNotFound means that there is no such table, message or row.
	ErrNotFound = errors.New("store: not found")
	// ErrConflict means that the table has changed since it was read.
	ErrConflict = errors.New("store: the table has changed since it was read")
	// ErrDuplicate means that this interaction is already committed.
	ErrDuplicate = errors.New("store: interaction already committed")
	// ErrChannelTaken means that another table is open in the channel.
	ErrChannelTaken = errors.New("store: another table is open in the channel")
	// ErrClosed means that the store is closed or closing.
	ErrClosed = errors.New("store: closed")
)

// Store keeps tables. Its methods are safe for concurrent use.
type Store interface {
	// Commit stores one action on a table and everything that follows from it, in one transaction.
	// All of it is durable when Commit returns nil, and none of it is stored when Commit returns an
	// error. Of several writers that want the same version one succeeds; the others get
	// ErrConflict. If ctx ends while Commit waits, the outcome may be unknown. A second try with
	// the same interaction tells: ErrDuplicate means that the first one succeeded.
	//
	// ErrDuplicate takes precedence over ErrConflict, and ErrConflict over ErrChannelTaken. A
	// commit with a Want to a table that does not exist returns ErrNotFound. Commit also refuses
	// data that could not be read back: a new table without events, an event without a kind, or a
	// Result that breaks the rules of [Commit].
	Commit(ctx context.Context, c Commit) error

	// NewTable returns an ID above all that are used or given out. IDs grow by random steps of up
	// to [MaxTableStep]. So a store restored from a backup does not give out the IDs of tables that
	// were opened after the backup, and an old button never acts on a new table.
	NewTable(ctx context.Context) (table.ID, error)

	// Table returns a table's header and log, both from the same moment.
	Table(ctx context.Context, id table.ID) (Header, []table.Event, error)
	// Header returns a table's header without its log.
	Header(ctx context.Context, id table.ID) (Header, error)
	// OpenTable returns the table that is open (lobby or running) in a channel.
	OpenTable(ctx context.Context, channel table.ChannelID) (table.ID, error)
	// LastTable returns the newest table of a channel, open or not. That is the one with the
	// highest ID.
	LastTable(ctx context.Context, channel table.ChannelID) (table.ID, error)
	// Playing returns the open tables of a server that have the user among their players, by ID.
	Playing(ctx context.Context, guild table.GuildID, user table.UserID) ([]table.ID, error)
	// OpenTables returns the open tables of a server that have at least one player, by ID.
	OpenTables(ctx context.Context, guild table.GuildID) ([]table.ID, error)

	// Outbox returns the messages that are still to send, oldest first: at most limit of them, each
	// with a Seq above after.
	Outbox(ctx context.Context, after uint64, limit int) ([]Message, error)
	// Settle removes a message from the outbox. In the same transaction it records the outcome and
	// adds the follow-up messages. If the message is already gone, Settle returns ErrNotFound and
	// changes nothing.
	Settle(ctx context.Context, seq uint64, s Settlement) error
	// Notify returns a channel that receives after every commit that added to the outbox. It also
	// receives once when a store is opened with messages in its outbox. Several signals may merge
	// into one. All calls return the same channel, so it serves one reader.
	Notify() <-chan struct{}

	// Due returns at most limit tables whose deadline is at or before now (Unix milliseconds),
	// earliest deadline first.
	Due(ctx context.Context, now int64, limit int) ([]Deadline, error)

	// Leaderboard returns all rows of one of a server's leaderboards, in no particular order.
	Leaderboard(ctx context.Context, guild table.GuildID, b Board) ([]Row, error)
	// Results returns at most limit results of a server, the latest commit first.
	Results(ctx context.Context, guild table.GuildID, limit int) ([]Result, error)

	// Settings returns a server's settings, the zero value if none were made.
	Settings(ctx context.Context, guild table.GuildID) (Settings, error)
	// SetSettings replaces a server's settings.
	SetSettings(ctx context.Context, guild table.GuildID, s Settings) error

	// Preferences returns what a player has chosen for all tables, the zero value if nothing.
	Preferences(ctx context.Context, user table.UserID) (Preferences, error)
	// SetPreferences replaces a player's preferences.
	SetPreferences(ctx context.Context, user table.UserID, p Preferences) error

	// Note and SetNote keep small facts of the program by name, such as the hash of the commands it
	// registered last. A missing note is "".
	Note(ctx context.Context, name string) (string, error)
	SetNote(ctx context.Context, name, value string) error

	// Backup writes a complete copy of the store to w, in the implementation's file format. The
	// copy shows a single moment; other calls go on meanwhile.
	Backup(ctx context.Context, w io.Writer) error
	// Check verifies that the parts of the store agree: logs with headers, indexes with headers,
	// results with the leaderboard. It returns the faults it found, none if all is well. err is set
	// if the check could not run.
	Check(ctx context.Context) (faults []string, err error)

	// Close finishes the calls in progress. Later calls return ErrClosed. A second Close does
	// nothing.
	Close() error
}

// MaxTableStep is the largest difference between two IDs that NewTable returns one after the other.
const MaxTableStep = 1 << 36

// Commit is one action on a table and everything that follows from it.
type Commit struct {
	Table table.ID
	// Want is the version that the writer has read, 0 for a new table.
	Want table.Version
	// Events are appended to the log as versions Want+1, Want+2 and so on.
	Events []table.Event
	// Interaction is the Discord interaction that caused the commit, 0 for none. For at least an
	// hour, a second commit with the same Interaction returns ErrDuplicate.
	Interaction table.InteractionID
	// Header replaces the table's header except for two fields. Version becomes Want+len(Events),
	// and LastMessage keeps the value set by Settle.
	Header Header
	// Result is set by the commit that ends a game. It is stored, and [Board.Count] updates the
	// server's leaderboards.
	//
	// Its table, guild and game must be those of the commit, the header's status must be Ended, and
	// it must pass [Result.Validate]. A table has at most one result. From then on it stays ended
	// and keeps its guild and game.
	Result *Result
	// Deadline is when the table next has timed work to do, in Unix milliseconds, 0 for never.
	Deadline int64
	// Outbox is the messages to send, in this order. The store sets their Seq, Nonce and At.
	Outbox []Message
}

// Status is the stage of a table's life.
type Status string

// These are the states of a table. Lobby and Running tables are open; a channel holds at most one
// open table.
const (
	Lobby   Status = "lobby"
	Running Status = "running"
	Ended   Status = "ended"
	Aborted Status = "aborted"
)

// Open reports whether a table with this status occupies its channel.
func (s Status) Open() bool { return s == Lobby || s == Running }

// Header is what is known of a table without reading its log.
type Header struct {
	Guild table.GuildID `json:"guild"`
	// Channel is where the table is, 0 for none. Any number of tables may have no channel.
	Channel table.ChannelID `json:"channel"`
	Game    string          `json:"game"`
	Status  Status          `json:"status"`
	Version table.Version   `json:"version"`
	// Players lists the players at the table, by seat once the game runs.
	Players []table.UserID `json:"players,omitempty"`
	// Announced is the version up to which messages describe the table, including messages still in
	// the outbox.
	Announced table.Version `json:"announced,omitempty"`
	// Tells is the version after which the newest table message starts its account.
	Tells table.Version `json:"tells,omitempty"`
	// LastMessage is the newest message with buttons that shows the table.
	LastMessage table.MessageID `json:"last,omitempty"`
}

// Message is an entry of the outbox. It says what to announce but holds no text: the bot renders
// the text when it sends it, from the log up to Version.
type Message struct {
	Seq     uint64          `json:"-"`
	Table   table.ID        `json:"table"`
	Channel table.ChannelID `json:"channel"`
	// Kind is the bot's name for the job to do.
	Kind string `json:"kind"`
	// From and Version are the range of events the message covers. From is exclusive.
	From    table.Version `json:"from"`
	Version table.Version `json:"version"`
	// Target is the message to edit, 0 for a new message.
	Target table.MessageID `json:"target,omitempty"`
	// By is the member who asked for the message, such as the host of a lobby; 0 for none.
	By table.UserID `json:"by,omitempty"`
	// Nonce identifies the entry to Discord. It is random, so no two entries share one, not even in
	// a store that was restored from a backup. It has at most 25 characters; see [NewNonce].
	Nonce string `json:"nonce,omitempty"`
	// At is when the entry was added, in Unix milliseconds.
	At int64 `json:"at,omitempty"`
}

// Settlement is the outcome of an outbox entry.
type Settlement struct {
	// Sent becomes the table's Header.LastMessage, unless it is 0.
	Sent table.MessageID
	// Follow is added to the outbox, like [Commit].Outbox.
	Follow []Message
}

// Deadline is a table whose timed work is due at At, in Unix milliseconds.
type Deadline struct {
	Table table.ID
	At    int64
}

// Settings are what a server's managers have chosen.
type Settings struct {
	// Language is the language of public messages: "en", "fr", "de" or "es". The value "" means the
	// server's own language.
	Language string `json:"language,omitempty"`
	// Quiet turns mentions of the next player into plain names.
	Quiet bool `json:"quiet,omitempty"`
	// Channels are the channels in which games may be opened, including their threads. An empty
	// list allows all channels.
	Channels []table.ChannelID `json:"channels,omitempty"`
	// Role is the role whose members may open games, 0 for everybody.
	Role table.RoleID `json:"role,omitempty"`
	// Limit is the time limit of tables whose opening names none.
	Limit table.Limit `json:"limit,omitempty"`
}

// Preferences are what a player has chosen for all tables.
type Preferences struct {
	Quiet QuietHours `json:"quiet,omitzero"`
}
