package world

import (
	"cmp"
	"encoding/base64"
	"log/slog"
	"net"
	"strconv"
	"strings"
	"time"

	"amytis/bot/localdiscord/traffic"
)

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
const localToken = "MTE1MDAwMDAwMDAwMDAwMDAwMQ.local.discord-on-this-machine"

// BotID returns the id in the bot's token, or in localToken if the token is of another form. It is
// the application's, too, as on Discord today.
func (o Options) BotID() string {
	for _, token := range []string{o.BotToken, localToken} {
		first, _, _ := strings.Cut(token, ".")
		id, err := base64.RawStdEncoding.DecodeString(first)
		if _, wrong := strconv.ParseUint(string(id), 10, 64); err == nil && wrong == nil {
			return string(id)
		}
	}
	panic("localdiscord: no bot is named by " + localToken)
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

// BotName is the name of the bot's user.
const BotName = "Amytis"
