package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"syscall"
	"time"

	"amytis/bot/background/monitor"
	"amytis/bot/discord/interactions"
)

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
			var number syscall.Errno
			errors.As(err, &number)
			d.problem("address", fmt.Sprintf("%s: %v", a.key, err), cmp.Or(listenFixes[number], listenFixes[syscall.EADDRNOTAVAIL]))
		}
	}
}

// isBot reports whether an amytis listens at an address. For a path of its own it names the methods.
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
