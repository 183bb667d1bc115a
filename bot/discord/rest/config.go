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
	Token   string // the bot token, without "Bot " before it
	BaseURL string // scheme and host of a server in place of Discord, such as "http://127.0.0.1:1234"
	// Dial, if not nil, opens the connections to Discord and its gateway, without a proxy.
	Dial      func(ctx context.Context, network, addr string) (net.Conn, error)
	Timeout   time.Duration // of one request; default 15 s
	PerSecond int           // requests with the bot's token; default 50, Discord's global limit
	Patient   bool          // makes a request again after a limit that ends soon
}

func (c Config) withDefaults() (Config, *url.URL, error) {
	c.Token = CleanToken(c.Token)
	if c.Token == "" {
		return c, nil, errors.New("the bot token is missing: copy it from " + Portal + " (Bot, Reset Token)")
	}
	if wrong := TokenFault(c.Token); wrong != "" {
		return c, nil, errors.New("the bot token " + wrong)
	}
	base, err := url.Parse(cmp.Or(c.BaseURL, "https://discord.com"))
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" {
		return c, nil, fmt.Errorf("BaseURL %q does not have the form http://127.0.0.1:1234", c.BaseURL)
	}
	c.Timeout = cmp.Or(c.Timeout, 15*time.Second)
	c.PerSecond = cmp.Or(c.PerSecond, 50)
	return c, base, nil
}

// CleanToken removes what comes with a token from a file or a page: spaces, quotation marks, a byte
// order mark, and "Bot ".
func CleanToken(token string) string {
	const around = " \t\r\n\ufeff\"'`“”"
	return strings.Trim(strings.TrimPrefix(strings.TrimLeft(token, around), "Bot "), around)
}

// TokenFault says what is wrong with a token, "" for nothing that can be seen.
func TokenFault(token string) string {
	if strings.ContainsFunc(CleanToken(token), func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "has a space, a line break or another character in it that no token has: copy it again"
	}
	return ""
}

func (c Config) String() string {
	return fmt.Sprintf("rest.Config{BaseURL: %q, Token: %s}", c.BaseURL, "[redacted]")
}

// GoString has %#v not print the token.
func (c Config) GoString() string { return c.String() }

func (c Config) LogValue() slog.Value { return slog.StringValue(c.String()) }
