package localdiscord

import (
	"context"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"

	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

// Driver builds a world and looks at it. Guilds, channels, roles and users are handles: they stay
// valid while the world changes.
type Driver struct{ state *world.State }

// AddGuild adds a guild with the bot in it, and tells the bot by GUILD_CREATE. locale is the
// guild's, such as "en-US"; id may be given.
func (d *Driver) AddGuild(name, locale string, id ...string) *Guild {
	return world.Read(d.state, func(w *world.World) *Guild { return d.guild(w.AddGuild(name, locale, id...)) })
}

// AddUser adds a person. locale is the language of the person's client; id may be given.
func (d *Driver) AddUser(name, locale string, id ...string) *User {
	return world.Read(d.state, func(w *world.World) *User { return d.user(w.AddUser(name, locale, id...)) })
}

// Install installs the application for a user, as guilds do for all their members.
func (d *Driver) Install(u *User) {
	u.withUser(func(_ *world.World, state *world.User) { state.Installed = true })
}

func (d *Driver) Guilds() []*Guild {
	return world.Read(d.state, func(w *world.World) (list []*Guild) {
		for _, g := range world.InOrder(w.Guilds) {
			list = append(list, d.guild(g))
		}
		return list
	})
}

func (d *Driver) Users() []*User {
	return world.Read(d.state, func(w *world.World) (list []*User) {
		for _, u := range world.InOrder(w.Users) {
			if !u.Bot {
				list = append(list, d.user(u))
			}
		}
		return list
	})
}

// UserNamed returns nil if nobody has the name.
func (d *Driver) UserNamed(name string) *User {
	all := d.Users()
	if i := slices.IndexFunc(all, func(u *User) bool { return u.Name == name }); i >= 0 {
		return all[i]
	}
	return nil
}

// Channel returns a useless handle if there is no such channel.
func (d *Driver) Channel(id string) *Channel {
	return world.Read(d.state, func(w *world.World) *Channel {
		if ch := w.Channels[id]; ch != nil {
			return d.channel(ch)
		}
		return &Channel{driver: d, ID: id}
	})
}

func (d *Driver) guild(g *world.Guild) *Guild { return &Guild{driver: d, ID: g.ID, Name: g.Name} }

func (d *Driver) user(u *world.User) *User { return &User{driver: d, ID: u.ID, Name: u.Name} }

func (d *Driver) channel(ch *world.Channel) *Channel {
	return &Channel{driver: d, ID: ch.ID, GuildID: ch.GuildID, Name: ch.Name}
}

// Message is nil for unknown and deleted messages.
func (d *Driver) Message(id string) *wire.Message {
	return world.Read(d.state, func(w *world.World) *wire.Message { return w.Messages.ByID(id) })
}

// History returns the last 51 versions of a message, oldest first. The deletion is one.
func (d *Driver) History(id string) []*wire.Message {
	return world.Read(d.state, func(w *world.World) []*wire.Message {
		if r := w.Messages.Record(id); r != nil {
			return r.Versions()
		}
		return nil
	})
}

// Interaction returns an interaction that is still known, or nil.
func (d *Driver) Interaction(id string) *world.Interaction {
	return world.Read(d.state, func(w *world.World) *world.Interaction { return w.InteractionByID(id) })
}

// File returns the bytes of an attachment by its URL.
func (d *Driver) File(url string) (data []byte, found bool) {
	d.state.WithWorld(func(w *world.World) {
		var f world.File
		f, found = w.FileAt(url)
		data = f.Data
	})
	return data, found
}

func (d *Driver) Commands() []*wire.Command {
	return world.Read(d.state, func(w *world.World) []*wire.Command { return slices.Clone(w.Commands) })
}

func (d *Driver) bot() *User { return &User{driver: d, ID: d.state.BotID()} }

// SwitchOnActivities adds the command that Discord adds when the bot's developer does so.
// https://discord.com/developers/docs/interactions/application-commands#default-entry-point-command
func (d *Driver) SwitchOnActivities() {
	d.state.WithWorld(func(w *world.World) {
		w.SetCommands(append(w.Commands, &wire.Command{ID: w.NewID(), ApplicationID: w.Bot.ID, Version: w.NewID(),
			Type: wire.CommandEntryPoint, Name: "launch", Handler: 2, IntegrationTypes: []int{0}}))
	})
}

func (d *Driver) Emoji() []wire.ApplicationEmoji {
	return world.Read(d.state, (*world.World).WireEmoji)
}

// DropEmoji deletes an emoji of the bot's application, as its developer can.
func (d *Driver) DropEmoji(name string) {
	d.state.WithWorld(func(w *world.World) { w.DropEmoji(w.EmojiByName(name)) })
}

// emojiFolder starts the paths of emoji: /emojis/{id}.png
// https://discord.com/developers/docs/reference#image-formatting-cdn-endpoints
const emojiFolder = "/emojis/"

// ServeEmoji answers GET /emojis/{id}.{extension} with a PNG file, whatever the extension.
func (d *Driver) ServeEmoji(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, emojiFolder)
	id := strings.TrimSuffix(name, path.Ext(name))
	e := world.Read(d.state, func(w *world.World) *world.Emoji { return w.EmojiByID(id) })
	if e == nil || id == name || r.Method != http.MethodGet && r.Method != http.MethodHead {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "image/png")
	h.Set("Cache-Control", "max-age=86400, immutable") // the picture of an emoji never changes
	_, _ = w.Write(e.Data)                             // a reader that went away misses nothing
}

// Watch collects changes for a program that shows the world to a person, each once until fetched.
type Watch struct {
	state *world.State
	mu    sync.Mutex
	list  []world.Change
	named map[world.Change]bool
	more  chan struct{} // has a value while list is not empty
}

// Watch collects changes from now on, until the watch is closed.
func (d *Driver) Watch() *Watch {
	watch := &Watch{state: d.state, named: map[world.Change]bool{}, more: make(chan struct{}, 1)}
	d.state.WithWorld(func(w *world.World) { w.Watchers[watch] = true })
	return watch
}

// Next waits for changes and returns them, oldest first.
func (watch *Watch) Next(ctx context.Context) ([]world.Change, error) {
	select {
	case <-watch.more:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	watch.mu.Lock()
	defer watch.mu.Unlock()
	list := watch.list
	watch.list = nil
	clear(watch.named)
	return list, nil
}

func (watch *Watch) Close() {
	watch.state.WithWorld(func(w *world.World) { delete(w.Watchers, watch) })
}

func (watch *Watch) Changed(_ *world.World, c world.Change) {
	watch.mu.Lock()
	defer watch.mu.Unlock()
	if watch.named[c] {
		return
	}
	watch.named[c] = true
	watch.list = append(watch.list, c)
	select {
	case watch.more <- struct{}{}:
	default:
	}
}
