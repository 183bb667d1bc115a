package localdiscord_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/wire"
)

func TestARequestIsAnsweredAsScripted(t *testing.T) {
	w := world(t, localdiscord.Options{})
	fault := w.Faults().REST(localdiscord.RESTFault{Method: "POST", Path: "^/channels/.*/messages$", Times: 2,
		Status: 503})
	for range 2 {
		assert.Equal(t, 503, w.post(generalID, "a").Status)
	}
	assert.Equal(t, 200, w.post(generalID, "b").Status)
	assert.Equal(t, 2, fault.Hits())
	assert.Len(t, w.General.Messages(), 1, "a request that was answered 503 was not carried out")

	fault = w.Faults().REST(localdiscord.RESTFault{Path: "messages", Status: 429, RetryAfter: 1500 * time.Millisecond,
		Global: true})
	assert.JSONEq(t, `{"message": "You are being rate limited.", "retry_after": 1.5, "global": true}`,
		w.send("GET", messages, nil).Raw)
	fault.Remove()
	assert.Equal(t, 200, w.send("GET", messages, nil).Status)
	w.Faults().REST(localdiscord.RESTFault{Banned: true, RetryAfter: time.Hour})
	assert.Equal(t, 429, w.send("GET", messages, nil).Status)
	assert.Empty(t, w.Violations())
}

func TestALostReplyWasCarriedOutAndALostRequestWasNot(t *testing.T) {
	w := world(t, localdiscord.Options{})
	c := w.connected()
	w.Faults().REST(localdiscord.RESTFault{Path: "callback", Times: 1, DropReply: true})
	in := w.slash(w.Ana)
	i := c.interaction()
	_, err := w.try("POST", "/interactions/"+i.ID+"/"+i.Token+"/callback", reply("once"))
	require.Error(t, err)
	assert.Equal(t, "once", outcome(t, in).Message.Content)
	assert.Equal(t, wire.CodeAlreadyAnswered, w.respond(i, reply("once")).Code)
	for _, fault := range []localdiscord.RESTFault{{DropReply: true, Times: 1}, {DropRequest: true, Times: 1}} {
		w.Faults().REST(fault)
		before := len(w.General.Messages())
		_, err = w.try("POST", messages, M{"content": "twice"})
		require.Error(t, err)
		assert.Equal(t, fault.DropReply, len(w.General.Messages()) > before)
	}
	assert.Empty(t, w.Violations(), "answering again after a lost reply is right")
}

func TestADelayedRequestTakesItsTime(t *testing.T) {
	w := world(t, localdiscord.Options{AnswerWithin: 50 * time.Millisecond})
	c := w.connected()
	w.Faults().REST(localdiscord.RESTFault{Path: "callback", Times: 1, Delay: 100 * time.Millisecond})
	in := w.slash(w.Ana)
	assert.Equal(t, wire.CodeUnknownInteraction, w.respond(c.interaction(), reply("a")).Code)
	assert.Equal(t, localdiscord.Failed, outcome(t, in).Kind)
	assert.Empty(t, w.Violations(), "the bot did not cause the delay")
}

func TestADelayEndsWithItsFault(t *testing.T) {
	w := world(t, localdiscord.Options{})
	slow := w.Faults().REST(localdiscord.RESTFault{Path: "messages", Delay: time.Hour})
	posted := make(chan error)
	go func() { _, err := w.try("POST", messages, M{"content": "a"}); posted <- err }()
	require.Eventually(t, func() bool { return slow.Hits() > 0 }, patience, time.Millisecond)
	assert.Empty(t, w.General.Messages())
	slow.Remove()
	require.NoError(t, <-posted)
	assert.Len(t, w.General.Messages(), 1)
}

func TestWaitingForADeadBotCanBeGivenUp(t *testing.T) {
	w := world(t, localdiscord.Options{AnswerWithin: time.Hour})
	c := w.connected()
	silent, deferred, answered := w.slash(w.Ana), w.slash(w.Ana), w.slash(w.Ana)
	c.interaction()
	w.respond(c.interaction(), deferral)
	w.respond(c.interaction(), reply("a"))
	w.GiveUpInteractions()
	for _, in := range []*localdiscord.Interaction{silent, deferred} {
		assert.Equal(t, localdiscord.NotResponded, outcome(t, in).Failure)
	}
	assert.Equal(t, localdiscord.Replied, outcome(t, answered).Kind)
	waiting := w.slash(w.Ana)
	require.NoError(t, w.Close())
	assert.Equal(t, localdiscord.Failed, outcome(t, waiting).Kind, "the end of Discord ends every wait")
}

func TestInteractionsAreLostDoubledLateAndReordered(t *testing.T) {
	w := world(t, localdiscord.Options{AnswerWithin: time.Hour})
	c := w.connected()
	told := func(ins ...*localdiscord.Interaction) { // in this order
		for _, in := range ins {
			assert.Equal(t, in.ID, c.interaction().ID)
		}
	}
	missed := func() *localdiscord.Interaction {
		in := w.slash(w.Ana)
		assert.Equal(t, localdiscord.NotResponded, outcome(t, in).Failure)
		return in
	}
	w.Faults().DuplicateInteractions(true)
	twice := w.slash(w.Ana)
	told(twice, twice)
	w.Faults().DuplicateInteractions(false)
	w.Faults().DropEvents("INTERACTION_CREATE", 1)
	missed()
	told(w.slash(w.Ana))

	w.Faults().LateInteractions(2)
	late, later := missed(), missed()
	next := w.slash(w.Ana)
	told(next, later, late)
	w.Faults().LateInteractions(1)
	late = missed()
	w.Faults().ReleaseEvents()
	told(late, w.slash(w.Ana))

	w.Faults().ReorderEvents(2)
	held := w.slash(w.Ana)
	w.Faults().ReleaseEvents()
	told(held)
	w.Faults().ReorderEvents(3)
	one, two, three := w.slash(w.Ana), w.slash(w.Ana), w.slash(w.Ana)
	told(three, two, one, w.slash(w.Ana))
}

func TestWhileDiscordIsDownRequestsFail(t *testing.T) {
	for _, outage := range []localdiscord.RESTFault{{Status: 503}, {DropRequest: true}} {
		w := world(t, localdiscord.Options{})
		c := w.connected()
		w.Faults().Down(outage)
		_, _, err := c.ReadMessage()
		require.Error(t, err)
		a, err := w.try("GET", messages, nil)
		assert.Equal(t, outage.Status, a.Status)
		assert.Equal(t, outage.DropRequest, err != nil)
		_, _, err = websocket.DefaultDialer.Dial("ws"+w.URL()[4:]+"/gateway/?v=10&encoding=json", nil)
		assert.Error(t, err)
		w.Faults().Clear()
		w.dial().ready()
	}
}

func TestRatesAreEnforcedWhenAsked(t *testing.T) {
	now := time.Now()
	w := world(t, localdiscord.Options{EnforceRate: true, Now: func() time.Time { return now }})
	limited := func(after int, method, path string, body any) answer {
		for range after {
			w.must(method, path, body)
		}
		a := w.send(method, path, body)
		assert.Equal(t, 429, a.Status)
		return a
	}
	const half = time.Second / 2
	limited(5, "POST", messages, M{"content": "a"})
	limited(5, "PATCH", messages+"/"+w.General.Last().ID, M{"content": "b"}) // edits have a bucket of their own
	for _, left := range []int{50 - 12, 12, 50 - 12} {
		now = now.Add(half)
		a := limited(left, "GET", "/channels/"+generalID, nil) // 50 in any second
		assert.Contains(t, a.Raw, `"global":true`)
		assert.Contains(t, a.Raw, `"retry_after":0.5`)
	}
	assert.Equal(t, 404, w.send("POST", "/interactions/1/token/callback", reply("a")).Status, "answers do not count")
	assert.Contains(t, w.Violations()[0].Detail, "rate limited")
	now = now.Add(half)
	require.Equal(t, "READY", w.dial().identify(nil).T)
	assert.Equal(t, 9, w.dial().identify(nil).Op, "one identify in five seconds")
}

func TestEveryAnswerTellsTheRate(t *testing.T) {
	w := world(t, localdiscord.Options{})
	resp, err := plain.Get(w.URL() + "/api/v10/gateway")
	require.NoError(t, err)
	defer resp.Body.Close()
	for _, name := range []string{"Limit", "Remaining", "Reset", "Reset-After", "Bucket"} {
		assert.NotEmpty(t, resp.Header.Get("X-RateLimit-"+name), name)
	}
	_, err = http.ParseTime(resp.Header.Get("Date"))
	assert.NoError(t, err)
}

func TestABrokenRequestIsNoViolation(t *testing.T) {
	s := world(t, localdiscord.Options{})
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL(), "http://"))
	require.NoError(t, err)
	_, err = fmt.Fprintf(conn, "POST /api/v10%s HTTP/1.1\r\nHost: x\r\nAuthorization: %s\r\n"+
		"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"content\":", messages, s.Token())
	require.NoError(t, err)
	require.NoError(t, conn.(*net.TCPConn).CloseWrite())
	answer, err := io.ReadAll(conn) // until the server closes the connection
	require.NoError(t, err)
	require.Empty(t, answer)
	require.NoError(t, conn.Close())
	require.Empty(t, s.Violations())
}
