package main

import (
	"context"
	"fmt"
	"net"

	"amytis/bot/discord/interactions"
	"amytis/bot/discord/probe"
	"amytis/bot/discord/rest"
)

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
	p, err := probe.New(rest.Config{Token: c.Discord.Token, BaseURL: c.Discord.URL})
	if err != nil {
		return "", err
	}
	defer p.Close()
	if err := p.Token(ctx); err != nil {
		return "", err // says it if the token is wrong
	}
	app, err := p.Application(ctx)
	return app.PublicKey, err
}
