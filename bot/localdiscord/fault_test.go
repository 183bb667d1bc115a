package localdiscord_test

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/wire"
)

func TestARequestIsAnsweredAsScripted(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	s := session(t, w)
	fault := w.Faults().
		REST(localdiscord.RESTFault{Method: "POST", Path: "^/channels/.*/messages$", Times: 2, Status: 503})
	for range 2 {
		_, err := s.ChannelMessageSend(w.General.ID, "a")
		require.Error(t, err)
		assert.Equal(t, 503, err.(*discordgo.RESTError).Response.StatusCode)
	}
	_, err := s.ChannelMessageSend(w.General.ID, "b")
	assert.NoError(t, err)
	assert.Equal(t, 2, fault.Hits())
	assert.Len(t, w.General.Messages(), 1, "a request that was answered 503 was not carried out")

	fault = w.Faults().
		REST(localdiscord.RESTFault{Path: "messages", Status: 429, RetryAfter: 1500 * time.Millisecond, Global: true})
	_, err = s.ChannelMessages(w.General.ID, 1, "", "", "")
	var limited *discordgo.RateLimitError
	require.ErrorAs(t, err, &limited)
	assert.Equal(t, 1500*time.Millisecond, limited.RetryAfter)
	fault.Remove()
	fresh := session(t, w) // the other one remembers the global limit
	_, err = fresh.ChannelMessages(w.General.ID, 1, "", "", "")
	assert.NoError(t, err)
	assert.Empty(t, w.Violations())
}

func TestALostReplyWasCarriedOut(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	s, got := collect(t, w)
	w.Faults().REST(localdiscord.RESTFault{Path: "callback", Times: 1, DropReply: true})
	w.Faults().REST(localdiscord.RESTFault{Path: "messages", Times: 1, DropReply: true})
	in := slash(t, w, w.Ana)
	i := <-got
	require.Error(t, s.InteractionRespond(i.Interaction, say("once", 0)))
	assert.Equal(t, "once", outcome(t, in).Message.Content)
	assert.Equal(t, wire.CodeAlreadyAnswered, code(s.InteractionRespond(i.Interaction, say("once", 0))))
	_, err := s.ChannelMessageSend(w.General.ID, "twice")
	require.Error(t, err)
	assert.Equal(t, "twice", w.General.Last().Content)
	assert.Empty(t, w.Violations(), "answering again after a lost reply is right")
}

func TestALostRequestWasNotCarriedOut(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	s := session(t, w)
	w.Faults().REST(localdiscord.RESTFault{Times: 1, DropRequest: true})
	_, err := s.ChannelMessageSend(w.General.ID, "a")
	require.Error(t, err)
	assert.Empty(t, w.General.Messages())
}

func TestADelayedRequestTakesItsTime(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{AnswerWithin: 50 * time.Millisecond})
	s, got := collect(t, w)
	w.Faults().REST(localdiscord.RESTFault{Path: "callback", Times: 1, Delay: 100 * time.Millisecond})
	in := slash(t, w, w.Ana)
	assert.Equal(t, wire.CodeUnknownInteraction, code(s.InteractionRespond((<-got).Interaction, say("a", 0))))
	assert.Equal(t, localdiscord.Failed, outcome(t, in).Kind)
	assert.Empty(t, w.Violations(), "the bot did not cause the delay")
}

func TestADelayEndsWithItsFault(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	s, _ := collect(t, w)
	slow := w.Faults().REST(localdiscord.RESTFault{Path: "messages", Delay: time.Hour})
	posted := make(chan error)
	go func() { _, err := s.ChannelMessageSend(w.General.ID, "a"); posted <- err }()
	require.Eventually(t, func() bool { return slow.Hits() > 0 }, patience, time.Millisecond)
	assert.Empty(t, w.General.Messages())
	slow.Remove()
	require.NoError(t, <-posted)
	assert.Len(t, w.General.Messages(), 1)
}

func TestWaitingForADeadBotCanBeGivenUp(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{AnswerWithin: time.Hour})
	s, got := collect(t, w)
	silent, deferred, answered := slash(t, w, w.Ana), slash(t, w, w.Ana), slash(t, w, w.Ana)
	for range 3 {
		switch in := (<-got).Interaction; in.ID {
		case deferred.ID:
			require.NoError(t, s.InteractionRespond(in, &discordgo.InteractionResponse{
				Type: discordgo.InteractionResponseDeferredChannelMessageWithSource,
			}))
		case answered.ID:
			require.NoError(t, s.InteractionRespond(in, say("a", 0)))
		}
	}
	w.GiveUpInteractions()
	for _, in := range []*localdiscord.Interaction{silent, deferred} {
		assert.Equal(t, localdiscord.NotResponded, outcome(t, in).Failure)
	}
	assert.Equal(t, localdiscord.Replied, outcome(t, answered).Kind)
}

func TestInteractionsAreDeliveredTwiceOrNotAtAll(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{AnswerWithin: time.Hour})
	_, got := collect(t, w)
	w.Faults().DuplicateInteractions(true)
	slash(t, w, w.Ana)
	assert.Equal(t, (<-got).ID, (<-got).ID)
	w.Faults().DuplicateInteractions(false)

	w.Faults().DropEvents("INTERACTION_CREATE", 1)
	in := slash(t, w, w.Ana)
	assert.Equal(t, localdiscord.Failed, outcome(t, in).Kind)
	assert.Empty(t, got)
}

func TestALateInteractionFailsBeforeItIsDelivered(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{AnswerWithin: time.Hour})
	_, got := collect(t, w)
	w.Faults().LateInteractions(2)
	late := slash(t, w, w.Ana)
	assert.Equal(t, localdiscord.NotResponded, outcome(t, late).Failure)
	later := slash(t, w, w.Ana)
	assert.Equal(t, localdiscord.NotResponded, outcome(t, later).Failure)
	assert.Empty(t, got)
	next := slash(t, w, w.Ana)
	ids := []string{(<-got).ID, (<-got).ID, (<-got).ID}
	assert.ElementsMatch(t, []string{next.ID, late.ID, later.ID}, ids)

	w.Faults().ReorderEvents(2)
	held := slash(t, w, w.Ana)
	assert.Empty(t, got)
	w.Faults().ReleaseEvents()
	assert.Equal(t, held.ID, (<-got).ID)

	w.Faults().LateInteractions(1)
	late = slash(t, w, w.Ana)
	w.Faults().ReleaseEvents()
	assert.Equal(t, late.ID, (<-got).ID)
	assert.Equal(t, slash(t, w, w.Ana).ID, (<-got).ID)
}

func TestEventsAreReordered(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	s := session(t, w)
	s.SyncEvents = true
	var order []string
	done := make(chan bool)
	s.AddHandler(func(_ *discordgo.Session, i *discordgo.InteractionCreate) {
		order = append(order, i.ID)
		if len(order) == 4 {
			close(done)
		}
	})
	connect(t, s)
	register(t, w, s)
	w.Faults().ReorderEvents(3)
	var sent []string
	for range 4 {
		sent = append(sent, slash(t, w, w.Ana).ID)
	}
	<-done
	assert.Equal(t, []string{sent[2], sent[1], sent[0], sent[3]}, order)
}

func TestWhileDiscordIsDownRequestsFail(t *testing.T) {
	t.Parallel()
	for _, outage := range []localdiscord.RESTFault{{Status: 503}, {DropRequest: true}} {
		w := world(t, localdiscord.Options{})
		s := open(t, w, nil)
		gone := make(chan bool, 10)
		s.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) { gone <- true })
		w.Faults().Down(outage)
		<-gone
		_, err := s.Channel(w.General.ID)
		require.Error(t, err)
		var rest *discordgo.RESTError
		assert.Equal(t, outage.Status != 0, errors.As(err, &rest))
		c, _, err := websocket.DefaultDialer.Dial("ws"+w.URL()[4:]+"/gateway/?v=10&encoding=json", nil)
		assert.Error(t, err)
		assert.Nil(t, c)
		w.Faults().Clear()
		open(t, w, nil)
	}
}

func TestClosingDiscordEndsEveryWait(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	register(t, w, session(t, w))
	in := slash(t, w, w.Ana)
	require.NoError(t, w.Close())
	assert.Equal(t, localdiscord.Failed, outcome(t, in).Kind)
}

func TestRatesAreEnforcedWhenAsked(t *testing.T) {
	t.Parallel()
	now := time.Now()
	w := world(t, localdiscord.Options{EnforceRate: true, Now: func() time.Time { return now }})
	path := "/channels/" + generalID
	for range 5 {
		status, _ := send(t, w, "POST", path+"/messages", M{"content": "a"})
		require.Equal(t, 200, status)
	}
	status, _ := send(t, w, "POST", path+"/messages", M{"content": "a"})
	assert.Equal(t, 429, status)
	edit := path + "/messages/" + w.General.Last().ID
	for range 5 {
		status, _ := send(t, w, "PATCH", edit, M{"content": "b"})
		require.Equal(t, 200, status, "edits have a bucket of their own")
	}
	status, _ = send(t, w, "PATCH", edit, M{"content": "b"})
	assert.Equal(t, 429, status)
	for range 50 - 12 {
		status, _ := send(t, w, "GET", path, nil)
		require.Equal(t, 200, status)
	}
	status, _ = send(t, w, "GET", path, nil)
	assert.Equal(t, 429, status, "more than 50 in a second")
	assert.Contains(t, w.Violations()[0].Detail, "rate limited")

	c := dial(t, w.Server)
	c.next()
	c.send(2, M{"token": w.Token(), "intents": 1})
	require.Equal(t, "READY", c.next().T)
	c = dial(t, w.Server)
	c.next()
	c.send(2, M{"token": w.Token(), "intents": 1})
	assert.Equal(t, 9, c.next().Op, "one identify in five seconds")
}

func TestEveryAnswerTellsTheRate(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	r, err := http.NewRequest("GET", w.URL()+"/api/v10/gateway", nil)
	require.NoError(t, err)
	resp, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(r)
	require.NoError(t, err)
	defer resp.Body.Close()
	for _, name := range []string{"Limit", "Remaining", "Reset", "Reset-After", "Bucket"} {
		assert.NotEmpty(t, resp.Header.Get("X-RateLimit-"+name), name)
	}
}

func TestABrokenRequestIsNoViolation(t *testing.T) {
	s := world(t, localdiscord.Options{})
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL(), "http://"))
	require.NoError(t, err)
	_, err = fmt.Fprintf(
		conn,
		"POST /api/v10/channels/1/messages HTTP/1.1\r\nHost: x\r\nAuthorization: %s\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"content\":",
		s.Token(),
	)
	require.NoError(t, err)
	require.NoError(t, conn.(*net.TCPConn).CloseWrite())
	answer, err := io.ReadAll(conn) // until the server closes the connection
	require.NoError(t, err)
	require.Empty(t, answer)
	require.NoError(t, conn.Close())
	require.Empty(t, s.Violations())
}
