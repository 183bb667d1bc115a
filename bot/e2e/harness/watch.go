package harness

import (
	"io"
	"net/http"
	"regexp"
	"strconv"

	"github.com/stretchr/testify/require"
)

// watcher keeps no connections, which would outlive the bot.
var watcher = http.Client{Transport: &http.Transport{DisableKeepAlives: true}}

// Get reads what the bot serves to its operator.
func (b *Bot) Get(path string) (status int, body string) {
	b.env.Helper()
	resp, err := watcher.Get(b.watched + path)
	require.NoError(b.env, err)
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	require.NoError(b.env, err)
	return resp.StatusCode, string(text)
}

var sample = regexp.MustCompile(`(?m)^(\w+(?:\{.*\})?) (\S+)$`)

// Metrics returns the samples by name and labels, such as a{b="c"}.
func (b *Bot) Metrics() map[string]float64 {
	b.env.Helper()
	status, body := b.Get("/metrics")
	require.Equal(b.env, http.StatusOK, status, body)
	found := map[string]float64{}
	for _, s := range sample.FindAllStringSubmatch(body, -1) {
		value, err := strconv.ParseFloat(s[2], 64)
		require.NoError(b.env, err, s[0])
		found[s[1]] = value
	}
	return found
}
