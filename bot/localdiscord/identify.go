package localdiscord

import (
	"encoding/json"
	"fmt"
	"time"
)

// identifyCommand is Op 2. https://discord.com/developers/docs/topics/gateway-events#identify
type identifyCommand struct {
	Token   string `json:"token"`
	Intents *int   `json:"intents"`
	Shard   *[2]int
}

// resumeCommand is Op 6.
type resumeCommand struct {
	Token     string `json:"token"`
	SessionID string `json:"session_id"`
	Seq       int64  `json:"seq"`
}

// identifyPause is the time between two identifies. https://discord.com/developers/docs/topics/gateway#session-start-limit-object
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
		c.gateway.server.traffic.violate(Violation{At: c.gateway.server.now(), Kind: TooFast, Request: "gateway",
			Detail: "two identifies in 5 s"})
		c.send(opInvalidSession, false)
		return
	}
	c.ready(*in.Intents)
}

func (c *connection) checkIntents(intents *int) bool {
	switch {
	case intents == nil, *intents&^intentsKnown != 0, *intents < 0:
		c.misuse(closeInvalidIntents, "Invalid intent(s).", "")
		return false
	case *intents&intentsPrivileged != 0 && !c.gateway.server.options.PrivilegedIntents:
		c.misuse(closeDisallowedIntents, "Disallowed intent(s).", fmt.Sprint(*intents))
		return false
	}
	return true
}

func (g *gateway) identifiesTooFast() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	now, last := g.server.now(), g.lastIdentify
	g.lastIdentify = now
	g.identifies.Add(1)
	return g.server.options.EnforceRate && !last.IsZero() && now.Sub(last) < identifyPause
}

// ready starts a session: READY with the guilds as unavailable, then each guild.
// https://discord.com/developers/docs/topics/gateway-events#ready
func (c *connection) ready(intents int) {
	server := c.gateway.server
	s := &session{id: server.newID(), intents: intents, gateway: c.gateway, conn: c}
	c.session = s

	// The world's lock is held so that nothing happens between what READY tells and the first event.
	server.mu.Lock()
	defer server.mu.Unlock()
	w := &server.world
	guilds := []map[string]any{}
	var creates []wireGuild
	for _, id := range sortedKeys(w.guilds) {
		if g := w.guilds[id]; g.botIsIn {
			guilds = append(guilds, map[string]any{"id": id, "unavailable": true})
			creates = append(creates, w.wireGuildCreate(g))
		}
	}
	s.tell("READY", map[string]any{"v": 9, "user": w.bot.wire(), "session_id": s.id, "session_type": "normal",
		"resume_gateway_url": server.gatewayURL(), "guilds": guilds, "private_channels": []any{},
		"application": map[string]any{"id": botID, "flags": 0}})
	if intents&intentGuilds != 0 {
		for _, g := range creates {
			s.tell("GUILD_CREATE", g)
		}
	}
	c.gateway.mu.Lock()
	defer c.gateway.mu.Unlock()
	c.gateway.pruneLost()
	c.gateway.sessions[s.id] = s
}

// tell sends an event to this session only.
func (s *session) tell(name string, data any) {
	raw, err := json.Marshal(data)
	if err != nil {
		panic("localdiscord: " + err.Error()) // our own objects
	}
	if t := &s.gateway.server.traffic; t.wanted() {
		t.add(Traffic{At: s.gateway.server.now(), Kind: "event", Name: name, Body: cut(raw)})
	}
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
	c.gateway.mu.Lock()
	s := c.gateway.sessions[in.SessionID]
	c.gateway.mu.Unlock()
	if s == nil {
		c.send(opInvalidSession, false)
		return
	}
	if s.resume(c, in.Seq) {
		c.session = s
		return
	}
	c.gateway.mu.Lock()
	delete(c.gateway.sessions, in.SessionID)
	c.gateway.mu.Unlock()
	c.send(opInvalidSession, false)
}
