// Package world is what exists on a local Discord: people, guilds, channels, forums, threads,
// messages, files, commands and interactions, with the permissions and mentions between them.
//
// It is one value behind one lock. What people and tests do takes the lock: the methods of [State]
// and [User] except Wire, and all in script.go. All else is for who holds it, in
// [State.WithWorld]. Messages are never changed, only replaced, and ids and names stay, so these
// can be read at any time.
package world

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"log/slog"
	"maps"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"amytis/bot/localdiscord/traffic"
	"amytis/bot/localdiscord/wire"
)

// State is a world behind its lock.
type State struct {
	Options
	// Emit and EmitInteraction tell the bot of an event. It will not hear of a missed one in time.
	// The gateway sets both.
	Emit            func(event string, data any)
	EmitInteraction func(event json.RawMessage) (missed bool)

	// Traffic is what the bot and Discord say to each other.
	Traffic *traffic.Log

	url   string // of the server
	mu    sync.Mutex
	world World
}

// New returns an empty world: no guilds, no users but the bot.
func New(options Options, url string) *State {
	s := &State{Options: options.withDefaults(), url: url}
	s.Traffic = traffic.NewLog(s.KeepTraffic, s.OnTraffic)
	bot := &User{world: &s.world, ID: s.BotID(), Name: BotName, displayName: BotName, Bot: true}
	s.world = World{state: s, Bot: bot, Users: map[string]*User{bot.ID: bot}, Guilds: map[string]*Guild{},
		Channels: map[string]*Channel{}, files: map[string]File{}, interactions: map[string]*Interaction{},
		watches: map[*Watch]bool{}}
	s.world.Messages = Messages{world: &s.world, records: map[string]*Record{}, byNonce: map[string]*wire.Message{}}
	return s
}

func (s *State) WithWorld(do func(*World)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	do(&s.world)
}

// lock is for methods that others call without the lock: defer w.lock()().
func (w *World) lock() (unlock func()) {
	w.state.mu.Lock()
	return w.state.mu.Unlock
}

// URL is http://host:port.
func (s *State) URL() string { return s.url }

func Read[T any](s *State, look func(*World) T) (found T) {
	s.WithWorld(func(w *World) { found = look(w) })
	return found
}

type World struct {
	// Users are all people and the Bot.
	Users    map[string]*User
	Bot      *User
	Guilds   map[string]*Guild
	Channels map[string]*Channel // threads and direct conversations, too
	Messages Messages
	Commands []*wire.Command
	Emoji    []*wire.ApplicationEmoji // the oldest first
	// Recorder, unless it is nil, hears of every change before anything else can happen.
	Recorder func(w *World, c Change)

	state     *State
	files     map[string]File // by attachment
	fileOrder []string

	interactions     map[string]*Interaction // by token
	interactionOrder []string
	watches          map[*Watch]bool
	lastID           uint64
	closed           bool
}

// Change names what has changed: a message, a channel or thread, an emoji, a file, the settings of
// a user, the commands, or what stands below the bot's name.
type Change struct {
	Message, Channel, Emoji, File, User string
	Commands                            bool
	Presence                            *string
}

func (w *World) changed(c Change) {
	w.record(c)
	for watch := range w.watches {
		watch.add(c)
	}
}

func (w *World) record(c Change) {
	if w.Recorder != nil {
		w.Recorder(w, c)
	}
}

func (w *World) Now() time.Time { return w.state.Now() }

// discordEpoch is the first millisecond of 2015, where Discord's ids start.
// https://discord.com/developers/docs/reference#snowflakes
const discordEpoch = 1420070400000

// NewID returns an id that carries the time. Ids rise and never repeat, even when the clock stands
// still or goes back.
func (w *World) NewID() string {
	w.lastID = max(uint64(w.Now().UnixMilli()-discordEpoch)<<22, w.lastID+1)
	return strconv.FormatUint(w.lastID, 10)
}

// reserve makes sure that NewID never returns an id that came from outside.
func (w *World) reserve(id string) {
	n, err := strconv.ParseUint(id, 10, 64)
	// An id far in the future would push all later ones there. It cannot collide soon anyway.
	if err == nil && n > w.lastID && n <= w.lastID+1<<22 {
		w.lastID = n
	}
}

func (w *World) idOr(ids []string) string {
	if len(ids) > 0 && ids[0] != "" {
		w.reserve(ids[0])
		return ids[0]
	}
	return w.NewID()
}

func (w *World) SetCommands(commands []*wire.Command) {
	w.Commands = commands
	w.changed(Change{Commands: true})
}

// InOrder returns objects in the order of their ids.
func InOrder[V any](all map[string]V) []V {
	list := make([]V, 0, len(all))
	for _, id := range slices.Sorted(maps.Keys(all)) {
		list = append(list, all[id])
	}
	return list
}

func (w *World) Present(text string) {
	w.Bot.Presence = text
	w.changed(Change{Presence: &text})
}

// Options of a local Discord. The zero value is a strict Discord on a free port of 127.0.0.1 with
// Discord's own limits.
type Options struct {
	// Listener is what to serve; a free port of 127.0.0.1 if nil.
	Listener net.Listener
	// BotToken is what the bot must present, without the "Bot " prefix; a fixed one if empty. Its
	// first part is the bot's id in base64, as on Discord.
	BotToken string

	// Application has fields of the application that the developer portal says otherwise.
	Application map[string]any

	// Now is the clock for timestamps, ids, Date headers, rates of requests, and the age of
	// interactions and messages; time.Now if nil.
	Now func() time.Time
	// AnswerWithin is the time for the first answer to an interaction; 3 s if zero.
	AnswerWithin time.Duration
	// NonceLife is how long a nonce makes no second message; 5 min if zero, for Discord's "few".
	NonceLife time.Duration
	// HeartbeatInterval is what HELLO asks for; 41.25 s if zero.
	HeartbeatInterval time.Duration

	// Shards is the number of shards that the gateway recommends; if zero, as many as
	// GuildsPerShard needs.
	Shards int
	// GuildsPerShard is how many guilds a shard may have; 2,500 if zero.
	GuildsPerShard int
	// MaxConcurrency is how many buckets of shards there are. Each may identify once in 5 s; 1 if
	// zero.
	MaxConcurrency int
	// SessionStarts is how often the bot may identify in a day. Then its token is no longer
	// accepted. 1,000 if zero.
	SessionStarts int

	// EnforceRate answers 429 beyond 50 requests a second, and 5 messages or 5 edits in 5 s per
	// channel, and refuses a second identify in 5 s per bucket. Answers to interactions do not
	// count, as on Discord.
	EnforceRate bool

	// MaxAttachments, MaxMessages and MaxInteractions are how many are kept; the oldest are
	// forgotten. 400, 20,000 and 20,000 if zero.
	MaxAttachments, MaxMessages, MaxInteractions int
	// KeepTraffic is how many requests and events are remembered; 1,000 if zero, none if
	// negative.
	KeepTraffic int
	// OnTraffic is called for every request and event, by several goroutines at once. It must not
	// block.
	OnTraffic func(traffic.Entry)

	// Logger receives what happens at debug level; nothing is logged if nil.
	Logger *slog.Logger
}

// localToken is the same in each process, so that mentions of the bot in stored texts stay valid.
const (
	localBotID = "1150000000000000001"
	localToken = "MTE1MDAwMDAwMDAwMDAwMDAwMQ.local.discord-on-this-machine"
)

// BotID returns the id in the bot's token, or localBotID if the token is of another form. It is the
// application's, too, as on Discord today.
func (o Options) BotID() string {
	first, _, _ := strings.Cut(o.BotToken, ".")
	if id, err := base64.RawStdEncoding.DecodeString(first); err == nil && wire.IsSnowflake(string(id)) {
		return string(id)
	}
	return localBotID
}

func (o Options) withDefaults() Options {
	o.BotToken = cmp.Or(o.BotToken, localToken)
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	o.AnswerWithin = cmp.Or(o.AnswerWithin, 3*time.Second)
	o.NonceLife = cmp.Or(o.NonceLife, 5*time.Minute)
	o.HeartbeatInterval = cmp.Or(o.HeartbeatInterval, 41250*time.Millisecond)
	o.GuildsPerShard = cmp.Or(o.GuildsPerShard, 2500)
	o.MaxConcurrency = cmp.Or(o.MaxConcurrency, 1)
	o.SessionStarts = cmp.Or(o.SessionStarts, 1000)
	o.MaxAttachments = cmp.Or(o.MaxAttachments, 400)
	o.MaxMessages = cmp.Or(o.MaxMessages, 20_000)
	o.MaxInteractions = cmp.Or(o.MaxInteractions, 20_000)
	o.KeepTraffic = cmp.Or(o.KeepTraffic, 1_000)
	return o
}

const BotName = "Amytis"
