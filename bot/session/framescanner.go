package session

import (
	"bytes"
	"encoding/binary"
)

// frameScanner follows the frames of a websocket (RFC 6455, section 5.2) in the bytes from the
// server, wherever the reads cut them. It keeps the payload of small frames to examine it and skips
// large ones, so it costs little.
type frameScanner struct {
	upgraded bool   // the answer to the HTTP upgrade has passed
	tail     []byte // the last bytes of that answer

	head    []byte // of the frame being read
	payload []byte // of that frame, if it is small
	left    uint64 // bytes of that frame still to come
	inFrame bool
	small   bool

	heartbeats *ackTimer
}

var endOfHeaders = []byte("\r\n\r\n")

// scan examines the next bytes. If one of their frames ends the connection, verdict says why. pass
// is the number of bytes before that frame, which may be passed on.
func (s *frameScanner) scan(p []byte) (pass int, verdict error) {
	at := 0
	if !s.upgraded {
		at = s.skipUpgrade(p)
	}
	start := 0 // start of the current frame; 0 if it began in earlier bytes
	for at < len(p) {
		if !s.inFrame {
			if len(s.head) == 0 {
				start = at
			}
			s.head = append(s.head, p[at])
			at++
			if !s.headComplete() {
				continue
			}
		} else {
			n := int(min(s.left, uint64(len(p)-at)))
			if s.small {
				s.payload = append(s.payload, p[at:at+n]...)
			}
			s.left -= uint64(n)
			at += n
		}
		if s.left == 0 {
			if verdict := s.frameComplete(); verdict != nil {
				return start, verdict
			}
		}
	}
	return len(p), nil
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
	s.small = s.left <= smallFrame && (kind == frameText || kind == frameClose)
	s.inFrame = true
	return true
}

func (s *frameScanner) frameComplete() (verdict error) {
	if s.small {
		switch s.head[0] & 0x0f {
		case frameText:
			verdict = checkTextFrame(s.payload, s.heartbeats)
		case frameClose:
			verdict = parseCloseError(s.payload)
		}
	}
	s.head, s.payload, s.inFrame = s.head[:0], s.payload[:0], false
	return verdict
}
