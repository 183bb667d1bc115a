// Package driver lets tests and the page build a world, act as its people and look at everything
// that happens.
//
// Guilds, channels, roles and users are handles: they stay valid while the world changes, and each
// method works on the world as it is then.
package driver

import (
	"fmt"
	"net/http"

	"amytis/bot/localdiscord/cdn"
	"amytis/bot/localdiscord/interaction"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

// Driver builds and observes a world.
type Driver struct {
	state        *world.State
	interactions *interaction.Registry
	files        *cdn.Store
}

// New returns the driver of the world that the interactions happen in.
func New(interactions *interaction.Registry, files *cdn.Store) *Driver {
	return &Driver{state: interactions.State(), interactions: interactions, files: files}
}

// AddGuild adds a guild with the bot in it. The locale is the guild's preferred one, such as
// "en-US". A fixed id can be given. The bot is told with GUILD_CREATE.
func (d *Driver) AddGuild(name, locale string, id ...string) *Guild {
	return world.Look(d.state, func(w *world.World) *Guild { return d.guild(w.AddGuild(name, locale, id...)) })
}

// AddUser adds a person with a client in the locale. A fixed id can be given.
func (d *Driver) AddUser(name, locale string, id ...string) *User {
	return world.Look(d.state, func(w *world.World) *User { return d.user(w.AddUser(name, locale, id...)) })
}

// Guilds returns all guilds, ordered by id.
func (d *Driver) Guilds() []*Guild {
	return world.Look(d.state, func(w *world.World) (list []*Guild) {
		for _, g := range w.Guilds() {
			list = append(list, d.guild(g))
		}
		return list
	})
}

// Users returns all people, ordered by id.
func (d *Driver) Users() []*User {
	return world.Look(d.state, func(w *world.World) (list []*User) {
		for _, u := range w.Users() {
			if !u.Bot {
				list = append(list, d.user(u))
			}
		}
		return list
	})
}

// Guild returns a guild by id, nil if there is none.
func (d *Driver) Guild(id string) *Guild {
	return world.Look(d.state, func(w *world.World) *Guild { return d.guild(w.Guild(id)) })
}

// User returns a person by id, nil if there is none.
func (d *Driver) User(id string) *User {
	return world.Look(d.state, func(w *world.World) *User { return d.user(w.User(id)) })
}

// Channel returns a channel or thread by id, nil if there is none.
func (d *Driver) Channel(id string) *Channel {
	return world.Look(d.state, func(w *world.World) *Channel { return d.channel(w.Channel(id)) })
}

func (d *Driver) guild(g *world.Guild) *Guild {
	if g == nil {
		return nil
	}
	return &Guild{driver: d, ID: g.ID, Name: g.Name}
}

func (d *Driver) user(u *world.User) *User {
	if u == nil || u.Bot {
		return nil
	}
	return &User{driver: d, ID: u.ID, Name: u.Name}
}

func (d *Driver) channel(ch *world.Channel) *Channel {
	if ch == nil {
		return nil
	}
	return &Channel{driver: d, ID: ch.ID, GuildID: ch.GuildID, Name: ch.Name}
}

func (d *Driver) channels(all []*world.Channel) []*Channel {
	var list []*Channel
	for _, ch := range all {
		list = append(list, d.channel(ch))
	}
	return list
}

// Message returns a message as it is now, nil if it is unknown or deleted.
func (d *Driver) Message(id string) *wire.Message {
	return world.Look(d.state, func(w *world.World) *wire.Message { return w.Messages.ByID(id) })
}

// History returns every version of a message, oldest first. The deletion comes last. Of many edits
// the last 50 are kept.
func (d *Driver) History(id string) []*wire.Message {
	return world.Look(d.state, func(w *world.World) []*wire.Message {
		if r := w.Messages.Record(id); r != nil {
			return r.Versions()
		}
		return nil
	})
}

// File returns the bytes of an attachment by its URL, and whether they are still kept.
func (d *Driver) File(url string) ([]byte, bool) { return d.files.FindURL(url) }

// Commands returns the registered commands of a guild or, with "", the global ones.
func (d *Driver) Commands(guildID string) []*wire.Command {
	return world.Look(d.state, func(w *world.World) []*wire.Command {
		return append([]*wire.Command(nil), w.Commands.Of(guildID)...)
	})
}

// Emoji returns the emoji of the bot's application, oldest first.
func (d *Driver) Emoji() []wire.ApplicationEmoji {
	return world.Look(d.state, func(w *world.World) (list []wire.ApplicationEmoji) {
		for _, e := range w.Emoji.All() {
			list = append(list, e.Wire(w))
		}
		return list
	})
}

// AddEmoji adds an emoji with a PNG file to the bot's application, as its developer can.
func (d *Driver) AddEmoji(name string, data []byte) {
	d.state.With(func(w *world.World) {
		w.Emoji.Add(&world.Emoji{Name: name, ContentType: "image/png", Data: data})
	})
}

// DropEmoji deletes the emoji of the bot's application with a name, as its developer can.
func (d *Driver) DropEmoji(name string) {
	d.state.With(func(w *world.World) {
		if e := w.Emoji.ByName(name); e != nil {
			w.Emoji.Drop(e)
		}
	})
}

// ServeEmoji answers GET /emojis/{id}.png with the picture of an emoji.
func (d *Driver) ServeEmoji(w http.ResponseWriter, r *http.Request) {
	cdn.ServeEmoji(w, r, func(id string) (data []byte, contentType string) {
		d.state.With(func(w *world.World) {
			if e := w.Emoji.ByID(id); e != nil {
				data, contentType = e.Data, e.ContentType
			}
		})
		return data, contentType
	})
}

// RefusedError says why a person could not do something.
type RefusedError struct {
	User string
	What string
	Why  string
}

// Error says who could not do what, and why.
func (e *RefusedError) Error() string { return fmt.Sprintf("%s cannot %s: %s", e.User, e.What, e.Why) }
