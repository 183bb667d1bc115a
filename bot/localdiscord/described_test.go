package localdiscord_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/schema"
	"amytis/bot/localdiscord/traffic"
	"amytis/bot/localdiscord/wire"
)

func TestUnknownRoutesAreRefusedAndRecorded(t *testing.T) {
	t.Parallel()
	w := strictWorld(t, localdiscord.Options{})
	channel, guild := "/channels/"+generalID, "/guilds/"+localdiscord.BabylonID
	for _, c := range []struct {
		method, path string
		status, code int
	}{
		{"PUT", channel + "/messages/1/reactions/x/@me", 403, wire.CodeMissingPermissions},
		{"GET", channel + "/messages/pins", 403, wire.CodeMissingPermissions},
		{"PUT", channel + "/messages/pins/1", 403, wire.CodeMissingPermissions},
		{"POST", channel + "/messages/bulk-delete", 403, wire.CodeMissingPermissions},
		{"POST", channel + "/polls/1/expire", 403, wire.CodeMissingPermissions},
		{"GET", channel + "/threads/archived/public", 403, wire.CodeMissingPermissions},
		{"GET", channel + "/threads/archived/private", 403, wire.CodeMissingPermissions},
		{"GET", channel + "/webhooks", 403, wire.CodeMissingPermissions},
		{"POST", channel + "/webhooks", 403, wire.CodeMissingPermissions},
		{"POST", guild + "/roles", 403, wire.CodeMissingPermissions},
		{"PUT", guild + "/members/" + localdiscord.AnaID + "/roles/1", 403, wire.CodeMissingPermissions},
		{"GET", channel + "/stickers", 404, wire.CodeGeneral},
		{"PUT", channel + "/messages", 404, wire.CodeGeneral},
		{"HEAD", "/users/@me", 404, wire.CodeGeneral},
		{"POST", "/nonsense", 404, wire.CodeGeneral},
		{"GET", "//users/@me", 404, wire.CodeGeneral},
		{"GET", "/users/./@me", 404, wire.CodeGeneral},
	} {
		w.ForgetViolations()
		status, r := send(t, w, c.method, c.path, M{})
		assert.Equal(t, c.status, status, c.path)
		assert.Equal(t, c.code, r.Code, c.path)
		violations := w.Violations()
		if assert.Len(t, violations, 1, c.path) {
			assert.Equal(t, traffic.UnknownRoute, violations[0].Kind)
		}
	}
}

func TestBodiesAreCheckedAgainstTheDescriptionIfItIsAtHand(t *testing.T) {
	bothWays(t, func(t *testing.T, w *testWorld) {
		root, _ := send(t, w, "POST", "/channels/"+generalID+"/messages", M{"content": "root"})
		require.Equal(t, 200, root)
		// The limit of 6 hours is only in the description, not in our checks.
		status, r := send(t, w, "POST", "/channels/"+generalID+"/messages/"+w.General.Last().ID+"/threads",
			M{"name": "t", "rate_limit_per_user": 21601})
		if d, _ := schema.Open(1, false); d == nil {
			assert.Equal(t, 201, status, "%s %s", r.Message, r.Errors)
			return
		}
		assert.Equal(t, 400, status)
		assert.Contains(t, string(r.Errors), "LOCAL_SCHEMA")
	})
}

func TestADescriptionThatIsNamedMustExist(t *testing.T) {
	t.Setenv(description, "/nowhere/openapi.json")
	_, err := localdiscord.Start(localdiscord.Options{})
	assert.Error(t, err)
}

func TestAShareOfTheBodiesIsCheckedIfTheOptionsSaySo(t *testing.T) {
	t.Parallel()
	w := strictWorld(t, localdiscord.Options{CheckOneIn: 5})
	if d, _ := schema.Open(1, false); d == nil {
		t.Skip("the description is not here")
	}
	counts := map[int]int{}
	for range 20 {
		// That a nonce is no flag is only in the description.
		status, _ := send(t, w, "POST", "/channels/"+generalID+"/messages", M{"content": "a", "nonce": true})
		counts[status]++
	}
	assert.Positive(t, counts[400], "checked")
	assert.Greater(t, counts[200], counts[400], "not checked")
}
