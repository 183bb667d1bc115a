package localdiscord_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
)

// showForm has the bot answer a command of Ana's with a form.
func (w *testWorld) showForm(c *gatewayConn, answer M) *localdiscord.Interaction {
	w.t.Helper()
	in := w.slash(w.Ana)
	a := w.respond(c.interaction(), answer)
	require.Equal(w.t, 204, a.Status, a.Raw)
	require.Equal(w.t, localdiscord.Asked, outcome(w.t, in).Kind)
	return in
}

func TestFormIsFilledInAndSent(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	c := w.connected()
	in := w.showForm(c, formWith(
		labelled(textIn), labelled(radioIn), labelled(checkIn),
		labelled(M{"type": 5, "custom_id": "who", "required": false}), labelled(M{"type": 23, "custom_id": "one"})))

	for why, values := range map[string]localdiscord.Args{
		"too long":     {"text": "0123456789"},
		"empty":        {"text": " "},
		"not offered":  {"radio": "x"},
		"nothing":      {"radio": []string{}},
		"twice":        {"checks": []string{"y", "y"}},
		"nobody":       {"who": "17"},
		"no such name": {"other": "y"},
	} {
		_, err := w.Ana.Submit(soon(t), in, values)
		assert.Error(t, err, why)
	}
	_, err := w.Bo.Submit(soon(t), in, nil)
	require.Error(t, err, "it is another person's form")

	_, err = w.Ana.Submit(soon(t), in, localdiscord.Args{"checks": []string{"n"}, "who": w.Bo, "one": true})
	require.NoError(t, err)
	event := string(c.interaction().Raw)
	for _, part := range []string{
		`"custom_id":"text","id":2,"type":4,"value":"now"`, `"custom_id":"radio","id":4,"type":21,"value":"y"`,
		`"custom_id":"checks","id":6,"type":22,"values":["n"]`, `"values":["` + w.Bo.ID + `"]`, `"value":true`,
		`"resolved":{"members":{"` + w.Bo.ID + `"`,
	} {
		assert.Contains(t, event, part)
	}
	require.Empty(t, w.Violations())
}

// TestFormCannotAnswerAForm: Discord shows one form after another only by a press between them.
func TestFormCannotAnswerAForm(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	c := w.connected()
	opener := w.showForm(c, formWith(labelled(textIn)))
	in, err := w.Ana.Submit(soon(t), opener, nil)
	require.NoError(t, err)
	i := c.interaction()
	require.Equal(t, 400, w.respond(i, formWith(labelled(textIn))).Status)
	require.Equal(t, 204, w.respond(i, whisper("thanks")).Status)
	require.Equal(t, opener.ID, outcome(t, in).Message.Interaction.Triggering.ID)
}
