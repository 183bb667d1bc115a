package rest

import "amytis/bot/localdiscord/wire"

func getGateway(c *call) (any, *wire.Refusal) { return map[string]any{"url": c.Gateway(0).URL}, nil }

func getGatewayBot(c *call) (any, *wire.Refusal) {
	guilds := 0
	for _, g := range c.world.Guilds() {
		if g.HasBot {
			guilds++
		}
	}
	return c.Gateway(guilds), nil
}
