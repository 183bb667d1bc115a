package world

import (
	"maps"
	"slices"
	"time"
)

// World is everything that exists on this Discord.
type World struct {
	Messages  Messages
	Nonces    Nonces
	Commands  Commands
	Emoji     EmojiList
	Observers Observers

	config   Config
	bot      *User
	users    map[string]*User
	guilds   map[string]*Guild
	channels map[string]*Channel
}

// Now returns the time of this Discord.
func (w *World) Now() time.Time { return w.config.Now() }

// NewID returns a fresh id.
func (w *World) NewID() string { return w.config.IDs.Next(w.Now()) }

// idOr returns the first of ids, which came from outside, or a fresh id if there is none.
func (w *World) idOr(ids []string) string {
	if len(ids) > 0 && ids[0] != "" {
		w.config.IDs.Reserve(ids[0])
		return ids[0]
	}
	return w.NewID()
}

// Bot returns the bot as a user.
func (w *World) Bot() *User { return w.bot }

// User returns a person or the bot by id, nil if there is none.
func (w *World) User(id string) *User { return w.users[id] }

// Users returns all people and the bot, ordered by id.
func (w *World) Users() []*User { return inOrder(w.users) }

// Guild returns a guild by id, nil if there is none.
func (w *World) Guild(id string) *Guild { return w.guilds[id] }

// Guilds returns all guilds, ordered by id.
func (w *World) Guilds() []*Guild { return inOrder(w.guilds) }

// Channel returns a channel, thread or direct conversation by id, nil if there is none.
func (w *World) Channel(id string) *Channel { return w.channels[id] }

func inOrder[V any](all map[string]V) []V {
	list := make([]V, 0, len(all))
	for _, id := range slices.Sorted(maps.Keys(all)) {
		list = append(list, all[id])
	}
	return list
}
