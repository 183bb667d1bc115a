package rest

import (
	"time"

	"amytis/bot/localdiscord/wire"
)

// maxIdentifies is how often a bot may identify itself in a day. After that Discord resets its
// token.
// https://discord.com/developers/docs/topics/gateway#session-start-limit-object
const maxIdentifies = 1000

func getGateway(c *call) (reply, *wire.Refusal) {
	return ok(map[string]any{"url": c.GatewayURL})
}

func getGatewayBot(c *call) (reply, *wire.Refusal) {
	return ok(map[string]any{"url": c.GatewayURL, "shards": 1, "session_start_limit": map[string]any{
		"total": maxIdentifies, "remaining": max(0, maxIdentifies-c.Identifies()),
		"reset_after": (24 * time.Hour).Milliseconds(), "max_concurrency": 1}})
}
