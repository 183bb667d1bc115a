package rest

import (
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

func getGateway(c *call) (reply, *wire.Refusal) {
	return ok(map[string]any{"url": c.GatewayURL})
}

// getGatewayBot tells the gateway's address, the shards and the session start limit.
// https://discord.com/developers/docs/events/gateway#get-gateway-bot
func getGatewayBot(c *call) (reply, *wire.Refusal) {
	guilds := world.Look(c.State, func(w *world.World) (n int) {
		for _, g := range w.Guilds() {
			if g.HasBot {
				n++
			}
		}
		return n
	})
	limits := c.GatewayLimits(guilds)
	return ok(map[string]any{"url": c.GatewayURL, "shards": limits.Shards, "session_start_limit": map[string]any{
		"total": limits.Total, "remaining": limits.Remaining, "reset_after": limits.ResetAfter.Milliseconds(),
		"max_concurrency": limits.MaxConcurrency}})
}
