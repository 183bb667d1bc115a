package gateway

import (
	"fmt"
	"sync"
	"time"

	"amytis/bot/localdiscord/wire"
)

type session struct {
	id    string
	shard shard

	mu     sync.Mutex
	stream stream
}

// stream numbers the events of a session and keeps the newest. It is reached through [session.with]
// only, so it has no lock.
type stream struct {
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

func (s *session) withStream(do func(*stream)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	do(&s.stream)
}

func (s *session) dispatch(ev event) { s.withStream(func(st *stream) { st.dispatch(ev) }) }

func (st *stream) dispatch(ev event) {
	st.seq++
	raw := fmt.Appendf(nil, `{"op":0,"t":%q,"s":%d,"d":%s}`, ev.name, st.seq, ev.data)
	wire.Push(&st.frames, frame{st.seq, raw}, maxFrames)
	if st.conn != nil {
		st.conn.enqueue(raw)
	}
}

func (s *session) connected() (connected bool) {
	s.withStream(func(st *stream) { connected = st.conn != nil })
	return connected
}

// detach keeps events for a resume from now on.
func (s *session) detach() { s.withStream((*stream).detach) }

func (st *stream) detach() {
	st.conn = nil
	st.lost = time.Now()
}

// detachFrom does nothing, and returns false, if the bot has another connection already.
func (s *session) detachFrom(c *connection) (detached bool) {
	s.withStream(func(st *stream) {
		detached = st.conn == c
		if detached {
			st.detach()
		}
	})
	return detached
}

// resume sends what the bot has missed since seq. It returns false if that is not possible.
func (s *session) resume(c *connection, seq int64) (resumed bool) {
	s.withStream(func(st *stream) { resumed = st.resume(c, seq) })
	return resumed
}

func (st *stream) resume(c *connection, seq int64) bool {
	if st.conn == nil && time.Since(st.lost) > resumeWindow || seq > st.seq {
		return false
	}
	frames := st.frames
	if len(frames) > 0 && frames[0].seq > seq+1 {
		return false // too much was missed
	}
	if old := st.conn; old != nil && old != c {
		old.cut()
	}
	st.conn = c
	for _, f := range frames {
		if f.seq > seq {
			c.enqueue(f.raw)
		}
	}
	st.dispatch(event{name: "RESUMED", data: []byte(`{"_trace":[]}`)})
	return true
}

func (all *table) pruneLost() {
	lost := 0
	for id, s := range all.sessions {
		s.withStream(func(st *stream) {
			if st.conn != nil {
				return
			}
			lost++
			if time.Since(st.lost) > resumeWindow || lost > maxLostSessions {
				delete(all.sessions, id)
			}
		})
	}
}
