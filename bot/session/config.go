package session

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"
)

const day = 24 * time.Hour

// Config says how to reach Discord and how patient to be. Only Token is required; every other zero value is replaced
// by the default it documents. It never prints its token.
type Config struct {
	// Token is the bot token, without "Bot " before it.
	Token string
	// BaseURL is where Discord is: "" is the real one, "http://127.0.0.1:1234" another server. Only its scheme and host
	// are used.
	BaseURL string
	// Logger takes what happens; nil is slog.Default. Tokens are removed from what it gets.
	Logger *slog.Logger

	// MaxHandlers bounds the interactions handled at once: 64.
	MaxHandlers int
	// MaxWaiting bounds the interactions that wait for their turn: 1,024. The next one is answered by Handlers.Busy.
	MaxWaiting int
	// WaitTimeout is how long an interaction may wait for its turn before it is answered by Handlers.Busy: 1.5 s, half
	// of what Discord grants for a first answer.
	WaitTimeout time.Duration
	// HandlerTimeout ends a handler's context: 1 min.
	HandlerTimeout time.Duration
	// GraceTimeout is how long Run waits for running handlers when it is told to stop: 10 s.
	GraceTimeout time.Duration

	// OpenTimeout bounds the way from dialling to READY: 20 s.
	OpenTimeout time.Duration
	// ReadTimeout is how long a gateway connection may be silent before it counts as dead: 90 s, two heartbeats.
	ReadTimeout time.Duration
	// BackoffMin and BackoffMax bound the pause between two attempts to connect: 1 s and 60 s. The pause doubles with
	// each failure and is drawn at random from its upper half, so that bots do not come back in step.
	BackoffMin, BackoffMax time.Duration
	// IdentifiesPerDay bounds the sessions begun in 24 h: 900. Discord resets the token of a bot that begins 1,000.
	IdentifiesPerDay int
	// IdentifySpacing is the least time between two new sessions: 5 s, Discord's max_concurrency for one shard.
	IdentifySpacing time.Duration

	// RequestTimeout bounds one HTTP request: 15 s.
	RequestTimeout time.Duration
	// RequestsPerSecond bounds the requests under the bot's token: 50, Discord's global limit. Answers to interactions
	// do not count.
	RequestsPerSecond int
}

func (c Config) withDefaults() (Config, error) {
	c.Token = bare(c.Token)
	if c.Token == "" {
		return c, errors.New("session: the bot token is missing: copy it from " + portal + " (Bot, Reset Token)")
	}
	if strings.ContainsAny(c.Token, " \t\r\n") {
		return c, errors.New("session: the bot token has a space or a line break in it: copy it again from " + portal)
	}
	if c.Logger == nil {
		c.Logger = slog.Default()
	}
	c.MaxHandlers = cmp.Or(c.MaxHandlers, 64)
	c.MaxWaiting = cmp.Or(c.MaxWaiting, 1024)
	c.WaitTimeout = cmp.Or(c.WaitTimeout, 1500*time.Millisecond)
	c.HandlerTimeout = cmp.Or(c.HandlerTimeout, time.Minute)
	c.GraceTimeout = cmp.Or(c.GraceTimeout, 10*time.Second)
	c.OpenTimeout = cmp.Or(c.OpenTimeout, 20*time.Second)
	c.ReadTimeout = cmp.Or(c.ReadTimeout, 90*time.Second)
	c.BackoffMin = cmp.Or(c.BackoffMin, time.Second)
	c.BackoffMax = max(cmp.Or(c.BackoffMax, time.Minute), c.BackoffMin)
	c.IdentifiesPerDay = cmp.Or(c.IdentifiesPerDay, 900)
	c.IdentifySpacing = cmp.Or(c.IdentifySpacing, 5*time.Second)
	c.RequestTimeout = cmp.Or(c.RequestTimeout, 15*time.Second)
	c.RequestsPerSecond = cmp.Or(c.RequestsPerSecond, 50)
	return c, nil
}

// bare is a token without spaces around it and without "Bot " before it.
func bare(token string) string {
	return strings.TrimSpace(strings.TrimPrefix(strings.TrimLeft(token, " \t\r\n"), "Bot "))
}

// String describes the configuration without its token.
func (c Config) String() string {
	return fmt.Sprintf("session.Config{BaseURL: %q, MaxHandlers: %d, Token: %s}", c.BaseURL, c.MaxHandlers, redacted)
}

// GoString is String, so that %#v shows no token either.
func (c Config) GoString() string { return c.String() }

// LogValue is String, so that a log shows no token either.
func (c Config) LogValue() slog.Value { return slog.StringValue(c.String()) }
