package main

import (
	"crypto/ed25519"
	"fmt"
	"net"

	"amytis/bot/discord"
	"amytis/bot/discord/interactions"
)

// endpoint is where Discord sends interactions by HTTP. With the zero value they come by the gateway.
type endpoint struct {
	listener net.Listener
	key      ed25519.PublicKey
}

func openEndpoint(s configuration) (e endpoint, err error) {
	if s.Discord.Listen == "" {
		return e, nil
	}
	if e.key, err = interactions.ParsePublicKey(s.Discord.PublicKey); err != nil {
		return e, fmt.Errorf("discord.public_key: %w", err)
	}
	if e.listener, err = net.Listen("tcp", s.Discord.Listen); err != nil {
		return e, fmt.Errorf("discord.listen: %w", err)
	}
	return e, nil
}

func (e endpoint) use(cfg *discord.Config) {
	cfg.Interactions.Endpoint, cfg.Interactions.PublicKey = e.listener, e.key
}

func (e endpoint) close() {
	if e.listener != nil {
		_ = e.listener.Close() // the bot has usually done so
	}
}
