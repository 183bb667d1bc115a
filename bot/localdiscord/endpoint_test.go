package localdiscord_test

import (
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

// replica is a bot that takes interactions by HTTP.
type replica struct {
	// unchecked has it take what is signed by a stranger, too.
	unchecked bool
	// status answers each request, 0 for the right answer, which has this type and JSON.
	status, kind int
	json         string
	taken        atomic.Int64
	hang         <-chan struct{} // nil for none
}

func (b *replica) serve(w *testWorld) string {
	key, err := hex.DecodeString(w.PublicKey())
	require.NoError(w.t, err)
	s := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		genuine := discordgo.VerifyInteraction(r, key)
		var i event
		_ = json.NewDecoder(r.Body).Decode(&i)
		switch ping := i.Token == "ping"; {
		case !b.unchecked && !genuine:
			out.WriteHeader(http.StatusUnauthorized)
		case ping && b.json == "":
			out.Header().Set("Content-Type", "application/json")
			_, _ = out.Write([]byte(`{"type":1}`))
		case ping && b.json != "":
			out.Header().Set("Content-Type", []string{"application/json", "text/plain"}[b.kind])
			out.WriteHeader(max(200, b.status))
			_, _ = out.Write([]byte(b.json))
		case b.hang != nil:
			<-b.hang
		case b.status != 0:
			out.WriteHeader(b.status)
		default:
			b.taken.Add(1)
			// The tests look at what the user sees.
			_, _ = w.try("POST", "/interactions/"+i.ID+"/"+i.Token+"/callback", reply("taken"))
			out.WriteHeader(http.StatusAccepted)
		}
	}))
	w.t.Cleanup(s.Close)
	return s.URL
}

func (w *testWorld) endpoint(urls ...string) error {
	return w.SetEndpoint(soon(w.t), localdiscord.Endpoint{URLs: urls})
}

// patient returns options with which no replica is too slow, however busy the machine is.
func patient() localdiscord.Options { return localdiscord.Options{AnswerWithin: 3 * patience} }

func TestAnEndpointMustAnswerPingsAndRefuseBadSignatures(t *testing.T) {
	w := world(t, patient())
	c := w.connected()
	for name, test := range map[string]struct {
		bot *replica
		err string
	}{
		"right":              {&replica{}, ""},
		"takes any":          {&replica{unchecked: true}, "bad signature with 401, but with 200"},
		"refuses all":        {&replica{status: 401, json: "no"}, "but with 401"},
		"answers 202":        {&replica{status: 202, json: "{}"}, "but with 202"},
		"is down":            {&replica{status: 502, json: "no"}, "but with 502"},
		"answers plain text": {&replica{kind: 1, json: `{"type":1}`}, "a ping"},
		"answers type 4":     {&replica{json: `{"type":4}`}, "a ping"},
	} {
		err := w.endpoint(test.bot.serve(w))
		if test.err == "" {
			assert.NoError(t, err, name)
			assert.NoError(t, w.endpoint())
		} else {
			assert.ErrorContains(t, err, test.err, name)
		}
	}
	assert.Error(t, w.endpoint(nowhere))
	in := w.slash(w.Ana)
	w.respond(c.interaction(), reply("by the gateway"))
	assert.Equal(t, "by the gateway", outcome(t, in).Message.Content, "nothing has changed")
	assert.Empty(t, w.Violations())
}

func TestReplicasTakeTurnsAndDeadOnesAreSkipped(t *testing.T) {
	w := world(t, patient())
	w.connected()
	first, second := &replica{}, &replica{}
	failing := &replica{status: 503}
	require.NoError(t, w.endpoint(first.serve(w), nowhere, failing.serve(w), second.serve(w)))
	for range 8 {
		out := outcome(t, w.slash(w.Ana))
		require.NotNil(t, out.Message, out.Failure)
	}
	assert.EqualValues(t, 2, first.taken.Load())
	assert.EqualValues(t, 6, second.taken.Load())
	for _, e := range w.Log() {
		assert.False(t, e.Name == "INTERACTION_CREATE" && e.Path == "", "the gateway delivers none")
	}
	assert.Empty(t, w.Violations())
}

func TestAReplicaThatHangsIsSkipped(t *testing.T) {
	w := world(t, localdiscord.Options{AnswerWithin: 600 * time.Millisecond})
	w.register()
	ended := make(chan struct{})
	urls := []string{(&replica{hang: ended}).serve(w), (&replica{}).serve(w)}
	t.Cleanup(func() { close(ended) }) // before the replica is closed
	require.Eventually(t, func() bool { return w.endpoint(urls...) == nil }, patience, time.Millisecond)
	ctx := soon(t)
	for outcome(t, w.slash(w.Ana)).Message == nil { // the other one is too slow on a busy machine
		require.NoError(t, ctx.Err())
	}
}

func TestAnInteractionThatNoReplicaTakesFailsAtOnce(t *testing.T) {
	for status, violations := range map[int]int{500: 0 /* a replica may be dead */, 200: 1} {
		w := world(t, patient())
		w.register()
		require.NoError(t, w.endpoint((&replica{status: status}).serve(w)))
		assert.Equal(t, localdiscord.NotResponded, outcome(t, w.slash(w.Ana)).Failure)
		require.Len(t, w.Violations(), violations)
		for _, v := range w.Violations() {
			assert.Equal(t, traffic.EndpointMisuse, v.Kind)
		}
		assert.Empty(t, w.Violations(status))
	}
}
