package rest

import (
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

func getGateway(c *call) (reply, *wire.Refusal) {
	return ok(map[string]any{"url": c.Gateway(0).URL})
}

func getGatewayBot(c *call) (reply, *wire.Refusal) {
	guilds := world.Look(c.State, func(w *world.World) (n int) {
		for _, g := range w.Guilds() {
			if g.HasBot {
				n++
			}
		}
		return n
	})
	return ok(c.Gateway(guilds))
}
