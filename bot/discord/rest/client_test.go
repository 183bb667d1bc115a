package rest

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"amytis/bot/discord/rest/resttest"
)

func newClient(t *testing.T, url string) *Client {
	t.Helper()
	c, err := New(Config{Token: resttest.Token, BaseURL: url}, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	t.Cleanup(c.Close)
	return c
}

// sending returns a request for a new message.
func sending(channel string) Request {
	return To(http.MethodPost, "/channels/{channel}/messages", channel)
}

// answering returns a request with the token of an interaction.
func answering(t *testing.T) Request {
	i := resttest.Press(t)
	return To(http.MethodPost, "/interactions/{id}/{token}/callback", i.ID, i.Token)
}

func TestNetworkErrorIsTemporaryAndContainsNoToken(t *testing.T) {
	t.Parallel()
	c := newClient(t, "http://127.0.0.1:1")
	require.ErrorIs(t, c.Do(t.Context(), sending("5"), nil), ErrTemporary)
	err := c.DoInteraction(t.Context(), answering(t), nil)
	require.ErrorIs(t, err, ErrTemporary)
	for _, text := range []string{err.Error(), fmt.Sprintf("%+v %#v", err, err)} {
		assert.NotContains(t, text, resttest.Press(t).Token)
		assert.NotContains(t, text, resttest.Token)
	}
}

func TestTokenInAnErrorMessageIsRemoved(t *testing.T) {
	t.Parallel()
	i := resttest.Press(t)
	url, _ := resttest.Answers(t, resttest.Reply(400,
		`{"code":1,"message":"bad path /interactions/900/`+i.Token+`/callback"}`))
	err := newClient(t, url).DoInteraction(t.Context(), answering(t), nil)
	require.Error(t, err)
	assert.NotContains(t, err.Error(), i.Token)
}

func TestUnsafeIDsAreRefused(t *testing.T) {
	t.Parallel()
	url, got := resttest.Answers(t, resttest.Reply(200, `{}`))
	c := newClient(t, url)
	for _, id := range []string{"", "..", "5/../6", "5?x=1", "5#", "%2e", "{channel} "} {
		require.Error(t, c.Do(t.Context(), sending(id), nil), id)
		err := c.DoInteraction(t.Context(), To(http.MethodPost, "/interactions/{id}/{token}/callback", "1", id), nil)
		require.ErrorContains(t, err, "token is missing or not valid")
	}
	require.Error(t, c.Do(t.Context(), To(http.MethodGet, "/channels/{channel}"), nil))
	assert.Empty(t, got())
}

func TestRequestsOfOneChannelShareALimit(t *testing.T) {
	edit := func(channel, message string) Request {
		return To(http.MethodPatch, "/channels/{channel}/messages/{message}", channel, message)
	}
	assert.Equal(t, edit("5", "6").limit(), edit("5", "7").limit())
	assert.NotEqual(t, edit("5", "6").limit(), edit("6", "6").limit())
	assert.NotEqual(t, sending("5").limit(), edit("5", "6").limit())
}

// Without the retry, a request would fail on a connection that the server closed while idle.
func TestClosedIdleConnectionIsReplaced(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, resttest.MadeMessage)
	}))
	t.Cleanup(server.Close)
	c := newClient(t, server.URL)
	for range 20 {
		q := answering(t)
		q.Repeatable = true
		require.NoError(t, c.DoInteraction(t.Context(), q, nil))
		server.CloseClientConnections()
	}
}

func TestEveryRequestHasAUserAgentWithAURL(t *testing.T) {
	req, err := newClient(t, "http://discord").httpRequest(t.Context(), sending("5"))
	require.NoError(t, err)
	assert.Regexp(t, `^DiscordBot \(https://\S+, v\d+\.\d+\.\d+\)`, req.Header.Get("User-Agent"))
}

func TestRefusalsCountOnEveryRoute(t *testing.T) {
	t.Parallel()
	url, _ := resttest.Answers(t, resttest.Reply(403, ""), resttest.Reply(403, ""),
		resttest.Reply(429, "", "X-RateLimit-Scope", "shared"))
	c := newClient(t, url)
	require.ErrorIs(t, c.Do(t.Context(), sending("5"), nil), ErrForbidden)
	first := c.limits.traffic.forgotten
	require.ErrorIs(t, c.DoInteraction(t.Context(), answering(t), nil), ErrForbidden)
	second := c.limits.traffic.forgotten
	require.ErrorIs(t, c.Do(t.Context(), sending("6"), nil), ErrTemporary)
	assert.Greater(t, second, first)
	assert.Greater(t, c.limits.traffic.forgotten, second, "also of a shared limit")
}

func TestNothingIsSentShortlyBeforeTheBan(t *testing.T) {
	url, got := resttest.Answers(t, resttest.Reply(200, `{}`))
	c := newClient(t, url)
	for range lastRefused {
		c.limits.traffic.refused(time.Now())
	}
	err := c.DoInteraction(t.Context(), answering(t), nil)
	require.ErrorIs(t, err, ErrTemporary)
	assert.Positive(t, RetryAfter(err))
	assert.Empty(t, got())
}

func TestABanByCloudflareStopsAllRequestsForItsTime(t *testing.T) {
	t.Parallel()
	const page, blocked = "<html>error code: 1015</html>", `{"message":"You are being blocked from accessing our API temporarily","code":0}`
	const limited = `{"message":"You are being rate limited.","retry_after":600,"global":false}`
	for name, c := range map[string]struct {
		body   string
		header []string
		ban    time.Duration
	}{
		"a page":             {page, []string{"Retry-After", "600"}, 10 * time.Minute},
		"JSON":               {blocked, nil, time.Minute},
		"of one route":       {limited, nil, 0},
		"by Discord's proxy": {page, []string{"Retry-After", "600", "Via", "1.1 google"}, 0},
		"of a shared limit":  {page, []string{"X-RateLimit-Scope", "shared"}, 0},
		"of old messages":    {`{"code":30046}`, nil, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url, got := resttest.Answers(t, resttest.Reply(429, c.body, c.header...), resttest.Reply(200, `{}`))
			client := newClient(t, url)
			err := client.Do(t.Context(), sending("5"), nil)
			require.ErrorIs(t, err, ErrTemporary)
			assert.InDelta(t, c.ban, client.Traffic().Banned, float64(time.Second))
			answered := client.DoInteraction(t.Context(), answering(t), nil)
			if c.ban == 0 {
				require.NoError(t, answered)
				return
			}
			require.ErrorContains(t, err, "Cloudflare")
			require.ErrorContains(t, answered, "Cloudflare")
			require.ErrorContains(t, client.Do(t.Context(), sending("6"), nil), "Cloudflare")
			assert.InDelta(t, c.ban, RetryAfter(answered), float64(time.Second))
			assert.Len(t, got(), 1)
		})
	}
}

func TestInvalidConfigurationsAreRefused(t *testing.T) {
	for _, cfg := range []Config{
		{}, {Token: "Bot "}, {Token: "a b"}, {Token: resttest.Token, BaseURL: "localhost:80"},
		{Token: resttest.Token, BaseURL: "ftp://x"},
	} {
		_, err := New(cfg, slog.New(slog.DiscardHandler))
		require.Error(t, err)
	}
	_, err := New(Config{Token: "Bot " + resttest.Token}, slog.New(slog.DiscardHandler))
	require.NoError(t, err, "the prefix Bot is allowed")
}

func TestConfigurationIsPrintedWithoutItsToken(t *testing.T) {
	var out bytes.Buffer
	cfg := Config{Token: resttest.Token}
	slog.New(slog.NewJSONHandler(&out, nil)).Info(fmt.Sprintf("%v %+v %#v", cfg, cfg, cfg), "cfg", cfg)
	assert.Contains(t, out.String(), "rest.Config")
	assert.NotContains(t, out.String(), resttest.Token)
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
