package world

import (
	"maps"
	"slices"
	"time"

	"amytis/bot/localdiscord/wire"
)

type World struct {
	Messages Messages
	// Commands are those that the application has registered.
	Commands []*wire.Command
	// Emoji has the oldest first.
	Emoji []*Emoji
	// Recorder hears of a change before all watchers, so that it can store it first. It may be nil.
	Recorder Observer
	Watchers map[Observer]bool

	config   Config
	bot      *User
	users    map[string]*User
	guilds   map[string]*Guild
	channels map[string]*Channel
}

func (w *World) Now() time.Time { return w.config.Now() }

func (w *World) NewID() string { return w.config.IDs.Next(w.Now()) }

func (w *World) idOr(ids []string) string {
	if len(ids) > 0 && ids[0] != "" {
		w.config.IDs.Reserve(ids[0])
		return ids[0]
	}
	return w.NewID()
}

func (w *World) Bot() *User { return w.bot }

func (w *World) BotID() string { return w.bot.ID }

func (w *World) User(id string) *User { return w.users[id] }

// Users are all people and the bot, ordered by id.
func (w *World) Users() []*User { return inOrder(w.users) }

func (w *World) Guild(id string) *Guild { return w.guilds[id] }

func (w *World) Guilds() []*Guild { return inOrder(w.guilds) }

// Channel returns a channel, thread or direct conversation, nil if there is none.
func (w *World) Channel(id string) *Channel { return w.channels[id] }

func (w *World) SetCommands(commands []*wire.Command) {
	w.Commands = commands
	w.changed(Change{Commands: true})
}

func inOrder[V any](all map[string]V) []V {
	list := make([]V, 0, len(all))
	for _, id := range slices.Sorted(maps.Keys(all)) {
		list = append(list, all[id])
	}
	return list
}
