package main

import (
	"fmt"
	"net"

	"amytis/bot/discord/interactions"
)

// endpoint listens for interactions by HTTP. Without an address in the configuration it returns the
// zero value: then they come by the gateway.
func (c *configuration) endpoint() (to interactions.Config, err error) {
	if c.Discord.Listen == "" {
		return to, nil
	}
	if to.PublicKey, err = interactions.ParsePublicKey(c.Discord.PublicKey); err != nil {
		return to, fmt.Errorf("discord.public_key: %w", err)
	}
	if to.Endpoint, err = net.Listen("tcp", c.Discord.Listen); err != nil {
		return to, fmt.Errorf("discord.listen: %w", err)
	}
	return to, nil
}
