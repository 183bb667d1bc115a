package gateway

import "sync"

// presence is the text below the bot's name. Every connection shows it.
type presence struct {
	mu      sync.Mutex
	text    string
	changed chan struct{} // closed when the text changes
}

// Present shows a text below the bot's name, "" for none. Discord accepts 120 sends a minute of
// each connection, so it should seldom change.
func (g *Gateway) Present(text string) {
	p := &g.presence
	p.mu.Lock()
	defer p.mu.Unlock()
	if text != p.text {
		close(p.changed)
		p.text = text
		p.changed = make(chan struct{})
	}
}

// present sends the text unless the connection shows it. It is a custom status: that stands alone,
// while Discord puts "Playing" before the name of a game.
// https://discord.com/developers/docs/events/gateway-events#update-presence
func (c *connection) present() {
	p := &c.shard.gateway.presence
	p.mu.Lock()
	text := p.text
	c.news = p.changed
	p.mu.Unlock()
	if text == c.presented {
		return
	}
	c.presented = text
	activities := []any{}
	if text != "" {
		activities = append(activities, map[string]any{"name": "Custom Status", "type": 4, "state": text})
	}
	c.send(opPresence, map[string]any{"since": nil, "activities": activities, "status": "online", "afk": false})
}
