package session

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math/rand/v2"
	"sync/atomic"

	"github.com/bwmarrin/discordgo"
)

// resumable is what Discord needs to resume a session after its connection broke, and to send the
// missed events again.
//
// discordgo keeps the same data in unexported fields of its Session, where the next session cannot
// reach it. So resumable gathers it from the events. gatewayConn then replaces the identify of the
// new discordgo session by a resume.
type resumable struct {
	token    string
	id       string
	url      string // gateway URL for resuming; may be empty
	sequence atomic.Int64
}

// ready stores what READY says about the session. It must not run at the same time as the other
// methods.
func (r *resumable) ready(raw []byte, ready *discordgo.Ready) {
	var more struct {
		ResumeURL string `json:"resume_gateway_url"`
	}
	_ = json.Unmarshal(raw, &more) // without the URL, resuming uses the usual gateway
	r.id, r.url = ready.SessionID, more.ResumeURL
}

// sawSequence records the number of an event. Events may come in any order.
func (r *resumable) sawSequence(sequence int64) {
	for {
		old := r.sequence.Load()
		if sequence <= old || r.sequence.CompareAndSwap(old, sequence) {
			return
		}
	}
}

// resumeFrame returns the frame that resumes the session.
func (r *resumable) resumeFrame() ([]byte, error) {
	type data struct {
		Token     string `json:"token"`
		SessionID string `json:"session_id"`
		Sequence  int64  `json:"seq"`
	}
	resume, err := json.Marshal(struct {
		Op   int  `json:"op"`
		Data data `json:"d"`
	}{opResume, data{"Bot " + r.token, r.id, r.sequence.Load()}})
	if err != nil {
		return nil, err
	}
	return mask(resume), nil
}

const (
	finalFrame = 0x80
	maskedBit  = 0x80
)

// unmask returns the payload of a complete, masked text frame, or nil for any other frame.
func unmask(frame []byte) []byte {
	if len(frame) < 6 || frame[0] != finalFrame|frameText || frame[1]&maskedBit == 0 {
		return nil
	}
	head := 2
	switch frame[1] &^ maskedBit {
	case 126:
		head = 4
	case 127:
		return nil // 64 KiB or more: discordgo sends no such frame
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

// mask returns a client's text frame with a payload below 64 KiB.
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
