package store

import (
	"context"

	"amytis/engine/table"
)

// People is the part of a [Store] about servers and their people: what they have chosen, and what
// is known of them.
//
// A change reads and writes with no other change between. An error of change is returned, and
// nothing is stored then. The store may call change several times, always before it returns, and
// other writers wait for it. So change does nothing but set what its argument points to.
type People interface {
	// Settings returns a server's settings, the zero value if none were made.
	Settings(ctx context.Context, guild table.GuildID) (Settings, error)
	// ChangeSettings applies change to a server's settings.
	ChangeSettings(ctx context.Context, guild table.GuildID, change func(s *Settings) error) error
	// Preferences returns what a player has chosen for all tables, the zero value if nothing.
	Preferences(ctx context.Context, user table.UserID) (Preferences, error)
	// ChangePreferences applies change to a player's preferences.
	ChangePreferences(ctx context.Context, user table.UserID, change func(p *Preferences) error) error

	// Leaderboard returns all rows of one of a server's leaderboards, in no particular order.
	Leaderboard(ctx context.Context, guild table.GuildID, b Board) ([]Row, error)
	// Results returns at most limit results of a server, the latest commit first.
	Results(ctx context.Context, guild table.GuildID, limit int) ([]Result, error)
	// Headers calls each with the header of every table of a server, by ID. The headers are those
	// of a single moment.
	Headers(ctx context.Context, guild table.GuildID, each func(id table.ID, h Header)) error

	// Mentioning calls each with every table whose log, header or result names the user, by ID. The
	// tables are those of a single moment.
	Mentioning(ctx context.Context, user table.UserID, each func(id table.ID, h Header, log []table.Event) error) error
	// Erase puts the player that as returns for a server in the user's place wherever the store
	// names the user, and deletes the user's preferences. So the versions of tables and the ratings
	// of others stay the same. as returns the same player each time, whose ID the store does not
	// have yet, and must not call the store. If the user is at an open table, the error is
	// ErrPlaying and nothing is changed.
	//
	// A store in a file also overwrites what the file still holds of the user in unused places. It
	// does so before Erase returns, or after it as long as a call from before, such as a backup,
	// reads the store. If the program ends before, opening the store does it.
	Erase(ctx context.Context, user table.UserID, as func(table.GuildID) table.Player) error
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
	// Reserve is the most that a seat can have in reserve at those tables.
	Reserve table.Limit `json:"reserve,omitempty"`
}

// TimeControl returns how much time the seats have at tables whose opening does not say.
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
	// Absences are the times in which the player was or is away, the oldest first. The last one may
	// end in the future. Long past ones are left out.
	Absences []Absence `json:"absences,omitempty"`
	// Weekends is since when the player's weekends are free, in Unix milliseconds, 0 if they are
	// not.
	Weekends int64 `json:"weekends,omitempty"`
	// Lessons holds the step that the player has reached in each lesson, by name. It is nil before
	// the first one.
	Lessons map[string]string `json:"lessons,omitempty"`
	// Private says that nobody else may see the player's profile.
	Private bool `json:"private,omitempty"`
	// Text adds the position as text to the player's panels, and to the messages of their tables.
	Text bool `json:"text,omitempty"`
	// Manual says that the player takes forced steps. Without it, the program takes them.
	Manual bool `json:"manual,omitempty"`
}
