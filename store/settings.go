package store

import (
	"context"
	"slices"

	"amytis/engine"
	"amytis/engine/table"
)

// People is the part of a [Store] about servers, what people have chosen, and what is known of
// them.
//
// No other change comes between the reading and the writing of a change function. Its error is
// returned, and nothing is stored. The store may call it several times, always before it returns,
// and other writers wait meanwhile. So it only sets what its argument points to.
type People interface {
	// Settings returns a server's settings, the zero value if none were made.
	Settings(ctx context.Context, guild table.GuildID) (Settings, error)
	ChangeSettings(ctx context.Context, guild table.GuildID, change func(s *Settings) error) error
	// Preferences returns what a player has chosen, the zero value if nothing.
	Preferences(ctx context.Context, user table.UserID) (Preferences, error)
	ChangePreferences(ctx context.Context, user table.UserID, change func(p *Preferences) error) error

	// Leaderboard returns all rows of one of a server's leaderboards, in no particular order. Like
	// Results, Headers and Mentioning it skips what is damaged, which the error names.
	Leaderboard(ctx context.Context, guild table.GuildID, b Board) ([]Row, error)
	// Results returns at most limit results of a server, the latest commit first.
	Results(ctx context.Context, guild table.GuildID, limit int) ([]Result, error)
	// Headers calls each with the header of every table of a server, 0 for all servers, by ID, all
	// from one moment.
	Headers(ctx context.Context, guild table.GuildID, each func(id table.ID, h Header)) error

	// Mentioning calls each with every table whose log, header or result names the user, by ID, all
	// from one moment.
	Mentioning(ctx context.Context, user table.UserID, each func(id table.ID, h Header, log []table.Event) error) error
	// Erase puts the player that as returns for a server in the user's place wherever the store
	// names the user, and deletes the user's preferences. Table versions and the ratings of others
	// stay the same. Tables in the user's direct channel are deleted, with the channel's settings.
	// as returns the same player each time, with an ID that is new to the store, and must not call
	// the store. If the user is at an open table, the error is ErrPlaying and nothing is changed.
	// After ErrDamaged, which names it, only what is damaged stays as it was.
	//
	// A store in a file also overwrites the unused places of the file, before Erase returns. If a
	// long call such as a backup reads the store, this happens after it, at the latest at the next
	// opening.
	Erase(ctx context.Context, user table.UserID, as func(table.GuildID) table.Player) error
}

type Settings struct {
	// Language of public messages: "en", "fr", "de" or "es". "" means the server's own.
	Language string `json:"language,omitempty"`
	// Quiet turns mentions of the next player into plain names.
	Quiet bool `json:"quiet,omitempty"`
	// Channels are where games may be opened, including their threads. None means everywhere.
	Channels []table.ChannelID `json:"channels,omitempty"`
	// Role is the role whose members may open games, 0 for everybody.
	Role table.RoleID `json:"role,omitempty"`
	// Limit and Reserve are the time control of tables whose opening names none. Reserve is the
	// most that a seat can have.
	Limit   table.Limit `json:"limit,omitempty"`
	Reserve table.Limit `json:"reserve,omitempty"`
	Season  Seasons     `json:"season,omitempty"`
	// News is where messages of the server go, 0 for the channel of its last game.
	News table.ChannelID `json:"news,omitempty"`
	// Told is the last message of each kind that belongs to the server and to no game.
	Told map[string]Told `json:"told,omitempty"`
	// Board is where one message lists the server's games, 0 for nowhere.
	Board table.ChannelID `json:"board,omitempty"`
	// Invited are the members who may want to know of new lobbies. Their Preferences say of which.
	Invited   []table.UserID `json:"invited,omitempty"`
	Challenge Challenge      `json:"challenge,omitzero"`
}

// Told is a message of a server. It is stored before the message is sent, so that no restart and no
// other process sends it again.
type Told struct {
	Key     string          `json:"key"` // names the occasion
	Channel table.ChannelID `json:"channel"`
	Nonce   string          `json:"nonce"` // as in [Entry]
	At      int64           `json:"at"`    // the first attempt, in Unix milliseconds
	// Message is 0 as long as it is not known to be posted.
	Message table.MessageID `json:"message,omitempty"`
	Version string          `json:"version,omitempty"` // of what a message shows that is edited
}

// BoardNews is the name in Told of the message that lists the server's games.
const BoardNews = "board"

func (s *Settings) Forget(user table.UserID) {
	s.Invite(user, false)
	s.Challenge.forget(user)
}

func (s *Settings) TimeControl() table.TimeControl {
	return table.TimeControl{Limit: s.Limit, Reserve: s.Reserve}
}

// Preferences are what the bot remembers of a player for all tables.
type Preferences struct {
	Quiet QuietHours `json:"quiet,omitzero"`
	Pings Pings      `json:"pings,omitzero"`
	// Zone is the IANA name of the player's time zone, such as "Europe/Berlin". "" means the fixed
	// offset of Quiet.
	Zone string `json:"zone,omitempty"`
	// Absences are when the player was or is away, the oldest first, without long past ones.
	Absences []Absence `json:"absences,omitempty"`
	// Weekends is since when the player's weekends are free, in Unix milliseconds, 0 for never.
	Weekends int64 `json:"weekends,omitempty"`
	// Lessons holds the step that the player has reached in each lesson, by name. It may be nil.
	Lessons map[string]string `json:"lessons,omitempty"`
	// Invites are the games by server of which the player wants to know new lobbies. It may be nil.
	Invites map[table.GuildID][]string `json:"invites,omitempty"`
	Invited Invite                     `json:"invited,omitzero"`
	Private bool                       `json:"private,omitempty"`
	Text    bool                       `json:"text,omitempty"`
	Manual  bool                       `json:"manual,omitempty"` // the player takes forced steps
	Drafts  []Trial                    `json:"drafts,omitempty"` // plans, the latest last
	// Armed and Aimed are how often the player has had the program play a plan, and has opened a
	// cursor, as long as these are explained.
	Armed int `json:"armed,omitempty"`
	Aimed int `json:"aimed,omitempty"`
	// Sandbox is the copy of an ended game that the player has last tried moves on, nil for none.
	Sandbox *Trial `json:"sandbox,omitempty"`
	// Attempt is the turn that the player tries on a puzzle, nil for none. Its table is the puzzle.
	Attempt  *Trial     `json:"attempt,omitempty"`
	Reviewed []table.ID `json:"reviewed,omitempty"` // whose review was opened, the latest last
}

// Trial is what a player has tried on a copy of a table. All moves are in the notation of records.
type Trial struct {
	Table table.ID `json:"table"`
	From  int      `json:"from,omitempty"` // how many moves of an ended game count
	// Since is the version of the player's last step at an open table when the trial was begun.
	Since table.Version `json:"since,omitempty"`
	// Choices are whole turns that the player prefers to Moves, the best first.
	Choices [][]string `json:"choices,omitempty"`
	// Moves are the player's at an open table, elsewhere also of others and of chance.
	Moves []string    `json:"moves,omitempty"`
	Seat  engine.Seat `json:"seat,omitempty"` // the player moves for it if several are in turn
	Once  bool        `json:"once,omitempty"` // the trial is over after the first turn
	// Any says that the program need not ask if something better has come up.
	Any bool `json:"any,omitempty"`
}

// Pings is when and how players learn that it is their turn. The zero value means at once, by a
// mention in the table's channel.
type Pings struct {
	When   PingTime `json:"when,omitempty"`
	After  int      `json:"after,omitempty"` // for PingLater, seconds without a look
	Hour   int      `json:"hour,omitempty"`  // for PingDaily, 0 to 23 of the player's local day
	Next   bool     `json:"next,omitempty"`  // also when the player is next
	Direct bool     `json:"direct,omitempty"`
	// Summed is for when the last daily summary was meant, in Unix milliseconds, 0 without one.
	Summed int64 `json:"summed,omitempty"`
	// SummedBy is the nonce of the only outbox entry that sends it.
	SummedBy string `json:"summed_by,omitempty"`
}

type PingTime string

const (
	PingAtOnce PingTime = ""      // when the turn begins
	PingLater  PingTime = "later" // some time after that, unless the player has looked
	PingDaily  PingTime = "daily" // once a day, about all tables together
	PingNever  PingTime = "never"
)

// QuietHours is a daily time without pings, in hours of the player's local day, 0 to 23. Equal
// values, such as zero, mean none.
type QuietHours struct {
	From int `json:"from"`
	To   int `json:"to"` // after the last quiet hour
	// Offset is how many minutes the player is ahead of UTC, negative in the west. It counts if
	// [Preferences].Zone names no known zone.
	Offset int `json:"utc"`
}

// Absence is a time, in Unix milliseconds, in which a player is away. They are back at To.
type Absence struct {
	From int64 `json:"from"`
	To   int64 `json:"to"`
}

// Invite is the last lobby that a player was told of.
type Invite struct {
	Table table.ID `json:"table"`
	At    int64    `json:"at"` // in Unix milliseconds
}

// MaxInvited is how many members of a server can be told of new lobbies.
const MaxInvited = 200

// Invite adds a user to Invited, or removes the user. It returns false if there are too many.
func (s *Settings) Invite(user table.UserID, wants bool) bool {
	s.Invited = slices.DeleteFunc(s.Invited, func(u table.UserID) bool { return u == user })
	if wants {
		s.Invited = append(s.Invited, user)
	}
	return len(s.Invited) <= MaxInvited
}
