package gateway

import (
	"fmt"
	"testing"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord/rest/resttest"
)

// TestSessionIsResumedUnlessDiscordSaysThatItIsOver has a session end after an event.
func TestSessionIsResumedUnlessDiscordSaysThatItIsOver(t *testing.T) {
	t.Parallel()
	ends := map[string]func(*wire){
		"dropped": func(*wire) {},
		"op 7": func(w *wire) {
			w.send(opReconnect, "null")
			err := w.ended()
			assert.False(t, websocket.IsCloseError(err, 1000, 1001, 1012), "this close code ends the session: %v", err)
		},
		"op 9 true": func(w *wire) { w.send(opInvalidSession, "true"); w.hold() },
		"op 9":      func(w *wire) { w.send(opInvalidSession, "false"); w.hold() },
	}
	for _, code := range []int{1000, 1001, 4000, 4001, 4002, 4003, 4005, 4007, 4008, 4009} {
		ends[fmt.Sprint(code)] = func(w *wire) { w.close(code) }
	}
	over := map[string]bool{"op 9": true, "4003": true, "4007": true, "4009": true}
	for name, end := range ends {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			handled := make(chan struct{})
			f := fakeOf(t, func(w *wire) {
				w.start()
				w.event("GUILD_DELETE", `{"id":"6"}`)
				<-handled
				end(w)
			}, func(w *wire) { w.greet(); w.hold() })
			runUntil(t, f, quick(), on{"GUILD_DELETE": func() { close(handled) }},
				func() bool { return len(f.greetings()) >= 2 })
			second := f.greetings()[1]
			if over[name] {
				assert.Equal(t, opIdentify, second.Op)
				return
			}
			require.Equal(t, opResume, second.Op)
			assert.JSONEq(t, `{"token":"Bot `+resttest.Token+`","session_id":"sid","seq":2}`, string(second.D))
			assert.Equal(t, 1, f.resumed, "the resume must use the URL from READY")
		})
	}
}

func TestSessionIsGivenUpAfterSeveralFailedResumes(t *testing.T) {
	t.Parallel()
	broken := func(w *wire) { w.greet() }
	f := fakeOf(t, (*wire).start, broken, broken, broken, healthy)
	runUntil(t, f, quick(), nil, func() bool { g := f.greetings(); return len(g) >= 2 && g[len(g)-1].Op == opIdentify })
	assert.LessOrEqual(t, len(f.greetings()), 5)
}
