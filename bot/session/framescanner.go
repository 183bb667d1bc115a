package session

import (
	"bytes"
	"encoding/binary"
)

// frameScanner follows the frames of a websocket (RFC 6455, section 5.2) in the bytes from the
// server, wherever the reads cut them. It holds the frames back that it examines or changes until
// it has them whole, and passes others on as they come.
type frameScanner struct {
	upgraded bool   // the answer to the HTTP upgrade has passed
	tail     []byte // the last bytes of that answer

	head    []byte // of the frame being read
	payload []byte // of that frame, if it is held back
	left    uint64 // bytes of that frame still to come
	inFrame bool
	held    bool
	out     []byte // what the last scan passed on

	heartbeats *ackTimer
}

var endOfHeaders = []byte("\r\n\r\n")

// scan examines the next bytes, and returns those that may be passed on now. They are valid until
// the next scan. If a frame ends the connection, verdict says why, and nothing of that frame is
// passed on.
func (s *frameScanner) scan(p []byte) (out []byte, verdict error) {
	s.out = s.out[:0]
	at := 0
	if !s.upgraded {
		at = s.skipUpgrade(p)
		s.out = append(s.out, p[:at]...)
	}
	for at < len(p) {
		if !s.inFrame {
			s.head = append(s.head, p[at])
			at++
			if !s.headComplete() {
				continue
			}
			if !s.held {
				s.out = append(s.out, s.head...)
			}
		} else {
			n := int(min(s.left, uint64(len(p)-at)))
			if s.held {
				s.payload = append(s.payload, p[at:at+n]...)
			} else {
				s.out = append(s.out, p[at:at+n]...)
			}
			s.left -= uint64(n)
			at += n
		}
		if s.left == 0 {
			if verdict := s.frameComplete(); verdict != nil {
				return s.out, verdict
			}
		}
	}
	return s.out, nil
}

// skipUpgrade returns the index in p at which the frames begin, len(p) if they have not begun.
func (s *frameScanner) skipUpgrade(p []byte) int {
	seen := len(s.tail)
	s.tail = append(s.tail, p...)
	if i := bytes.Index(s.tail, endOfHeaders); i >= 0 {
		s.upgraded, s.tail = true, nil
		return i + len(endOfHeaders) - seen
	}
	if over := len(s.tail) - len(endOfHeaders); over > 0 {
		s.tail = s.tail[over:]
	}
	return len(p)
}

func (s *frameScanner) headComplete() bool {
	if len(s.head) < 2 {
		return false
	}
	size := 2
	switch s.head[1] & 0x7f {
	case 126:
		size = 4
	case 127:
		size = 10
	}
	if len(s.head) < size {
		return false
	}
	switch size {
	case 2:
		s.left = uint64(s.head[1] & 0x7f)
	case 4:
		s.left = uint64(binary.BigEndian.Uint16(s.head[2:]))
	case 10:
		s.left = binary.BigEndian.Uint64(s.head[2:])
	}
	kind := s.head[0] & 0x0f
	s.held = s.left <= heldFrame && (kind == frameText || kind == frameClose)
	s.inFrame = true
	return true
}

// frameComplete passes a frame on that was held back, unless it ends the connection.
func (s *frameScanner) frameComplete() (verdict error) {
	if s.held {
		small := len(s.payload) <= smallFrame
		switch kind := s.head[0] & 0x0f; {
		case kind == frameClose:
			verdict = parseCloseError(s.payload)
		case small:
			verdict = checkTextFrame(s.payload, s.heartbeats)
		case s.head[0]&finalFrame != 0:
			s.slim()
		}
		if verdict == nil {
			s.out = append(append(s.out, s.head...), s.payload...)
		}
	}
	s.head, s.payload, s.inFrame = s.head[:0], s.payload[:0], false
	return verdict
}

// slim makes the held frame as small as its event can be.
func (s *frameScanner) slim() {
	less := slim(s.payload)
	if len(less) == len(s.payload) {
		return
	}
	s.payload = less
	if n := len(less); n < 126 {
		s.head = append(s.head[:1], byte(n))
	} else { // all held frames fit a size of 16 bits
		s.head = binary.BigEndian.AppendUint16(append(s.head[:1], 126), uint16(n))
	}
}
