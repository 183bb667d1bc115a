package interactions

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord/rest/resttest"
)

// testSecret signs like Discord.
var testPublic, testSecret, _ = ed25519.GenerateKey(nil)

const signature = "X-Signature-Ed25519"

// signed returns a request as Discord makes it at some time.
func signed(at time.Time, body string) *http.Request {
	r := httptest.NewRequest(http.MethodPost, EndpointPath, strings.NewReader(body))
	sign(r, testSecret, strconv.FormatInt(at.Unix(), 10), body)
	return r
}

func sign(r *http.Request, secret ed25519.PrivateKey, seconds, body string) {
	r.Header.Set(signatureTime, seconds)
	r.Header.Set(signature, hex.EncodeToString(ed25519.Sign(secret, []byte(seconds+body))))
}

// endpointOf returns an endpoint that gives interactions to a receiver.
func endpointOf(d *running) *endpoint {
	return newEndpoint(Config{PublicKey: testPublic}, d.Receiver, d.log)
}

// answer returns what the endpoint answers.
func (e *endpoint) answer(r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	e.server.Handler.ServeHTTP(w, r)
	return w
}

func TestOnlyRequestsSignedByDiscordAreTaken(t *testing.T) {
	t.Parallel()
	now := time.Now()
	_, stranger, err := ed25519.GenerateKey(nil)
	require.NoError(t, err)
	set := func(header, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(header, value) }
	}
	seconds := strconv.FormatInt(now.Unix(), 10)
	signs := func(secret ed25519.PrivateKey, seconds string) func(*http.Request) {
		return func(r *http.Request) { sign(r, secret, seconds, resttest.PressJSON) }
	}
	for name, c := range map[string]struct {
		at     time.Time
		body   string
		change func(*http.Request)
		want   int
	}{
		"valid":               {now, resttest.PressJSON, nil, http.StatusAccepted},
		"a little old":        {now.Add(-maxSkew / 2), resttest.PressJSON, nil, http.StatusAccepted},
		"from a little ahead": {now.Add(maxSkew / 2), resttest.PressJSON, nil, http.StatusAccepted},
		"old":                 {now.Add(-2 * maxSkew), resttest.PressJSON, nil, http.StatusUnauthorized},
		"from the future":     {now.Add(2 * maxSkew), resttest.PressJSON, nil, http.StatusUnauthorized},
		"old ping":            {now.Add(-2 * maxSkew), `{"type":1}`, nil, http.StatusUnauthorized},
		"key of another":      {now, resttest.PressJSON, signs(stranger, seconds), http.StatusUnauthorized},
		"altered body": {now, resttest.PressJSON, func(r *http.Request) {
			r.Body = io.NopCloser(strings.NewReader(strings.Replace(resttest.PressJSON, "42", "43", 1)))
		}, http.StatusUnauthorized},
		"altered time":  {now, resttest.PressJSON, set(signatureTime, strconv.FormatInt(now.Unix()+1, 10)), http.StatusUnauthorized},
		"no time":       {now, resttest.PressJSON, set(signatureTime, ""), http.StatusUnauthorized},
		"no signature":  {now, resttest.PressJSON, set(signature, ""), http.StatusUnauthorized},
		"longest body":  {now, resttest.PressJSON + strings.Repeat(" ", maxInteraction-len(resttest.PressJSON)), nil, http.StatusAccepted},
		"too long body": {now, strings.Repeat(" ", maxInteraction+1), nil, http.StatusBadRequest},
		"broken off": {now, resttest.PressJSON, func(r *http.Request) {
			r.Body = io.NopCloser(iotest.ErrReader(io.ErrUnexpectedEOF))
		}, http.StatusBadRequest},
		"not JSON":       {now, "hello", nil, http.StatusBadRequest},
		"null":           {now, "null", nil, http.StatusBadRequest},
		"unknown type":   {now, `{"type":99,"id":"900","token":"t","application_id":"77"}`, nil, http.StatusAccepted},
		"unanswerable":   {now, `{"type":3,"data":{}}`, nil, http.StatusBadRequest},
		"time not whole": {now, resttest.PressJSON, signs(testSecret, seconds+".5"), http.StatusUnauthorized},
		"time too large": {now, resttest.PressJSON, signs(testSecret, "99999999999999999999"), http.StatusUnauthorized},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			handled := make(chan string, 1)
			handler := func(_ context.Context, i *discordgo.InteractionCreate) { handled <- i.ID }
			d, log := started(t, Handlers{Interaction: handler, Unreadable: handler})
			r := signed(c.at, c.body)
			if c.change != nil {
				c.change(r)
			}
			w := endpointOf(d).answer(r)
			assert.Equal(t, c.want, w.Code)
			if c.want == http.StatusAccepted || c.want == http.StatusUnauthorized {
				assert.Empty(t, w.Body.String())
			}
			if c.want == http.StatusAccepted {
				assert.Equal(t, "900", <-handled)
			}
			require.NoError(t, d.drain())
			assert.Empty(t, handled)
			assert.NotContains(t, log.String(), "aW50ZXJhY3Rpb24", "tokens must not be logged")
		})
	}
}

func TestPingIsAnsweredInTheResponse(t *testing.T) {
	t.Parallel()
	d, log := started(t, Handlers{
		Interaction: func(context.Context, *discordgo.InteractionCreate) { t.Error("a ping was handled") },
	})
	const ping = `{"id":"900","token":"t", "type" : 1 ,"application_id":"77","user":{}}`
	w := endpointOf(d).answer(signed(time.Now(), ping))
	assert.Equal(t, http.StatusOK, w.Code)
	assert.Equal(t, "application/json", w.Header().Get("Content-Type"))
	assert.JSONEq(t, `{"type":1}`, w.Body.String())
	require.NoError(t, d.drain())
	assert.Empty(t, log.String())
}

// TestWrongClockOfTheHostRefusesNothing lets Discord's Date headers tell the time.
func TestWrongClockOfTheHostRefusesNothing(t *testing.T) {
	t.Parallel()
	d, _ := started(t, Handlers{Interaction: ignore})
	e, atDiscord := endpointOf(d), time.Now().Add(time.Hour)
	assert.Equal(t, http.StatusUnauthorized, e.answer(signed(atDiscord, resttest.PressJSON)).Code)
	d.clock.Saw(atDiscord, time.Now())
	assert.Equal(t, http.StatusAccepted, e.answer(signed(atDiscord, resttest.PressJSON)).Code)
	require.NoError(t, d.drain())
}

func TestInteractionsByHTTPLookLikeThoseFromTheGateway(t *testing.T) {
	t.Parallel()
	type seen struct {
		interaction *discordgo.Interaction
		from        Channel
	}
	got := make(chan seen, 1)
	d, _ := started(t, Handlers{Interaction: func(ctx context.Context, i *discordgo.InteractionCreate) {
		got <- seen{i.Interaction, ChannelOf(ctx)}
	}})
	const thread = `"channel":{"id":"5","type":11},"message":{"flags":64,"components":[{"type":250}],`
	body := strings.Replace(resttest.PressJSON, `"message":{`, thread, 1)
	assert.Equal(t, http.StatusAccepted, endpointOf(d).answer(signed(time.Now(), body)).Code)
	byHTTP := <-got
	assert.Equal(t, "800", byHTTP.interaction.Message.ID, "discordgo does not know all kinds of components")
	assert.Equal(t, discordgo.MessageFlagsEphemeral, byHTTP.interaction.Message.Flags)
	assert.Equal(t, Channel{Type: discordgo.ChannelTypeGuildPublicThread}, byHTTP.from)
	d.again = func(string) bool { return false }
	d.dispatch(body)
	assert.Equal(t, <-got, byHTTP)
	require.NoError(t, d.drain())
}

func TestRefusalsDoNotFillTheLog(t *testing.T) {
	t.Parallel()
	d, log := started(t, Handlers{Interaction: ignore})
	e := endpointOf(d)
	for range 200 {
		r := signed(time.Now(), resttest.PressJSON)
		r.Header.Set(signatureTime, "1")
		assert.Equal(t, http.StatusUnauthorized, e.answer(r).Code)
	}
	require.NoError(t, d.drain())
	assert.Contains(t, log.String(), "public key")
	assert.Less(t, strings.Count(log.String(), "\n"), 15)
}

// byHTTP runs a receiver with an endpoint, and returns the URL to post interactions to too.
func byHTTP(t *testing.T, h Handlers) (d *running, url string, stop func() error) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	d, _ = configured(t, Config{Endpoint: listener, PublicKey: testPublic}, usualLimits, h)
	served := make(chan error, 1)
	go func() { served <- d.Serve() }()
	return d, "http://" + listener.Addr().String() + EndpointPath, func() error {
		d.Close()
		return errors.Join(d.drain(), <-served)
	}
}

// post sends a press to an endpoint, and returns the status of the answer.
func post(t *testing.T, url string) int {
	t.Helper()
	out, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(resttest.PressJSON))
	require.NoError(t, err)
	out.Header = signed(time.Now(), resttest.PressJSON).Header
	resp, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(out)
	require.NoError(t, err)
	require.NoError(t, resp.Body.Close())
	return resp.StatusCode
}

func TestStoppingFinishesInteractionsByHTTPAndTakesNoFurther(t *testing.T) {
	t.Parallel()
	begun, finish := make(chan struct{}), make(chan struct{})
	var finished atomic.Bool
	d, url, stop := byHTTP(t, Handlers{
		Interaction: func(ctx context.Context, _ *discordgo.InteractionCreate) {
			close(begun)
			<-finish
			finished.Store(assert.NoError(t, ctx.Err()))
		},
	})
	assert.Zero(t, d.LastByHTTP().UnixMilli())
	before := time.Now()
	assert.Equal(t, http.StatusAccepted, post(t, url), "the response does not wait for the handler")
	assert.WithinRange(t, d.LastByHTTP(), before.Truncate(time.Millisecond), time.Now())
	<-begun
	stopped := make(chan error, 1)
	go func() { stopped <- stop() }()
	resttest.Eventually(t, func() bool {
		conn, err := net.Dial("tcp", strings.TrimPrefix(strings.TrimSuffix(url, EndpointPath), "http://"))
		if err == nil {
			_ = conn.Close()
		}
		return err != nil
	}, "the endpoint is closed")
	assert.Empty(t, stopped)
	close(finish)
	require.NoError(t, <-stopped)
	assert.True(t, finished.Load(), "the handler is done before the bot stops")
}

func TestPublicKeysHave64HexDigits(t *testing.T) {
	t.Parallel()
	good := strings.Repeat("0aB9", 16)
	key, err := ParsePublicKey(good)
	require.NoError(t, err)
	assert.Len(t, key, ed25519.PublicKeySize)
	others := strings.Repeat("g", 64)
	for _, bad := range []string{"", good[1:], good[2:], good + "00", " " + good[1:], "0x" + good[2:], others} {
		_, err := ParsePublicKey(bad)
		require.ErrorContains(t, err, "64 hex digits", bad)
	}
}

// FuzzInteractionByHTTP sends any body, with a good signature of any time and with any headers.
func FuzzInteractionByHTTP(f *testing.F) {
	f.Add("1700000000", "00", []byte(resttest.PressJSON))
	f.Add("-1", "", []byte(`{"type":1}`))
	f.Add("", "zz", []byte(`{"type":2,"id":"1","token":"t","data":{"options":[null]}}`))
	f.Add("1e9", "", []byte(`null`))
	f.Fuzz(func(t *testing.T, at, signature string, body []byte) {
		d, _ := started(t, Handlers{
			Interaction: func(_ context.Context, i *discordgo.InteractionCreate) {
				assert.NotNil(t, i.Data)
				assert.NotEmpty(t, originOf(i).member, "it names no player")
			},
			Unreadable: func(_ context.Context, i *discordgo.InteractionCreate) { assert.NotEmpty(t, i.Token) },
			OnPanic:    func(context.Context, *discordgo.InteractionCreate) { t.Error("a handler panicked") },
		})
		e := endpointOf(d)
		got := e.answer(signed(time.Now(), string(body))).Code
		assert.Contains(t, []int{http.StatusOK, http.StatusAccepted, http.StatusBadRequest}, got)
		r := signed(time.Now(), string(body))
		r.Header.Set(signatureTime, at)
		r.Header.Set("X-Signature-Ed25519", signature)
		assert.Equal(t, http.StatusUnauthorized, e.answer(r).Code)
		require.NoError(t, d.drain())
	})
}
