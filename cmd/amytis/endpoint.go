package main

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"net"

	"amytis/bot/session"
)

// endpoint is where Discord sends interactions by HTTP. The zero value is none: then they come by
// the gateway.
type endpoint struct {
	listener net.Listener
	key      ed25519.PublicKey
}

// checkEndpoint returns an error if the settings of the endpoint cannot be used.
func (c *configuration) checkEndpoint() error {
	switch {
	case c.Discord.Listen == "" && c.Discord.PublicKey == "":
		return nil
	case c.Discord.Listen == "":
		return errors.New("discord.public_key is set, but discord.listen is not: interactions by HTTP need both")
	case c.Discord.PublicKey == "":
		return errors.New("discord.listen is set, but discord.public_key is not: interactions by HTTP need both")
	}
	if _, _, err := net.SplitHostPort(c.Discord.Listen); err != nil {
		return fmt.Errorf("discord.listen is %q, but must be an address and a port, such as 127.0.0.1:8421",
			c.Discord.Listen)
	}
	if _, err := session.ParsePublicKey(c.Discord.PublicKey); err != nil {
		return fmt.Errorf("discord.public_key: %w", err)
	}
	return nil
}

// openEndpoint listens as the settings say. Call close in the end.
func openEndpoint(s configuration) (e endpoint, err error) {
	if s.Discord.Listen == "" {
		return e, nil
	}
	if e.key, err = session.ParsePublicKey(s.Discord.PublicKey); err != nil {
		return e, fmt.Errorf("discord.public_key: %w", err)
	}
	if e.listener, err = net.Listen("tcp", s.Discord.Listen); err != nil {
		return e, fmt.Errorf("discord.listen: %w", err)
	}
	return e, nil
}

// use has the bot take interactions at the endpoint.
func (e endpoint) use(cfg *session.Config) { cfg.Endpoint, cfg.PublicKey = e.listener, e.key }

func (e endpoint) close() {
	if e.listener != nil {
		_ = e.listener.Close() // the bot has usually done so
	}
}
