package session

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// serverFrame returns a frame as a server sends it.
func serverFrame(kind byte, payload string) []byte {
	f := []byte{finalFrame | kind}
	switch n := len(payload); {
	case n < 126:
		f = append(f, byte(n))
	case n < 1<<16:
		f = binary.BigEndian.AppendUint16(append(f, 126), uint16(n))
	default:
		f = binary.BigEndian.AppendUint64(append(f, 127), uint64(n))
	}
	return append(f, payload...)
}

const upgradeAnswer = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"

// Wherever the stream is cut, the bytes before op 7 pass, op 7 ends the stream, and nothing of its
// frame passes.
func TestFrameScannerStopsAtOpSevenWhereverTheStreamIsCut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		stream := []byte(upgradeAnswer)
		for _, n := range rapid.SliceOfN(rapid.IntRange(0, 70000), 0, 4).Draw(t, "sizes") {
			stream = append(stream, serverFrame(frameText, `{"t":"X","op":0,"d":"`+strings.Repeat("7", n)+`"}`)...)
		}
		before := len(stream)
		last := serverFrame(frameText, `{"t":null,"s":null,"op":7,"d":null}`)
		stream = append(stream, last...)
		stream = append(stream, serverFrame(frameText, `{"op":0}`)...)

		s := frameScanner{heartbeats: newAckTimer(Config{}, func() {})}
		passed, rest := []byte(nil), stream
		for len(rest) > 0 {
			n := rapid.IntRange(1, 5000).Draw(t, "cut")
			n = min(n, len(rest))
			pass, verdict := s.scan(rest[:n])
			passed = append(passed, pass...)
			if verdict != nil {
				require.ErrorIs(t, verdict, errReconnect)
				// The bytes before the frame are not withheld, and discordgo does not see the
				// frame.
				assert.True(t, bytes.Equal(stream[:before], passed), "%d bytes passed, not %d", len(passed), before)
				return
			}
			rest = rest[n:]
		}
		t.Fatal("no verdict")
	})
}

func TestFrameScannerReadsCloseCodes(t *testing.T) {
	s := frameScanner{heartbeats: newAckTimer(Config{}, func() {})}
	stream := append([]byte(upgradeAnswer), serverFrame(frameClose, "\x0f\xa4Authentication failed.")...)
	passed := 0
	for i, b := range stream {
		pass, verdict := s.scan([]byte{b})
		if i < len(stream)-1 {
			require.NoError(t, verdict)
			passed += len(pass)
			continue
		}
		assert.Empty(t, pass)
		assert.Equal(t, len(upgradeAnswer), passed)
		var code *closeError
		require.ErrorAs(t, verdict, &code)
		assert.Equal(t, 4004, code.code)
		assert.Equal(t, "Authentication failed.", code.text)
	}
}

func TestInteractionsPassWithoutTheComponentsOfTheirMessage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		event := func(kind string, menu int) string {
			return `{"t":"` + kind + `","s":7,"op":0,"d":{"id":"1","message":{"id":"2","components":[` +
				strings.Repeat("7", menu) + `],"flags":64}}}`
		}
		stream, want := []byte(upgradeAnswer), []byte(upgradeAnswer)
		for range rapid.IntRange(1, 5).Draw(t, "frames") {
			menu := rapid.SampledFrom([]int{0, 1, 100, 300, 5000, heldFrame - 200, heldFrame + 1}).Draw(t, "menu")
			kind := rapid.SampledFrom([]string{"INTERACTION_CREATE", "MESSAGE_CREATE"}).Draw(t, "kind")
			frame := serverFrame(frameText, event(kind, menu))
			if rapid.IntRange(0, 9).Draw(t, "continued") == 0 {
				frame[0] &^= finalFrame // discordgo joins it with what follows
			}
			stream = append(stream, frame...)
			if kind == "INTERACTION_CREATE" && menu > smallFrame && menu < heldFrame && frame[0]&finalFrame != 0 {
				frame = serverFrame(frameText, event(kind, 0))
			}
			want = append(want, frame...)
		}
		s := frameScanner{heartbeats: newAckTimer(Config{}, func() {})}
		var passed []byte
		for len(stream) > 0 {
			n := min(rapid.IntRange(1, 9000).Draw(t, "cut"), len(stream))
			out, verdict := s.scan(stream[:n])
			require.NoError(t, verdict)
			passed, stream = append(passed, out...), stream[n:]
		}
		assert.True(t, bytes.Equal(want, passed), "other bytes passed")
	})
}

func TestOpSevenInsideOtherDataDoesNotEndTheConnection(t *testing.T) {
	heartbeats := newAckTimer(Config{}, func() {})
	for _, payload := range []string{
		`{"t":"X","op":0,"d":{"op":7}}`, `{"d":"\"op\":7","op":11}`, `{"op":"7"}`, `nonsense "op":7`, `{"op":11}`, `{"op":1}`, ``,
	} {
		assert.NoError(t, checkTextFrame([]byte(payload), heartbeats), payload)
	}
	assert.ErrorIs(t, checkTextFrame([]byte(`{"op":9,"d":true}`), heartbeats), errInvalidResume)
	assert.ErrorIs(t, checkTextFrame([]byte(`{"op":9,"d":false}`), heartbeats), errInvalidSession)
}

func TestMaskedFramesRoundTrip(t *testing.T) {
	for _, n := range []int{0, 1, 125, 126, 5000} {
		payload := bytes.Repeat([]byte("x"), n)
		assert.Equal(t, string(payload), string(unmask(mask(payload))))
	}
	assert.Nil(t, unmask([]byte("GET / HTTP/1.1\r\n")))
	assert.Nil(t, unmask(nil))
}
