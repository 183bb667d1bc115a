// Package store is the contract by which tables outlive the program: what is
// committed stays, all of it or nothing.
//
// There is one implementation so far, store/bolt, and one conformance suite,
// store/storetest, which every implementation passes. The package knows what
// is kept, not what it means: moves are judged by engine/table before they come
// here.
package store

import (
	"context"
	"errors"
	"io"

	"amytis/engine/table"
)

// The errors that callers tell apart; all others mean that nothing was
// committed and that trying again may help.
var (
	// ErrNotFound: there is no such table, message or row.
	ErrNotFound = errors.New("store: not found")
	// ErrConflict: the table has moved on since it was read.
	ErrConflict = errors.New("store: the table has moved on")
	// ErrDuplicate: the interaction has already been committed.
	ErrDuplicate = errors.New("store: interaction already committed")
	// ErrChannelTaken: another table is open in that channel.
	ErrChannelTaken = errors.New("store: another table is open in the channel")
	// ErrClosed: the store is closed or closing.
	ErrClosed = errors.New("store: closed")
)

// Store keeps tables. All methods may be called at once from many goroutines.
type Store interface {
	// Commit stores everything that follows from one action on a table, in
	// one transaction: all of it is durable when Commit returns nil, and
	// nothing of it is there when it returns an error. Of several writers
	// who want the same version one succeeds, the others get ErrConflict.
	// A context that ends while Commit waits may leave the outcome open;
	// ErrDuplicate on a second try tells.
	//
	// ErrDuplicate comes before ErrConflict, and that before ErrChannelTaken.
	// A commit to a table that does not exist, with a Want, is ErrNotFound.
	// What could not be understood later is refused as well: a new table
	// without an event, an event without a kind, a Result as it must not be.
	Commit(ctx context.Context, c Commit) error

	// NewTable returns an ID that no table has and no other call returns. One
	// that is not used when the program ends may come again in the next.
	NewTable(ctx context.Context) (table.ID, error)

	// Table reads a table: its header and its log, of one moment.
	Table(ctx context.Context, id table.ID) (Header, []table.Event, error)
	// Header reads a table's header alone.
	Header(ctx context.Context, id table.ID) (Header, error)
	// OpenTable finds the table that is open (lobby or running) in a channel.
	OpenTable(ctx context.Context, channel table.ChannelID) (table.ID, error)
	// LastTable finds the newest table of a channel, open or not: the one
	// with the highest ID.
	LastTable(ctx context.Context, channel table.ChannelID) (table.ID, error)
	// Playing lists the tables of a server that are open and have the user
	// among their players, in the order of their IDs.
	Playing(ctx context.Context, guild table.GuildID, user table.UserID) ([]table.ID, error)

	// Outbox lists what is still to be announced, oldest first, at most limit
	// entries with a Seq above after.
	Outbox(ctx context.Context, after uint64, limit int) ([]Message, error)
	// Settle removes an entry from the outbox, and in the same transaction
	// records what came of it and adds what follows. An entry that is gone
	// already gives ErrNotFound and changes nothing.
	Settle(ctx context.Context, seq uint64, s Settlement) error
	// Notify returns a channel that receives after every commit that added to
	// the outbox, and when a store is opened with messages in it; signals may
	// merge. It is one channel for all calls, so for one reader.
	Notify() <-chan struct{}

	// Due lists the tables whose deadline is at or before now (Unix ms),
	// the longest overdue first.
	Due(ctx context.Context, now int64, limit int) ([]Deadline, error)

	// Leaderboard reads all rows of a server for a game, or for all games
	// together where game is "", in no order.
	Leaderboard(ctx context.Context, guild table.GuildID, game string) ([]Row, error)
	// Results lists the results of a server, the one committed last first.
	Results(ctx context.Context, guild table.GuildID, limit int) ([]Result, error)

	// Settings reads a server's settings; the zero value where none were
	// made.
	Settings(ctx context.Context, guild table.GuildID) (Settings, error)
	// SetSettings replaces them.
	SetSettings(ctx context.Context, guild table.GuildID, s Settings) error

	// Preferences reads what a player has chosen for all tables; the zero value
	// where nothing was.
	Preferences(ctx context.Context, user table.UserID) (Preferences, error)
	// SetPreferences replaces it.
	SetPreferences(ctx context.Context, user table.UserID, p Preferences) error

	// Note and SetNote keep the program's own small facts by name (such as
	// the hash of the commands registered last); "" where there is none.
	Note(ctx context.Context, name string) (string, error)
	SetNote(ctx context.Context, name, value string) error

	// Backup writes a complete copy of one moment while others go on, in the
	// implementation's own file format.
	Backup(ctx context.Context, w io.Writer) error
	// Check verifies that everything in the store agrees: logs with their
	// headers, indexes, results with the leaderboard. It returns the
	// faults found, none if all is well; err if it could not look.
	Check(ctx context.Context) (faults []string, err error)

	// Close lets what is under way finish; what comes after it gets ErrClosed.
	// A second Close does nothing.
	Close() error
}

// Commit is one action on a table and all that follows from it.
type Commit struct {
	Table table.ID
	// Want is the version that the writer has seen, 0 for a new table.
	Want table.Version
	// Events are appended to the log as versions Want+1 and up.
	Events []table.Event
	// Interaction is what caused it, 0 for none: a second commit with the
	// same one fails with ErrDuplicate, for at least an hour.
	Interaction table.InteractionID
	// Header replaces the table's header but for Version, which becomes
	// Want+len(Events), and LastMessage, which Settle keeps.
	Header Header
	// Result is set by the commit that ends a game: it is stored, and the
	// leaderboard of the server is brought up to date by [Rate]. Its table,
	// guild and game are the commit's, the header's status is Ended, and no
	// user stands in it twice. A table has one at most, and from then on stays
	// ended, in its guild and its game.
	Result *Result
	// Deadline is when time demands something of the table next, in Unix ms, 0
	// for never.
	Deadline int64
	// Outbox is what is to be announced, in this order; Seq is given by the
	// store.
	Outbox []Message
}

// Status is where in its life a table is.
type Status string

// The states of a table. Lobby and Running tables are open: a channel holds one
// of them at most.
const (
	Lobby   Status = "lobby"
	Running Status = "running"
	Ended   Status = "ended"
	Aborted Status = "aborted"
)

// Open reports whether the table takes its channel.
func (s Status) Open() bool { return s == Lobby || s == Running }

// Header is what can be told of a table without its log.
type Header struct {
	Guild table.GuildID `json:"guild"`
	// Channel may be 0 for none, which any number of tables may be in.
	Channel table.ChannelID `json:"channel"`
	Game    string          `json:"game"`
	Status  Status          `json:"status"`
	Version table.Version   `json:"version"`
	// Players are those in it, by seat once it runs.
	Players []table.UserID `json:"players,omitempty"`
	// Announced is the version up to which messages tell what happened, those
	// in the outbox included.
	Announced table.Version `json:"announced,omitempty"`
	// Tells is the version after which the newest table message begins to tell.
	Tells table.Version `json:"tells,omitempty"`
	// LastMessage is the newest message with buttons that announces it.
	LastMessage table.MessageID `json:"last,omitempty"`
}

// Message is an entry of the outbox: what to announce, not its text. It is
// rendered when it is sent, from the log up to Version.
type Message struct {
	Seq     uint64          `json:"-"`
	Table   table.ID        `json:"table"`
	Channel table.ChannelID `json:"channel"`
	// Kind is the bot's word for what to do.
	Kind string `json:"kind"`
	// From and Version bound the events it tells of: From exclusive.
	From    table.Version `json:"from"`
	Version table.Version `json:"version"`
	// Target is the message it changes, 0 for a new one.
	Target table.MessageID `json:"target,omitempty"`
}

// Settlement is what came of an outbox entry.
type Settlement struct {
	// Sent becomes the table's Header.LastMessage, unless it is 0.
	Sent table.MessageID
	// Follow is added to the outbox.
	Follow []Message
}

// Deadline is a table whose clock runs out.
type Deadline struct {
	Table table.ID
	At    int64
}

// Settings are a server's.
type Settings struct {
	// Language of public messages: "en", "fr", "de" or "es"; "" is the
	// server's own.
	Language string `json:"language,omitempty"`
	// Quiet turns mentions of the next player into plain names.
	Quiet bool `json:"quiet,omitempty"`
}

// Preferences are a player's.
type Preferences struct {
	Quiet QuietHours `json:"quiet,omitzero"`
}
