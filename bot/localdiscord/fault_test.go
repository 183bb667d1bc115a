package localdiscord_test

import (
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
)

func TestARequestIsAnsweredAsScripted(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	s := session(t, w)
	fault := w.Faults().REST(localdiscord.RESTFault{Method: "POST", Path: "^/channels/.*/messages$", Times: 2, Status: 503})
	for range 2 {
		_, err := s.ChannelMessageSend(w.Gardens.ID, "a")
		require.Error(t, err)
		assert.Equal(t, 503, err.(*discordgo.RESTError).Response.StatusCode)
	}
	_, err := s.ChannelMessageSend(w.Gardens.ID, "b")
	assert.NoError(t, err)
	assert.Equal(t, 2, fault.Hits())
	assert.Len(t, w.Gardens.Messages(), 1, "what was answered 503 was not carried out")

	fault = w.Faults().REST(localdiscord.RESTFault{Path: "typing", Status: 429, RetryAfter: 1500 * time.Millisecond, Global: true})
	err = s.ChannelTyping(w.Gardens.ID)
	var limited *discordgo.RateLimitError
	require.ErrorAs(t, err, &limited)
	assert.Equal(t, 1500*time.Millisecond, limited.RetryAfter)
	fault.Remove()
	fresh := session(t, w) // the other one keeps the global limit it was told of
	assert.NoError(t, fresh.ChannelTyping(w.Gardens.ID))
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
	assert.Equal(t, localdiscord.CodeAlreadyAnswered, code(s.InteractionRespond(i.Interaction, say("once", 0))))
	_, err := s.ChannelMessageSend(w.Gardens.ID, "twice")
	require.Error(t, err)
	assert.Equal(t, "twice", w.Gardens.Last().Content)
	assert.Empty(t, w.Violations(), "to answer again after a lost reply is right")
}

func TestALostRequestWasNotCarriedOut(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	s := session(t, w)
	w.Faults().REST(localdiscord.RESTFault{Times: 1, DropRequest: true})
	_, err := s.ChannelMessageSend(w.Gardens.ID, "a")
	require.Error(t, err)
	assert.Empty(t, w.Gardens.Messages())
}

func TestADelayedRequestTakesItsTime(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{AnswerWithin: 50 * time.Millisecond})
	s, got := collect(t, w)
	w.Faults().REST(localdiscord.RESTFault{Path: "callback", Times: 1, Delay: 100 * time.Millisecond})
	in := slash(t, w, w.Ana)
	assert.Equal(t, localdiscord.CodeUnknownInteraction, code(s.InteractionRespond((<-got).Interaction, say("a", 0))))
	assert.Equal(t, localdiscord.Failed, outcome(t, in).Kind)
	assert.Empty(t, w.Violations(), "the delay was not the bot's")
}

func TestInteractionsAreDeliveredTwiceOrNotAtAll(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{AnswerWithin: 200 * time.Millisecond})
	_, got := collect(t, w)
	_, err := w.Ana.Slash(soon(t), w.Gardens, "garden end", nil, localdiscord.Twice())
	require.NoError(t, err)
	assert.Equal(t, (<-got).ID, (<-got).ID)
	w.Faults().DuplicateInteractions(true)
	slash(t, w, w.Ana)
	assert.Equal(t, (<-got).ID, (<-got).ID)
	w.Faults().DuplicateInteractions(false)

	drop := w.Faults().DropEvents("INTERACTION_CREATE", 1)
	in := slash(t, w, w.Ana)
	assert.Equal(t, localdiscord.Failed, outcome(t, in).Kind)
	assert.Equal(t, 1, drop.Hits())
	assert.Empty(t, got)
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
	require.NoError(t, s.Open())
	defer leave(s)
	register(t, w, s)
	w.Faults().ReorderEvents(3)
	var sent []string
	for range 4 {
		sent = append(sent, slash(t, w, w.Ana).ID())
	}
	<-done
	assert.Equal(t, []string{sent[2], sent[1], sent[0], sent[3]}, order)
}

func TestWhileDiscordIsDownNothingGets(t *testing.T) {
	t.Parallel()
	for _, polite := range []bool{true, false} {
		w := world(t, localdiscord.Options{})
		s := open(t, w, nil)
		gone := make(chan bool, 10)
		s.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) { gone <- true })
		w.Faults().Down(polite)
		<-gone
		_, err := s.Channel(w.Gardens.ID)
		require.Error(t, err)
		var rest *discordgo.RESTError
		assert.Equal(t, polite, errors.As(err, &rest))
		assert.Error(t, session(t, w).Open())
		w.Faults().Up()
		open(t, w, nil)
	}
}

// gatewayConn is a websocket as a test wants it: discordgo hides what it does with the odd cases.
type gatewayConn struct {
	*websocket.Conn
	t testing.TB
}

type packet struct {
	Op int            `json:"op"`
	T  string         `json:"t"`
	S  int64          `json:"s"`
	D  map[string]any `json:"d"`
}

func dial(t testing.TB, w *localdiscord.World) *gatewayConn {
	t.Helper()
	c, _, err := websocket.DefaultDialer.Dial("ws"+w.URL()[4:]+"/gateway/?v=9&encoding=json", nil)
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	return &gatewayConn{c, t}
}

func (c *gatewayConn) next() packet {
	c.t.Helper()
	var raw struct {
		packet
		D any `json:"d"`
	}
	require.NoError(c.t, c.SetReadDeadline(time.Now().Add(5*time.Second)))
	require.NoError(c.t, c.ReadJSON(&raw))
	p := raw.packet
	p.D, _ = raw.D.(map[string]any)
	return p
}

// closeCode reads until the connection is closed.
func (c *gatewayConn) closeCode() int {
	c.t.Helper()
	require.NoError(c.t, c.SetReadDeadline(time.Now().Add(5*time.Second)))
	for {
		_, _, err := c.ReadMessage()
		var e *websocket.CloseError
		if errors.As(err, &e) {
			return e.Code
		}
		require.NoError(c.t, err)
	}
}

func (c *gatewayConn) send(op int, d any) {
	c.t.Helper()
	require.NoError(c.t, c.WriteJSON(M{"op": op, "d": d}))
}

// ready identifies and gives READY.
func (c *gatewayConn) ready(w *localdiscord.World) packet {
	c.t.Helper()
	require.Equal(c.t, 10, c.next().Op)
	c.send(2, M{"token": w.Token(), "intents": 1, "properties": M{}})
	p := c.next()
	require.Equal(c.t, "READY", p.T)
	require.Equal(c.t, "GUILD_CREATE", c.next().T)
	return p
}

func TestTheGatewayClosesOnThoseWhoMisbehave(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	good := M{"token": w.Token(), "intents": 1}
	for name, c := range map[string]struct {
		send func(*gatewayConn)
		code int
	}{
		"wrong token":        {func(c *gatewayConn) { c.send(2, M{"token": "x", "intents": 1}) }, 4004},
		"no intents":         {func(c *gatewayConn) { c.send(2, M{"token": w.Token()}) }, 4013},
		"privileged intents": {func(c *gatewayConn) { c.send(2, M{"token": w.Token(), "intents": 1 << 15}) }, 4014},
		"identify twice":     {func(c *gatewayConn) { c.send(2, good); c.send(2, good) }, 4005},
		"not identified":     {func(c *gatewayConn) { c.send(3, M{}) }, 4003},
		"unknown op":         {func(c *gatewayConn) { c.send(77, nil) }, 4001},
		"no JSON":            {func(c *gatewayConn) { _ = c.WriteMessage(1, []byte("hello")) }, 4002},
		"too long":           {func(c *gatewayConn) { c.send(3, long(2100)) }, 4002},
		"too often": {func(c *gatewayConn) {
			for range 121 {
				c.send(1, nil)
			}
		}, 4008},
	} {
		conn := dial(t, w)
		c.send(conn)
		assert.Equal(t, c.code, conn.closeCode(), name)
	}
	impatient := world(t, localdiscord.Options{HeartbeatInterval: 10 * time.Millisecond})
	assert.Equal(t, 4009, dial(t, impatient).closeCode(), "no heartbeat")
}

func TestAResumedSessionGetsWhatItMissed(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	register(t, w, session(t, w))
	c := dial(t, w)
	id := c.ready(w).D["session_id"]
	a := slash(t, w, w.Ana)
	p := c.next()
	assert.Equal(t, a.ID(), p.D["id"])
	require.NoError(t, c.Close())
	require.Eventually(t, func() bool { return w.Sessions() == 0 }, time.Second, time.Millisecond)
	b := slash(t, w, w.Ana)

	c = dial(t, w)
	require.Equal(t, 10, c.next().Op)
	c.send(6, M{"token": w.Token(), "session_id": id, "seq": p.S})
	missed := c.next()
	assert.Equal(t, b.ID(), missed.D["id"])
	assert.Equal(t, "RESUMED", c.next().T)
	next := slash(t, w, w.Ana)
	assert.Equal(t, next.ID(), c.next().D["id"])

	// A bot that says goodbye has ended its session.
	require.NoError(t, c.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(1000, "")))
	require.Eventually(t, func() bool { return w.Sessions() == 0 }, time.Second, time.Millisecond)
	c = dial(t, w)
	require.Equal(t, 10, c.next().Op)
	c.send(6, M{"token": w.Token(), "session_id": id, "seq": p.S})
	assert.Equal(t, 9, c.next().Op)
}

func TestTheGatewaysFaultsDoWhatTheySay(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	register(t, w, session(t, w))

	c := dial(t, w)
	id := c.ready(w).D["session_id"]
	w.Faults().Reconnect()
	assert.Equal(t, 7, c.next().Op)
	w.Faults().InvalidateSession(true)
	assert.Equal(t, 9, c.next().Op)
	w.Faults().CloseGateway(4000)
	assert.Equal(t, 4000, c.closeCode())

	c = dial(t, w)
	c.ready(w)
	w.Faults().InvalidateSession(false)
	assert.Equal(t, 9, c.next().Op)
	c.send(2, M{"token": w.Token(), "intents": 1})
	assert.Equal(t, "READY", c.next().T, "a bot whose session was taken identifies anew")
	again := dial(t, w)
	again.next()
	again.send(6, M{"token": w.Token(), "session_id": id, "seq": 1})
	assert.Equal(t, 9, again.next().Op)

	w.Faults().ReconnectFirst(1)
	c = dial(t, w)
	assert.Equal(t, 10, c.next().Op)
	assert.Equal(t, 7, c.next().Op)

	w.Faults().SilentAfterHello(true)
	c = dial(t, w)
	assert.Equal(t, 10, c.next().Op)
	c.send(2, M{"token": w.Token(), "intents": 1})
	require.NoError(t, c.SetReadDeadline(time.Now().Add(50*time.Millisecond)))
	_, _, err := c.ReadMessage()
	assert.Error(t, err, "silence")
	w.Faults().SilentAfterHello(false)

	c = dial(t, w)
	c.ready(w)
	w.Faults().Silent(true)
	c.send(1, nil)
	slash(t, w, w.Ana)
	require.NoError(t, c.SetReadDeadline(time.Now().Add(50*time.Millisecond)))
	_, _, err = c.ReadMessage()
	assert.Error(t, err, "silence")
	w.Faults().Clear()

	w.Faults().RejectToken(true)
	c = dial(t, w)
	c.next()
	c.send(2, M{"token": w.Token(), "intents": 1})
	assert.Equal(t, 4004, c.closeCode())
}

func TestABotThatComesBackIsToldOfItsGuildsAgain(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{AnswerWithin: 100 * time.Millisecond})
	s, got := collect(t, w)
	w.Faults().CutGateway()
	require.Eventually(t, func() bool { return w.Sessions() == 0 }, 5*time.Second, time.Millisecond)
	assert.Equal(t, localdiscord.NotResponded, outcome(t, slash(t, w, w.Ana)).Failure)
	assert.Empty(t, got)
	_ = s
	_, again := collect(t, w)
	slash(t, w, w.Ana)
	<-again
	assert.Equal(t, 2, w.Identifies())
}

func TestDiscordgoResumesAfterAReconnect(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	s := session(t, w)
	s.ShouldReconnectOnError = true
	got := make(chan string, 10)
	resumed := make(chan bool, 10)
	s.AddHandler(func(_ *discordgo.Session, i *discordgo.InteractionCreate) { got <- i.ID })
	s.AddHandler(func(*discordgo.Session, *discordgo.Resumed) { resumed <- true })
	require.NoError(t, s.Open())
	defer leave(s)
	register(t, w, s)
	w.Faults().Reconnect()
	require.Eventually(t, func() bool { return w.Sessions() == 0 }, 5*time.Second, time.Millisecond)
	in := slash(t, w, w.Ana)
	<-resumed
	assert.Equal(t, in.ID(), <-got)
	assert.Equal(t, 1, w.Identifies())
}

func TestWhoWaitsWhenDiscordIsClosedIsTold(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	register(t, w, session(t, w))
	in := slash(t, w, w.Ana)
	require.NoError(t, w.Close())
	assert.Equal(t, localdiscord.Failed, outcome(t, in).Kind)
}

func TestRatesAreEnforcedWhenAsked(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{EnforceRate: true})
	path := "/channels/" + localdiscord.GardensID
	for range 5 {
		status, _ := send(t, w, "POST", path+"/messages", M{"content": "a"})
		require.Equal(t, 200, status)
	}
	status, _ := send(t, w, "POST", path+"/messages", M{"content": "a"})
	assert.Equal(t, 429, status)
	limited := 0
	for range 60 {
		if status, _ := send(t, w, "GET", path, nil); status == 429 {
			limited++
		}
	}
	assert.NotZero(t, limited)
	assert.Equal(t, localdiscord.TooFast, w.Violations()[0].Kind)

	c := dial(t, w)
	c.next()
	c.send(2, M{"token": w.Token(), "intents": 1})
	require.Equal(t, "READY", c.next().T)
	c = dial(t, w)
	c.next()
	c.send(2, M{"token": w.Token(), "intents": 1})
	assert.Equal(t, 9, c.next().Op, "one identify in five seconds")
}

func TestEveryAnswerTellsTheRate(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	r, err := http.NewRequest("GET", w.URL()+"/api/v9/gateway", nil)
	require.NoError(t, err)
	resp, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(r)
	require.NoError(t, err)
	defer resp.Body.Close()
	for _, name := range []string{"Limit", "Remaining", "Reset", "Reset-After", "Bucket"} {
		assert.NotEmpty(t, resp.Header.Get("X-RateLimit-"+name), name)
	}
}
