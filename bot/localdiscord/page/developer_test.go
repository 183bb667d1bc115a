package page

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/traffic"
)

func TestOnlyThisMachineSeesTheTraffic(t *testing.T) {
	w, err := localdiscord.Playground(localdiscord.Options{})
	require.NoError(t, err)
	defer w.Close()
	page := &Page{discord: w.Server}
	h := page.reader(page.traffic)
	for from, want := range map[string]int{
		"127.0.0.1:5000": 200, "[::1]:5000": 200, "[::ffff:127.0.0.1]:5000": 200,
		"192.0.2.1:5000": 403, "[2001:db8::1]:5000": 403, "somewhere": 403,
	} {
		r := httptest.NewRequest(http.MethodGet, "/api/developer?as=ana", nil)
		r.RemoteAddr = from
		answer := httptest.NewRecorder()
		h.ServeHTTP(answer, r)
		assert.Equal(t, want, answer.Code, from)
	}
}

func TestTokensAreConcealed(t *testing.T) {
	for text, want := range map[string]string{
		"/interactions/12/aW50ZXJ/callback":         "/interactions/12/…/callback",
		"/webhooks/12/aW50ZXJ/messages/@original":   "/webhooks/12/…/messages/@original",
		"/webhooks/12/aW50ZXJ?wait=true":            "/webhooks/12/…?wait=true",
		`{"token":"aW50ZXJ","id":"12"}`:             `{"token":"…","id":"12"}`,
		"/channels/12/messages":                     "/channels/12/messages",
		`{"token":"Bot aW50.ZXJ-_","intents":1}`:    `{"token":"…","intents":1}`,
		`{"op":6,"d":{"token":"x","session_id":""}`: `{"op":6,"d":{"token":"…","session_id":""}`,
	} {
		assert.Equal(t, want, traffic.Conceal(text))
	}
}
