package localdiscord

import (
	"strconv"
	"sync"
	"time"
)

// session is what a bot resumes: a number for each event, and the last of them.
type session struct {
	id      string
	intents int

	mu      sync.Mutex
	gateway *gateway
	seq     int64
	kept    queue[frame]
	conn    *connection
	lost    time.Time // when the connection was lost
}

// frame is an event as it went over the wire.
type frame struct {
	seq int64
	raw []byte
}

// What a session can be resumed with, and for how long.
const (
	keptFrames   = 2048
	resumeWindow = 2 * time.Minute
	// maxLostSessions bounds the sessions of bots that never came back.
	maxLostSessions = 4
)

// dispatch numbers an event, keeps it and sends it.
func (s *session) dispatch(ev event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dispatchLocked(ev)
}

func (s *session) dispatchLocked(ev event) {
	s.seq++
	raw := make([]byte, 0, len(ev.data)+len(ev.name)+48)
	raw = append(raw, `{"op":0,"t":"`...)
	raw = append(raw, ev.name...)
	raw = append(raw, `","s":`...)
	raw = strconv.AppendInt(raw, s.seq, 10)
	raw = append(raw, `,"d":`...)
	raw = append(raw, ev.data...)
	raw = append(raw, '}')
	s.kept.push(frame{s.seq, raw}, keptFrames)
	if s.conn != nil {
		s.conn.enqueue(raw)
	}
}

func (s *session) connected() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.conn != nil
}

// detach ends what is sent over the present connection; events are kept from now on.
func (s *session) detach() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.conn = nil
	s.lost = time.Now()
}

// resume sends what the bot has missed since seq, and tells whether it could.
func (s *session) resume(c *connection, seq int64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.conn == nil && time.Since(s.lost) > resumeWindow || seq > s.seq {
		return false
	}
	frames := s.kept.items[s.kept.head:]
	if len(frames) > 0 && frames[0].seq > seq+1 {
		return false // too much was missed
	}
	if old := s.conn; old != nil && old != c {
		old.cut()
	}
	s.conn = c
	for _, f := range frames {
		if f.seq > seq {
			c.enqueue(f.raw)
		}
	}
	s.dispatchLocked(event{name: "RESUMED", data: []byte(`{"_trace":[]}`)})
	return true
}

// pruneLost forgets the sessions whose bots did not come back. It is called with the gateway's lock held.
func (g *gateway) pruneLost() {
	lost := 0
	for id, s := range g.sessions {
		s.mu.Lock()
		gone, since := s.conn == nil, time.Since(s.lost)
		s.mu.Unlock()
		if !gone {
			continue
		}
		lost++
		if since > resumeWindow || lost > maxLostSessions {
			delete(g.sessions, id)
		}
	}
}
