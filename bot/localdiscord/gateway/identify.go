package gateway

import (
	"encoding/json"
	"fmt"
	"strings"

	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

// authentication is opcode 2 or 6.
// https://discord.com/developers/docs/topics/gateway-events#identify
// https://discord.com/developers/docs/topics/gateway-events#resume
type authentication struct {
	Token   string `json:"token"`
	Intents int    `json:"intents"`
	Shard   []int  `json:"shard"`
	// SessionID and Seq are of a resume.
	SessionID string `json:"session_id"`
	Seq       int64  `json:"seq"`
}

func (c *connection) authenticate(op int, raw json.RawMessage) {
	var in authentication
	err := json.Unmarshal(raw, &in)
	switch {
	case err != nil:
		c.misuse(closeDecodeError, wrongPayload, err.Error())
	case op == opIdentify && c.session != nil && !c.invalid.Swap(false):
		c.misuse(closeAlreadyAuthed, "Already authenticated.", "")
	case c.gateway.TokenReset() || strings.TrimPrefix(in.Token, "Bot ") != c.gateway.state.BotToken:
		c.close(closeAuthFailed, "Authentication failed.")
	case op == opIdentify:
		c.identify(in)
	default:
		c.resume(in)
	}
}

func (c *connection) identify(in authentication) {
	of, ok := shardOf(in.Shard)
	switch {
	case c.gateway.faults.now().refuseIntents:
		c.close(closeDisallowedIntents, "Disallowed intent(s).")
		return
	case in.Intents&intentsPrivileged != 0:
		c.misuse(closeDisallowedIntents, "Disallowed intent(s).", fmt.Sprint(in.Intents))
		return
	case in.Intents != intentGuilds:
		c.misuse(closeInvalidIntents, "Invalid intent(s).", "the bot needs the one for guilds alone")
		return
	case !ok:
		c.misuse(closeInvalidShard, "Invalid shard.", fmt.Sprint(in.Shard))
		return
	}
	switch tooFast, usedUp := c.gateway.countIdentify(of); {
	case usedUp:
		c.violate(0, "too many identifies in a day: the token is reset")
		c.gateway.faults.RejectToken(true)
	case tooFast:
		c.violate(0, "two identifies in 5 s")
		c.send(opInvalidSession, false)
	default:
		c.ready(of)
	}
}

// ready starts a session: READY with the guilds as unavailable, then each guild.
// https://discord.com/developers/docs/topics/gateway-events#ready
func (c *connection) ready(of shard) {
	g := c.gateway
	// Nothing can happen in the world between READY and the first event.
	g.state.WithWorld(func(w *world.World) {
		var guilds []*world.Guild
		unavailable := []map[string]any{}
		for _, guild := range world.InOrder(w.Guilds) {
			if guild.HasBot && of.has(snowflake(guild.ID)) {
				guilds = append(guilds, guild)
				unavailable = append(unavailable, map[string]any{"id": guild.ID, "unavailable": true})
			}
		}
		if len(guilds) > g.state.GuildsPerShard {
			c.misuse(closeShardingRequired, "Sharding required.", fmt.Sprintf("%d guilds on one shard", len(guilds)))
			return
		}
		s := &session{id: w.NewID(), shard: of, conn: c}
		c.session = s
		// A bot that has read READY may lose its connection and resume at once. So the session is
		// known before anybody can look for it.
		g.mu.Lock()
		defer g.mu.Unlock()
		g.pruneLost()
		g.sessions[s.id] = s
		g.tell(s, "READY", map[string]any{"v": 10, "user": w.Bot.Wire(), "session_id": s.id, "session_type": "normal",
			"resume_gateway_url": g.url, "guilds": unavailable, "private_channels": []any{},
			"shard":       [2]int{of.id, of.count},
			"application": map[string]any{"id": w.Bot.ID, "flags": 0}})
		for _, guild := range guilds {
			g.tell(s, "GUILD_CREATE", guild.WireCreate())
		}
	})
}

func (g *Gateway) tell(s *session, name string, data any) {
	raw := wire.Encode(data)
	g.record("event", name, raw)
	s.dispatch(event{name: name, data: raw})
}

func (c *connection) resume(in authentication) {
	g := c.gateway
	g.mu.Lock()
	defer g.mu.Unlock()
	if s := g.sessions[in.SessionID]; s != nil && s.resume(c, in.Seq) {
		c.session = s
		return
	}
	delete(g.sessions, in.SessionID)
	c.send(opInvalidSession, false)
}
