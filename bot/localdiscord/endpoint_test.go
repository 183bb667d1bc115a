package localdiscord_test

import (
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/traffic"
)

// nowhere is the URL of a replica that no program serves: nothing listens on this port.
const nowhere = "http://127.0.0.1:1/interactions"

// replica is a bot that takes interactions by HTTP, and answers them with its name.
type replica struct {
	*httptest.Server
	taken atomic.Int64
}

// newReplica starts a replica. respond, if not nil, responds to interactions in its place.
func newReplica(t *testing.T, w *testWorld, name string, respond http.HandlerFunc) *replica {
	t.Helper()
	r := &replica{}
	rest := session(t, w)
	key := publicKey(t, w)
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		var i discordgo.Interaction
		switch {
		case !discordgo.VerifyInteraction(req, key):
			w.WriteHeader(http.StatusUnauthorized)
		case json.NewDecoder(req.Body).Decode(&i) != nil:
			w.WriteHeader(http.StatusBadRequest)
		case i.Type == discordgo.InteractionPing:
			pong(w)
		case respond != nil:
			respond(w, req)
		default:
			r.taken.Add(1)
			_ = rest.InteractionRespond(&i, say(name, 0)) // the tests look at what the user sees
			w.WriteHeader(http.StatusAccepted)
		}
	}))
	t.Cleanup(r.Close)
	return r
}

func publicKey(t *testing.T, w *testWorld) ed25519.PublicKey {
	t.Helper()
	key, err := hex.DecodeString(w.PublicKey())
	require.NoError(t, err)
	require.Len(t, key, ed25519.PublicKeySize)
	return key
}

func pong(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write([]byte(`{"type":1}`))
}

func answering(status int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }
}

// patient returns options with which no replica is too slow, however busy the machine is.
func patient() localdiscord.Options { return localdiscord.Options{AnswerWithin: 3 * patience} }

func TestAnEndpointMustAnswerPingsAndRefuseBadSignatures(t *testing.T) {
	t.Parallel()
	w := world(t, patient())
	discord, byGateway := collect(t, w)
	key := publicKey(t, w)
	verified := func(ping http.HandlerFunc) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if !discordgo.VerifyInteraction(r, key) {
				w.WriteHeader(http.StatusUnauthorized)
				return
			}
			ping(w, r)
		}
	}
	plain := func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{"type":1}`)) }
	unchecked := func(w http.ResponseWriter, _ *http.Request) { pong(w) }
	for name, c := range map[string]struct {
		handler http.HandlerFunc
		err     string
	}{
		"right":              {verified(unchecked), ""},
		"takes any":          {unchecked, "bad signature with 401, but with 200"},
		"refuses all":        {answering(http.StatusUnauthorized), "but with 401"},
		"answers 202":        {verified(answering(http.StatusAccepted)), "but with 202"},
		"is down":            {answering(http.StatusBadGateway), "but with 502"},
		"answers plain text": {verified(plain), "a ping"},
		"answers type 4": {verified(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(`{"type":4}`))
		}), "a ping"},
	} {
		t.Run(name, func(t *testing.T) {
			bot := httptest.NewServer(c.handler)
			defer bot.Close()
			err := w.SetEndpoint(soon(t), localdiscord.Endpoint{URLs: []string{bot.URL}})
			if c.err == "" {
				assert.NoError(t, err)
				assert.NoError(t, w.SetEndpoint(soon(t), localdiscord.Endpoint{}))
				return
			}
			assert.ErrorContains(t, err, c.err)
		})
	}
	assert.Error(t, w.SetEndpoint(soon(t), localdiscord.Endpoint{URLs: []string{nowhere}}))
	in := slash(t, w, w.Ana)
	require.NoError(t, discord.InteractionRespond((<-byGateway).Interaction, say("by the gateway", 0)), "nothing has changed")
	assert.Equal(t, "by the gateway", outcome(t, in).Message.Content)
	assert.Empty(t, w.Violations())
}

func TestReplicasTakeTurnsAndDeadOnesAreSkipped(t *testing.T) {
	t.Parallel()
	w := world(t, patient())
	_, byGateway := collect(t, w)
	first, second := newReplica(t, w, "first", nil), newReplica(t, w, "second", nil)
	failing := newReplica(t, w, "", answering(http.StatusServiceUnavailable))
	urls := []string{first.URL, nowhere, failing.URL, second.URL}
	require.NoError(t, w.SetEndpoint(soon(t), localdiscord.Endpoint{URLs: urls}))
	for range 8 {
		out := outcome(t, slash(t, w, w.Ana))
		require.NotNil(t, out.Message, out.Failure)
	}
	assert.EqualValues(t, 2, first.taken.Load())
	assert.EqualValues(t, 6, second.taken.Load())
	assert.Empty(t, byGateway)
	assert.Empty(t, w.Violations())
}

func TestAReplicaThatHangsIsSkipped(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{AnswerWithin: 600 * time.Millisecond})
	register(t, w, session(t, w))
	ended := make(chan struct{})
	hanging := newReplica(t, w, "", func(http.ResponseWriter, *http.Request) { <-ended })
	t.Cleanup(func() { close(ended) }) // before the replica is closed
	other := newReplica(t, w, "other", nil)
	urls := []string{hanging.URL, other.URL}
	require.Eventually(t, func() bool {
		return w.SetEndpoint(soon(t), localdiscord.Endpoint{URLs: urls}) == nil
	}, patience, time.Millisecond)
	ctx := soon(t)
	for outcome(t, slash(t, w, w.Ana)).Message == nil { // the other one is too slow on a busy machine
		require.NoError(t, ctx.Err())
	}
}

func TestAnInteractionThatNoReplicaTakesFailsAtOnce(t *testing.T) {
	t.Parallel()
	w := world(t, patient())
	register(t, w, session(t, w))
	var status atomic.Int64
	bot := newReplica(t, w, "", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(int(status.Load())) })
	require.NoError(t, w.SetEndpoint(soon(t), localdiscord.Endpoint{URLs: []string{bot.URL}}))
	status.Store(http.StatusInternalServerError)
	assert.Equal(t, localdiscord.NotResponded, outcome(t, slash(t, w, w.Ana)).Failure)
	assert.Empty(t, w.Violations(), "a replica may be dead")
	status.Store(http.StatusOK)
	assert.Equal(t, localdiscord.NotResponded, outcome(t, slash(t, w, w.Ana)).Failure)
	require.Len(t, w.Violations(), 1)
	assert.Equal(t, traffic.EndpointMisuse, w.Violations()[0].Kind)
	assert.Len(t, w.Violations(http.StatusOK), 0)
}
