package gateway

import (
	"encoding/json"
	"fmt"
	"time"

	"amytis/bot/localdiscord/traffic"
	"amytis/bot/localdiscord/wire"
)

// identifyCommand is opcode 2. https://discord.com/developers/docs/topics/gateway-events#identify
type identifyCommand struct {
	Token   string  `json:"token"`
	Intents *int    `json:"intents"`
	Shard   *[2]int `json:"shard"`
}

// resumeCommand is opcode 6. https://discord.com/developers/docs/topics/gateway-events#resume
type resumeCommand struct {
	Token     string `json:"token"`
	SessionID string `json:"session_id"`
	Seq       int64  `json:"seq"`
}

// identifyPause is the shortest time between two identifies.
// https://discord.com/developers/docs/topics/gateway#session-start-limit-object
const identifyPause = 5 * time.Second

func (c *connection) identify(raw json.RawMessage) {
	var in identifyCommand
	if err := json.Unmarshal(raw, &in); err != nil {
		c.misuse(closeDecodeError, "Error while decoding payload.", err.Error())
		return
	}
	if c.session != nil && !c.invalid.Swap(false) {
		c.misuse(closeAlreadyAuthed, "Already authenticated.", "")
		return
	}
	if !c.gateway.tokenIsGood(in.Token) {
		c.close(closeAuthFailed, "Authentication failed.")
		return
	}
	if !c.checkIntents(in.Intents) {
		return
	}
	if c.gateway.identifiesTooFast() {
		c.violate(traffic.Violation{Kind: traffic.TooFast, Detail: "two identifies in 5 s"})
		c.send(opInvalidSession, false)
		return
	}
	c.ready(*in.Intents)
}

func (c *connection) checkIntents(intents *int) bool {
	switch {
	case intents == nil, *intents&^wire.IntentsKnown != 0, *intents < 0:
		c.misuse(closeInvalidIntents, "Invalid intent(s).", "")
		return false
	case *intents&wire.IntentsPrivileged != 0 && !c.gateway.config.PrivilegedIntents:
		c.misuse(closeDisallowedIntents, "Disallowed intent(s).", fmt.Sprint(*intents))
		return false
	}
	return true
}

// identifiesTooFast counts an identify.
func (g *Gateway) identifiesTooFast() bool {
	g.identifies.Add(1)
	now := g.config.Now()
	var last time.Time
	g.with(func(all *table) { last, all.lastIdentify = all.lastIdentify, now })
	return g.config.EnforceRate && !last.IsZero() && now.Sub(last) < identifyPause
}

// ready starts a session: READY with the guilds as unavailable, then each guild.
// https://discord.com/developers/docs/topics/gateway-events#ready
func (c *connection) ready(intents int) {
	g := c.gateway
	s := &session{id: g.config.NewID(), intents: intents, stream: stream{conn: c}}
	c.session = s
	// Nothing can happen in the world between READY and the first event.
	g.config.Welcome(func(told Welcome) {
		guilds := []map[string]any{}
		for _, guild := range told.Guilds {
			guilds = append(guilds, map[string]any{"id": guild.ID, "unavailable": true})
		}
		g.tell(s, "READY", map[string]any{"v": 9, "user": told.Bot, "session_id": s.id, "session_type": "normal",
			"resume_gateway_url": g.config.URL, "guilds": guilds, "private_channels": []any{},
			"application": map[string]any{"id": g.config.ApplicationID, "flags": 0}})
		if s.wants(wire.IntentGuilds) {
			for _, guild := range told.Guilds {
				g.tell(s, "GUILD_CREATE", guild)
			}
		}
		g.with(func(all *table) {
			all.pruneLost()
			all.sessions[s.id] = s
		})
	})
}

// tell sends an event to one session only.
func (g *Gateway) tell(s *session, name string, data any) {
	raw, err := json.Marshal(data)
	if err != nil {
		panic("localdiscord: " + err.Error()) // objects of this module only
	}
	g.record("event", name, raw)
	s.dispatch(event{name: name, data: raw})
}

func (c *connection) resume(raw json.RawMessage) {
	var in resumeCommand
	if err := json.Unmarshal(raw, &in); err != nil {
		c.misuse(closeDecodeError, "Error while decoding payload.", err.Error())
		return
	}
	if !c.gateway.tokenIsGood(in.Token) {
		c.close(closeAuthFailed, "Authentication failed.")
		return
	}
	s := c.gateway.session(in.SessionID)
	if s == nil {
		c.send(opInvalidSession, false)
		return
	}
	if s.resume(c, in.Seq) {
		c.session = s
		return
	}
	c.gateway.forget(s.id)
	c.send(opInvalidSession, false)
}
