package world

import (
	"time"

	"amytis/bot/localdiscord/wire"
)

// User is a person or the bot.
type User struct {
	ID, Name, DisplayName, Locale string
	Bot                           bool
	// ClosedDMs says that the user accepts no direct messages. Change it with SetClosedDMs.
	ClosedDMs bool
	// Presence is what stands below the bot's name. Change it with Present.
	Presence string
	// Installed says that the user has installed the application for themselves.
	Installed bool
	// Pings has the notifications that the user received.
	Pings []Ping
}

type Ping struct {
	UserID    string
	ChannelID string
	MessageID string
	Text      string
	At        time.Time
	// Silent pings mark the message but make no sound.
	Silent bool
	// Edit is set when an edit mentioned a user that the message had not mentioned before.
	Edit bool
}

const maxPings = 5000

func (u *User) Wire() wire.User {
	sent := wire.User{ID: u.ID, Username: u.Name, Discriminator: "0", Bot: u.Bot}
	if u.DisplayName != "" {
		name := u.DisplayName
		sent.GlobalName = &name
	}
	return sent
}

// Present changes what stands below the bot's name.
func (w *World) Present(text string) {
	w.Bot.Presence = text
	w.changed(Change{Presence: &text})
}

// AddUser adds a person. locale is the language of the person's client; id may be given.
func (w *World) AddUser(name, locale string, id ...string) *User {
	u := &User{ID: w.idOr(id), Name: name, Locale: locale}
	w.Users[u.ID] = u
	return u
}
