package localdiscord_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/traffic"
	"amytis/bot/localdiscord/wire"
)

// TestWrongRequestsAreRefusedAndRecorded each as one violation.
func TestWrongRequestsAreRefusedAndRecorded(t *testing.T) {
	w := world(t, localdiscord.Options{})
	root, mine := w.posted(generalID, "a"), w.posted(generalID, "b")
	said, err := w.Ana.Say(w.General, "hello")
	require.NoError(t, err)
	dm := w.conversation(w.Bo.ID).ID
	w.must("POST", messages+"/"+mine.ID+"/threads", M{"name": "thread"})
	app := "/applications/" + w.BotID()
	for _, c := range []struct {
		method, path string
		body         M
		status, code int
	}{
		{"GET", "/channels/" + generalID + "/stickers", nil, 404, 0},
		{"PUT", messages, nil, 404, 0},
		{"HEAD", "/users/@me", nil, 404, 0},
		{"POST", "/nonsense", nil, 404, 0},
		{"GET", "//users/@me", nil, 404, 0},
		{"GET", "/users/./@me", nil, 404, 0},

		{"GET", "/guilds/" + nobodyID, nil, 404, wire.CodeUnknownGuild},
		{"GET", "/guilds/" + w.Babylon.ID + "/members/" + nobodyID, nil, 404, wire.CodeUnknownMember},
		{"GET", "/channels/" + nobodyID, nil, 404, wire.CodeUnknownChannel},
		{"GET", messages + "?limit=101", nil, 400, wire.CodeInvalidBody},
		{"GET", messages + "?limit=no", nil, 400, wire.CodeInvalidBody},
		{"PATCH", messages + "/" + nobodyID, M{"content": "a"}, 404, wire.CodeUnknownMessage},
		{"PATCH", messages + "/" + said.ID, M{"content": "a"}, 403, wire.CodeNotYourMessage},
		{"DELETE", messages + "/" + said.ID, nil, 403, wire.CodeMissingPermissions},
		{"PATCH", "/channels/" + generalID, M{"archived": true}, 403, wire.CodeMissingPermissions},
		{"POST", messages + "/" + root.ID + "/threads", M{"name": " "}, 400, wire.CodeInvalidBody},
		{"POST", messages + "/" + root.ID + "/threads", M{"name": "x", "auto_archive_duration": 61}, 400, wire.CodeInvalidBody},
		{"POST", messages + "/" + mine.ID + "/threads", M{"name": "again"}, 400, wire.CodeThreadExists},
		{"POST", "/channels/" + dm + "/messages/" + dm + "/threads", M{"name": "x"}, 403, wire.CodeMissingPermissions},

		{"POST", "/users/@me/channels", M{"recipient_id": w.BotID()}, 400, wire.CodeCannotDM},
		{"POST", "/users/@me/channels", M{"recipient_id": nobodyID}, 400, wire.CodeInvalidRecipient},
		{"POST", "/users/@me/channels", M{"recipient_id": "ana"}, 400, wire.CodeInvalidBody},
		{"POST", "/applications/" + nobodyID + "/emojis", M{"name": "rose"}, 403, wire.CodeNotYourApplication},
		{"DELETE", app + "/emojis/" + nobodyID, nil, 404, wire.CodeUnknownEmoji},
		{"GET", "/applications/" + nobodyID + "/commands", nil, 403, wire.CodeNotYourApplication},
		{"POST", "/interactions/" + nobodyID + "/token/callback", reply("a"), 404, wire.CodeUnknownInteraction},
		{"POST", "/webhooks/" + nobodyID + "/token", M{"content": "a"}, 404, wire.CodeUnknownWebhook},
	} {
		w.ForgetViolations()
		a := w.send(c.method, c.path, c.body)
		assert.Equal(t, [2]int{c.status, c.code}, [2]int{a.Status, a.Code}, "%s %s: %s", c.method, c.path, a.Raw)
		if violations := w.Violations(); assert.Len(t, violations, 1, c.path) {
			assert.Equal(t, c.status == 404 && c.code == 0, violations[0].Kind == traffic.UnknownRoute, c.path)
		}
	}
}

func TestRequestsWithoutTheTokenOrInAnotherFormAreRefused(t *testing.T) {
	w := world(t, localdiscord.Options{})
	for _, c := range []struct {
		token, kind, body string
		status, code      int
	}{
		{"Bot somebody-else", "application/json", `{"content": "a"}`, 401, 0},
		{w.Token(), "text/plain", `{"content": "a"}`, 400, wire.CodeInvalidBody},
		{w.Token(), "multipart/form-data; boundary=x", "no parts", 400, wire.CodeInvalidJSON},
		{w.Token(), "multipart/form-data; boundary=x", part("a.png", "file"), 400, wire.CodeInvalidBody},
		{w.Token(), "multipart/form-data; boundary=x", part("a.png", "files[0]") + part("b.png", "files[0]"), 400, wire.CodeInvalidBody},
		{w.Token(), "application/json", `{`, 400, wire.CodeInvalidJSON},
	} {
		w.ForgetViolations()
		r, err := http.NewRequest("POST", w.URL()+"/api/v10"+messages, strings.NewReader(c.body))
		require.NoError(t, err)
		r.Header.Set("Authorization", c.token)
		r.Header.Set("Content-Type", c.kind)
		a, err := w.answerTo(r)
		require.NoError(t, err)
		assert.Equal(t, [2]int{c.status, c.code}, [2]int{a.Status, a.Code}, c.body)
		assert.Len(t, w.Violations(), 1)
	}
	assert.Empty(t, w.General.Messages())
}

// part returns a file of a multipart body.
func part(file, name string) string {
	return "--x\r\nContent-Disposition: form-data; name=\"" + name + "\"; filename=\"" + file + "\"\r\n\r\ndata\r\n"
}
