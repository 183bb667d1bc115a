package store

import (
	"context"

	"amytis/engine/table"
)

// Notebook is the part of a [Store] about facts that belong to no table.
//
// A change reads and writes with no other change between. An error of change is returned, and
// nothing is stored then. The store may call change several times, always before it returns, and
// other writers wait for it. So change does nothing but set what its argument points to.
type Notebook interface {
	// Settings returns a server's settings, the zero value if none were made.
	Settings(ctx context.Context, guild table.GuildID) (Settings, error)
	// ChangeSettings applies change to a server's settings.
	ChangeSettings(ctx context.Context, guild table.GuildID, change func(s *Settings) error) error

	// Preferences returns what a player has chosen for all tables, the zero value if nothing.
	Preferences(ctx context.Context, user table.UserID) (Preferences, error)
	// ChangePreferences applies change to a player's preferences.
	ChangePreferences(ctx context.Context, user table.UserID, change func(p *Preferences) error) error

	// Note and SetNote keep small facts of the program by name, such as the hash of the commands it
	// registered last. A missing note is "".
	Note(ctx context.Context, name string) (string, error)
	SetNote(ctx context.Context, name, value string) error
	// ChangeNote replaces a note with what change makes of it.
	ChangeNote(ctx context.Context, name string, change func(old string) (string, error)) error
	// Notes returns the notes whose names begin with a prefix, by name.
	Notes(ctx context.Context, prefix string) (map[string]string, error)
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
