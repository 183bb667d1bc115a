package rest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"strings"
	"time"
)

// Portal is where the operator manages the application.
const Portal = "https://discord.com/developers/applications"

// Config says how to make requests. Only Token is required. It never prints its token.
type Config struct {
	// Token is the bot token, without "Bot " before it.
	Token string
	// BaseURL is a server to use in place of Discord, such as "http://127.0.0.1:1234". Only the
	// scheme and the host are used.
	BaseURL string
	// Dial, if not nil, opens the connections to Discord and its gateway, without a
	// proxy. Default by TCP.
	Dial func(ctx context.Context, network, addr string) (net.Conn, error)
	// Timeout limits one request. Default 15 s.
	Timeout time.Duration
	// PerSecond limits the requests made with the bot's token, of all processes together. Default
	// 50, Discord's global limit. Answers to interactions do not count.
	PerSecond int
	// Permits, if not nil, takes permits that all processes with the same token share, as the bot's
	// store does. Without it this process uses the whole rate limit.
	Permits func(ctx context.Context, name string, n, limit int, span, pause time.Duration) ([]time.Duration, error)
}

func (c Config) withDefaults() (Config, *url.URL, error) {
	c.Token = trimToken(c.Token)
	if c.Token == "" {
		return c, nil, errors.New("the bot token is missing: copy it from " + Portal + " (Bot, Reset Token)")
	}
	if strings.ContainsAny(c.Token, " \t\r\n") {
		return c, nil, errors.New("the bot token has a space or a line break in it: copy it again from " + Portal)
	}
	base, err := url.Parse(cmp.Or(c.BaseURL, "https://discord.com"))
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" {
		return c, nil, fmt.Errorf("BaseURL %q does not have the form http://127.0.0.1:1234", c.BaseURL)
	}
	c.Timeout = cmp.Or(c.Timeout, 15*time.Second)
	c.PerSecond = cmp.Or(c.PerSecond, 50)
	return c, base, nil
}

func trimToken(token string) string {
	return strings.TrimSpace(strings.TrimPrefix(strings.TrimLeft(token, " \t\r\n"), "Bot "))
}

func (c Config) String() string {
	return fmt.Sprintf("rest.Config{BaseURL: %q, Token: %s}", c.BaseURL, redacted)
}

// GoString has %#v not print the token.
func (c Config) GoString() string { return c.String() }

func (c Config) LogValue() slog.Value { return slog.StringValue(c.String()) }
