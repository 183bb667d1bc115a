package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"time"

	"amytis/bot/background/monitor"
	"amytis/bot/discord"
	"amytis/bot/discord/gateway"
	"amytis/bot/discord/interactions"
)

// listenHTTP returns nil if the configuration has no address.
func (c *configuration) listenHTTP() (net.Listener, error) {
	if c.HTTP.Listen == "" {
		return nil, nil
	}
	l, err := net.Listen("tcp", c.HTTP.Listen)
	if err != nil {
		return nil, fmt.Errorf("http.listen: %w", err)
	}
	return l, nil
}

// endpoint listens for interactions by HTTP, if the configuration has an address.
func (c *configuration) endpoint(ctx context.Context) (to interactions.Config, err error) {
	if c.Discord.Listen == "" {
		return to, nil
	}
	key := c.Discord.PublicKey
	if key == "" {
		key, err = c.askPublicKey(ctx)
	}
	if err == nil {
		to.PublicKey, err = interactions.ParsePublicKey(key)
	}
	if err != nil {
		return to, fmt.Errorf("discord.public_key: %w", err)
	}
	if to.Endpoint, err = net.Listen("tcp", c.Discord.Listen); err != nil {
		return to, fmt.Errorf("discord.listen: %w", err)
	}
	return to, nil
}

func (c *configuration) askPublicKey(ctx context.Context) (key string, err error) {
	r, err := c.client()
	if err != nil {
		return "", err
	}
	defer r.Close()
	if _, err := gateway.Lookup(ctx, r); err != nil {
		return "", err // says it if the token is wrong
	}
	app, err := discord.SettingsOf(ctx, r)
	return app.PublicKey, err
}

type healthCommand struct {
	botFlags
}

// healthWithin is how long the bot may take to answer. It says by itself what takes long.
const healthWithin = 8 * time.Second

// Run exits with 0 or 1: some who run health checks give other codes another meaning.
func (c *healthCommand) Run(ctx context.Context, std streams) error {
	s, err := c.load()
	if err == nil && s.HTTP.Listen == "" {
		err = fmt.Errorf("the bot serves no health: set http.listen, AMYTIS_HTTP or --http, as for the bot")
	}
	if err != nil {
		return &exitError{exitWrong, err.Error()}
	}
	healthy, answer, err := askHealth(ctx, s.HTTP.Listen)
	if err != nil {
		return &exitError{exitWrong, fmt.Sprintf("the bot does not answer: %v", err)}
	}
	fmt.Fprintln(std.out, strings.TrimSpace(answer))
	if !healthy {
		return &exitError{code: exitWrong}
	}
	return nil
}

func (d *doctor) health(ctx context.Context) {
	if d.runs || d.config.HTTP.Listen == "" {
		return
	}
	if healthy, answer, err := askHealth(ctx, d.config.HTTP.Listen); err == nil && !healthy {
		d.problem("health", strings.TrimSpace(answer), "")
	}
}

func askHealth(ctx context.Context, address string) (healthy bool, answer string, err error) {
	ctx, cancel := context.WithTimeout(ctx, healthWithin)
	defer cancel()
	resp, err := askAt(ctx, http.MethodGet, address, monitor.HealthPath)
	if err != nil {
		return false, "", err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK && resp.StatusCode != http.StatusServiceUnavailable {
		return false, "", fmt.Errorf("another program has the address %s: it answers %s", address, resp.Status)
	}
	text, err := io.ReadAll(io.LimitReader(resp.Body, 1<<16))
	return resp.StatusCode == http.StatusOK, string(text), err
}

// askAt asks a program on this machine.
func askAt(ctx context.Context, method, address, path string) (*http.Response, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	if ip := net.ParseIP(host); host == "" || ip.IsUnspecified() {
		host = "localhost"
	}
	ask, err := http.NewRequestWithContext(ctx, method, "http://"+net.JoinHostPort(host, port)+path, nil)
	if err != nil {
		return nil, err
	}
	direct := &http.Transport{DisableKeepAlives: true} // no proxy reaches this machine
	return direct.RoundTrip(ask)
}

// addresses tries to listen where the bot does, unless the running bot listens there.
func (d *doctor) addresses(ctx context.Context) {
	for _, a := range []struct{ key, address, path string }{
		{"discord.listen", d.config.Discord.Listen, interactions.EndpointPath},
		{"http.listen", d.config.HTTP.Listen, monitor.HealthPath},
	} {
		if d.runs || a.address == "" || wrongAddress(a.address) {
			continue
		}
		l, err := net.Listen("tcp", a.address)
		switch {
		case err == nil:
			_ = l.Close()
			d.ok("address", "%s: %s is free", a.key, a.address)
		case errors.Is(err, syscall.EADDRINUSE) && isBot(ctx, a.address, a.path):
			d.ok("address", "%s: a running amytis has %s", a.key, a.address)
		default:
			number, _ := errors.AsType[syscall.Errno](err)
			d.problem("address", fmt.Sprintf("%s: %v", a.key, err), cmp.Or(listenFixes[number], listenFixes[syscall.EADDRNOTAVAIL]))
		}
	}
}

// isBot reports whether an amytis listens at an address: of its own paths it names the methods.
func isBot(ctx context.Context, address, path string) bool {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	resp, err := askAt(ctx, http.MethodDelete, address, path)
	if err != nil {
		return false
	}
	_ = resp.Body.Close()
	return resp.StatusCode == http.StatusMethodNotAllowed && resp.Header.Get("Allow") != ""
}

var listenFixes = map[syscall.Errno]string{
	syscall.EADDRINUSE:    "choose another port, or stop the program that has it (find it with: ss -ltnp)",
	syscall.EACCES:        "choose a port of 1024 or more: those below are for root",
	syscall.EADDRNOTAVAIL: "choose an address of this machine, such as 127.0.0.1, or leave the host out for all",
}
