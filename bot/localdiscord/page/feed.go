package page

import (
	"context"
	"net/http"
	"time"

	"github.com/gorilla/websocket"

	"amytis/bot/localdiscord"
)

// news is one item of a feed. A feed is a websocket, since browsers allow only a handful of other
// long connections to a server, for all windows together.
type news struct {
	Message  *localdiscord.Message `json:"message,omitempty"` // new or changed
	Gone     string                `json:"gone,omitempty"`
	Places   []place               `json:"places,omitempty"`
	Commands bool                  `json:"commands,omitempty"`
	Settings *settings             `json:"settings,omitempty"`
	Presence *string               `json:"presence,omitempty"`
}

// These detect a window that went away without closing its feed.
const (
	feedPing  = 20 * time.Second
	feedWrite = 10 * time.Second
)

// upgrader accepts the page's own origin only, as gorilla does by itself.
var upgrader = websocket.Upgrader{ReadBufferSize: 1024, WriteBufferSize: 16 << 10}

// feed sends a window what its person sees happen.
func (p *Page) feed(u *localdiscord.User, w http.ResponseWriter, r *http.Request) {
	ws, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // the upgrader has answered
	}
	p.running.Add(1)
	defer p.running.Done()
	defer ws.Close()
	watch := p.discord.Watch()
	defer watch.Close()
	ctx, cancel := context.WithCancel(p.ending)
	defer cancel()
	p.running.Go(func() {
		defer cancel()
		// The page sends nothing. Reading notices when it goes away, and answers its pings.
		for {
			if _, _, err := ws.NextReader(); err != nil {
				return
			}
		}
	})
	for tell(ctx, ws, watch, u) {
	}
}

// tell returns false if the window has gone away.
func tell(ctx context.Context, ws *websocket.Conn, watch *localdiscord.Watch, u *localdiscord.User) bool {
	soon, cancel := context.WithTimeout(ctx, feedPing)
	defer cancel()
	changes, err := watch.Next(soon)
	if ctx.Err() != nil {
		return false
	}
	_ = ws.SetWriteDeadline(time.Now().Add(feedWrite))
	if err != nil {
		return ws.WriteMessage(websocket.PingMessage, nil) == nil
	}
	for _, c := range changes {
		if ws.WriteJSON(newsOf(c, u)) != nil {
			return false
		}
	}
	return true
}

func newsOf(c localdiscord.Change, u *localdiscord.User) news {
	switch {
	case c.Channel != "":
		return news{Places: places(u)}
	case c.Presence != nil:
		return news{Presence: c.Presence}
	case c.Commands:
		return news{Commands: true}
	case c.User == u.ID:
		return news{Settings: settingsOf(u)}
	}
	if m := u.Message(c.Message); m != nil {
		return news{Message: m}
	}
	return news{Gone: c.Message}
}
