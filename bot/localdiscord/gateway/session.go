package gateway

import (
	"fmt"
	"time"

	"amytis/bot/localdiscord/wire"
)

// session numbers the events of a bot's shard and keeps the newest. The gateway's lock guards it.
type session struct {
	id    string
	shard shard

	seq    int64
	frames []frame
	conn   *connection // nil while the bot is away
	lost   time.Time   // when the connection was lost
}

type frame struct {
	seq int64
	raw []byte
}

// How many events a session can be resumed with, and for how long.
const (
	maxFrames    = 2048
	resumeWindow = 2 * time.Minute
	// maxLostSessions is how many sessions may wait for bots that never come back.
	maxLostSessions = 16
)

func (s *session) dispatch(ev event) {
	s.seq++
	raw := fmt.Appendf(nil, `{"op":0,"t":%q,"s":%d,"d":%s}`, ev.name, s.seq, ev.data)
	wire.Push(&s.frames, frame{s.seq, raw}, maxFrames)
	if s.conn != nil {
		s.conn.enqueue(raw)
	}
}

// detach keeps events for a resume from now on.
func (s *session) detach() {
	s.conn = nil
	s.lost = time.Now()
}

// resume sends what the bot has missed since seq. It returns false if that is not possible.
func (s *session) resume(c *connection, seq int64) bool {
	if s.conn == nil && time.Since(s.lost) > resumeWindow || seq > s.seq {
		return false
	}
	if len(s.frames) > 0 && s.frames[0].seq > seq+1 {
		return false // too much was missed
	}
	if s.conn != nil && s.conn != c {
		s.conn.cut()
	}
	s.conn = c
	for _, f := range s.frames {
		if f.seq > seq {
			c.enqueue(f.raw)
		}
	}
	s.dispatch(event{name: "RESUMED", data: []byte(`{"_trace":[]}`)})
	return true
}

func (g *Gateway) pruneLost() {
	lost := 0
	for id, s := range g.sessions {
		if s.conn != nil {
			continue
		}
		lost++
		if time.Since(s.lost) > resumeWindow || lost > maxLostSessions {
			delete(g.sessions, id)
		}
	}
}
