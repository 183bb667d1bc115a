package session

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestBadTokenAtTheGatewayLookupEndsRun(t *testing.T) {
	t.Parallel()
	for _, shards := range []int{0, 2} {
		f := newFake(t, healthy)
		f.token = "another"
		cfg := quick(f)
		cfg.Shards = shards
		c, err := New(cfg, Handlers{Interaction: ignore})
		require.NoError(t, err)
		err = c.Run(t.Context())
		var final *FinalError
		require.ErrorAs(t, err, &final)
		assert.Equal(t, http.StatusUnauthorized, final.Code)
		assert.Contains(t, err.Error(), "does not accept the bot token")
		assert.Zero(t, f.connections(), "the client must not identify with a bad token")
	}
}

// A request may be the first to learn that the token was reset.
func TestBadTokenOfAnyRequestEndsRun(t *testing.T) {
	t.Parallel()
	f := newFake(t, healthy)
	f.rest = func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) }
	c, stop := run(t, quick(f), Handlers{})
	eventually(t, func() bool { return len(f.greetings()) == 1 }, "the client did not connect")
	_, err := c.Guilds.ChannelExists(t.Context(), "5")
	require.Error(t, err)
	eventually(t, func() bool { return len(c.rest.unauthorized) == 0 }, "nobody checks the token")
	_, err = c.gateway.starts.ask(t.Context()) // waits until the check is over
	require.NoError(t, err)
	require.NoError(t, stop(), "a 401 alone must not end Run: the gateway accepts the token")

	f = newFake(t, healthy)
	f.rest = func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) }
	c, err = New(quick(f), Handlers{Interaction: ignore})
	require.NoError(t, err)
	done := make(chan error, 1)
	go func() { done <- c.Run(t.Context()) }()
	eventually(t, func() bool { return len(f.greetings()) == 1 }, "the client did not connect")
	f.change(func(f *fake) { f.token = "another" })
	_, err = c.Guilds.ChannelExists(t.Context(), "5")
	require.Error(t, err)
	require.ErrorAs(t, <-done, new(*FinalError))
}
