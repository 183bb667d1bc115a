package session

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math/rand/v2"
	"sync/atomic"

	"github.com/bwmarrin/discordgo"
)

// resumable is what Discord needs to know to go on with a session where its connection broke off, and to send again
// the events that were missed. discordgo keeps the same in unexported fields of its Session, out of reach of the next
// one; so it is gathered from the events here, and put on the wire by the connection: the identify that a new discordgo
// session sends is replaced there by a resume.
type resumable struct {
	token    string
	id       string
	url      string // where to resume; may be empty
	sequence atomic.Int64
}

// ready takes over what READY says about the session. It must not run at the same time as the other methods.
func (r *resumable) ready(raw []byte, ready *discordgo.Ready) {
	var more struct {
		ResumeURL string `json:"resume_gateway_url"`
	}
	_ = json.Unmarshal(raw, &more) // without it the session is resumed where it began
	r.id, r.url = ready.SessionID, more.ResumeURL
}

// saw notes the number of an event, whatever the order in which their goroutines come by.
func (r *resumable) saw(sequence int64) {
	for {
		old := r.sequence.Load()
		if sequence <= old || r.sequence.CompareAndSwap(old, sequence) {
			return
		}
	}
}

// instead returns the frame to send in place of one that identifies, and whether the frame is such a one.
func (r *resumable) instead(frame []byte) ([]byte, bool) {
	payload := unmask(frame)
	if !bytes.HasPrefix(payload, []byte(`{"op":2,`)) {
		return nil, false
	}
	type data struct {
		Token     string `json:"token"`
		SessionID string `json:"session_id"`
		Sequence  int64  `json:"seq"`
	}
	resume, err := json.Marshal(struct {
		Op   int  `json:"op"`
		Data data `json:"d"`
	}{6, data{"Bot " + r.token, r.id, r.sequence.Load()}})
	if err != nil {
		return nil, false
	}
	return mask(resume), true
}

const (
	finalFrame = 0x80
	maskedBit  = 0x80
)

// unmask returns the payload of a whole, masked text frame, or nil if it is none.
func unmask(frame []byte) []byte {
	if len(frame) < 6 || frame[0] != finalFrame|frameText || frame[1]&maskedBit == 0 {
		return nil
	}
	head := 2
	switch frame[1] &^ maskedBit {
	case 126:
		head = 4
	case 127:
		return nil // 64 KiB or more: nothing that discordgo sends
	}
	if len(frame) < head+4 {
		return nil
	}
	key, payload := frame[head:head+4], bytes.Clone(frame[head+4:])
	for i := range payload {
		payload[i] ^= key[i%4]
	}
	return payload
}

// mask makes a text frame of a payload below 64 KiB, as a client has to send it.
func mask(payload []byte) []byte {
	frame := []byte{finalFrame | frameText}
	if len(payload) < 126 {
		frame = append(frame, maskedBit|byte(len(payload)))
	} else {
		frame = binary.BigEndian.AppendUint16(append(frame, maskedBit|126), uint16(len(payload)))
	}
	var key [4]byte
	binary.BigEndian.PutUint32(key[:], rand.Uint32())
	frame = append(frame, key[:]...)
	for i, b := range payload {
		frame = append(frame, b^key[i%4])
	}
	return frame
}
