package session

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"time"
)

// Config says how to reach Discord and which limits and timeouts apply. Only Token is required.
// Every other zero value means the default named here. Config never prints its token.
type Config struct {
	// Token is the bot token, without "Bot " before it.
	Token string
	// BaseURL is another server to use in place of Discord, such as "http://127.0.0.1:1234". "" is
	// the real Discord. Only the scheme and the host are used.
	BaseURL string
	// Dial, if not nil, opens the connections to Discord, without a proxy. Default by TCP.
	Dial func(ctx context.Context, network, addr string) (net.Conn, error)
	// Logger receives the log, with all tokens removed. Default slog.Default.
	Logger *slog.Logger

	// Endpoint is where to take the interactions that Discord sends by HTTP, as well as those from
	// the gateway. Run closes it. Default none.
	Endpoint net.Listener
	// PublicKey is the key of the application, with which Discord signs those interactions. It is
	// required with Endpoint; see ParsePublicKey.
	PublicKey ed25519.PublicKey

	// MaxHandlers limits the interactions handled at once. Default 64.
	MaxHandlers int
	// MaxWaiting limits the interactions that wait for a free handler. Default 1,024. Handlers.Busy
	// answers any further ones.
	MaxWaiting int
	// MaxPerMember limits the interactions that one member has in progress, running or waiting.
	// Default 10, enough for somebody who plays several games. Handlers.SlowDown answers any
	// further ones, and the member is slowed down for a second.
	MaxPerMember int
	// MaxPerServer limits the interactions of one server that are handled at once. Default half of
	// MaxHandlers. Further ones wait.
	MaxPerServer int
	// AnswerWithin is how old an interaction may be when it is acknowledged. Default 3 s, which is
	// Discord's limit.
	AnswerWithin time.Duration
	// DeferAfter is the age at which Responder.DeferLate acknowledges an interaction, or less while
	// Discord is slow. Default half of AnswerWithin.
	DeferAfter time.Duration
	// WaitTimeout limits how long an interaction waits for a free handler before Handlers.Busy
	// answers it. Default half of AnswerWithin.
	WaitTimeout time.Duration
	// HandlerTimeout is when a handler's context ends. Default 1 min.
	HandlerTimeout time.Duration
	// GraceTimeout is how long Run waits for running handlers when it stops. Default 5 s.
	GraceTimeout time.Duration

	// OpenTimeout limits the time from dialling to READY. Default 20 s.
	OpenTimeout time.Duration
	// ReadTimeout is how long a gateway connection may be silent before it counts as dead. Default
	// 90 s, two heartbeats.
	ReadTimeout time.Duration
	// BackoffMin and BackoffMax limit the pause between two attempts to connect. Defaults 1 s and
	// 60 s. The pause doubles with each failure. Its length is random within the upper half, so
	// that bots do not all reconnect at the same moment.
	BackoffMin, BackoffMax time.Duration
	// AckTimeout is how long Discord may take to acknowledge a heartbeat. Then the connection
	// counts as dead. Default the heartbeat interval that Discord asks for.
	AckTimeout time.Duration
	// Shards is the number of connections that share the servers among them. Default the number
	// that Discord recommends.
	Shards int
	// IdentifySpacing is the minimum time between two new sessions of one bucket of shards. Default
	// 5.5 s. Discord demands 5 s.
	IdentifySpacing time.Duration
	// OnDuty, if not nil, reports whether this process is the one to have the session of a shard.
	// It is asked again and again by several goroutines, since another process may stop. A shard
	// stays as it is while OnDuty fails.
	OnDuty func(ctx context.Context, shard, shards int) (bool, error)

	// Hold, if not nil, makes this process the only one with a name for a time, and returns false
	// while another process has it. Processes with the same token need it to space their sessions.
	Hold func(ctx context.Context, name string, ttl time.Duration) (bool, error)

	// Permits, if not nil, takes permits that all processes with the same token share, as the bot's
	// store does. Without it this process uses the whole rate limit.
	Permits func(ctx context.Context, name string, n, limit int, span, pause time.Duration) ([]time.Duration, error)

	// RequestTimeout limits one HTTP request. Default 15 s.
	RequestTimeout time.Duration
	// RequestsPerSecond limits the requests made with the bot's token, by all processes together.
	// Default 50, Discord's global limit. Answers to interactions do not count.
	RequestsPerSecond int

	// Rewrite, if not nil, changes the texts that Discord shows as markdown when they are sent: the
	// content of a message, and the descriptions and fields of its embeds. A text that would get
	// too long for Discord stays as it is. Rewrite is called by several goroutines at once.
	Rewrite func(text string) string
	// EmojiRefused, if not nil, is called when Discord refused an emoji of the application on a
	// button or in a menu. The message is sent again without emoji. Several goroutines may call it
	// at once.
	EmojiRefused func()
}

func (c Config) withDefaults() (Config, error) {
	c.Token = trimToken(c.Token)
	if c.Token == "" {
		return c, errors.New("session: the bot token is missing: copy it from " + portal + " (Bot, Reset Token)")
	}
	if strings.ContainsAny(c.Token, " \t\r\n") {
		return c, errors.New("session: the bot token has a space or a line break in it: copy it again from " + portal)
	}
	if c.Shards < 0 {
		return c, fmt.Errorf("session: %d shards are not possible: leave the number out to use the recommended one",
			c.Shards)
	}
	if c.Endpoint != nil && len(c.PublicKey) != ed25519.PublicKeySize {
		return c, errors.New("session: interactions by HTTP need the public key of the application")
	}
	if c.Logger == nil {
		c.Logger = slog.Default()
	}
	c.MaxHandlers = cmp.Or(c.MaxHandlers, 64)
	c.MaxWaiting = cmp.Or(c.MaxWaiting, 1024)
	c.MaxPerMember = cmp.Or(c.MaxPerMember, 10)
	c.MaxPerServer = cmp.Or(c.MaxPerServer, max(c.MaxHandlers/2, 1))
	c.AnswerWithin = cmp.Or(c.AnswerWithin, 3*time.Second)
	c.DeferAfter = cmp.Or(c.DeferAfter, c.AnswerWithin/2)
	c.WaitTimeout = cmp.Or(c.WaitTimeout, c.AnswerWithin/2)
	c.HandlerTimeout = cmp.Or(c.HandlerTimeout, time.Minute)
	c.GraceTimeout = cmp.Or(c.GraceTimeout, 5*time.Second)
	c.OpenTimeout = cmp.Or(c.OpenTimeout, 20*time.Second)
	c.ReadTimeout = cmp.Or(c.ReadTimeout, 90*time.Second)
	c.BackoffMin = cmp.Or(c.BackoffMin, time.Second)
	c.BackoffMax = max(cmp.Or(c.BackoffMax, time.Minute), c.BackoffMin)
	c.IdentifySpacing = cmp.Or(c.IdentifySpacing, 5500*time.Millisecond)
	c.RequestTimeout = cmp.Or(c.RequestTimeout, 15*time.Second)
	c.RequestsPerSecond = cmp.Or(c.RequestsPerSecond, 50)
	return c, nil
}

// trimToken returns a token without surrounding spaces and without "Bot " before it.
func trimToken(token string) string {
	return strings.TrimSpace(strings.TrimPrefix(strings.TrimLeft(token, " \t\r\n"), "Bot "))
}

// String describes the configuration without its token.
func (c Config) String() string {
	return fmt.Sprintf("session.Config{BaseURL: %q, MaxHandlers: %d, Token: %s}", c.BaseURL, c.MaxHandlers, redacted)
}

// GoString returns the same as String, so that %#v does not print the token.
func (c Config) GoString() string { return c.String() }

// LogValue returns the same as String, so that a log does not contain the token.
func (c Config) LogValue() slog.Value { return slog.StringValue(c.String()) }
