package world

import (
	"sync"
	"time"

	"amytis/bot/localdiscord/wire"
)

type Config struct {
	// BotID is the id of the bot as a user, which equals its application's as on Discord today.
	BotID   string
	BotName string
	Now     func() time.Time
	IDs     *wire.Snowflakes
	// MaxMessages is how many messages are remembered, the newest.
	MaxMessages int
	NonceLife   time.Duration
	// Emit tells the bots that asked for the events of guilds.
	Emit func(event string, data any)
}

// State is a world behind its lock.
type State struct {
	mu    sync.Mutex
	world *World
}

// New returns an empty world: no guilds, no users but the bot.
func New(config Config) *State {
	bot := &User{ID: config.BotID, Name: config.BotName, DisplayName: config.BotName, Bot: true}
	w := &World{
		config:   config,
		bot:      bot,
		users:    map[string]*User{config.BotID: bot},
		guilds:   map[string]*Guild{},
		channels: map[string]*Channel{},
		Watchers: map[Observer]bool{},
	}
	w.Messages = Messages{world: w, records: map[string]*Record{}, byNonce: map[string]*wire.Message{}}
	return &State{world: w}
}

func (s *State) WithWorld(do func(*World)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	do(s.world)
}

func Read[T any](s *State, look func(*World) T) (found T) {
	s.WithWorld(func(w *World) { found = look(w) })
	return found
}
