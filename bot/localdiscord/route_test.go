package localdiscord_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"amytis/bot/localdiscord"
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
