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
	w := world(t, localdiscord.Options{})
	for _, c := range []struct{ method, path string }{
		{"GET", "/channels/" + generalID + "/stickers"},
		{"PUT", "/channels/" + generalID + "/messages"},
		{"HEAD", "/users/@me"},
		{"POST", "/nonsense"},
		{"GET", "//users/@me"},
		{"GET", "/users/./@me"},
	} {
		w.ForgetViolations()
		status, r := send(t, w, c.method, c.path, M{})
		assert.Equal(t, 404, status, c.path)
		assert.Equal(t, wire.CodeGeneral, r.Code, c.path)
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
		if d, _ := schema.Open(1); d == nil {
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
	w := world(t, localdiscord.Options{CheckOneIn: 5})
	if d, _ := schema.Open(1); d == nil {
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
