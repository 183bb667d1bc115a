package localdiscord_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/wire"
)

func TestAnAnswerAfterThreeSecondsIsTooLate(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{AnswerWithin: 50 * time.Millisecond})
	c := w.connected()
	in := w.slash(w.Ana)
	i := c.interaction()
	out := outcome(t, in)
	assert.Equal(t, localdiscord.Failed, out.Kind)
	assert.Equal(t, localdiscord.NotResponded, out.Failure)
	assert.Equal(t, wire.CodeUnknownInteraction, w.respond(i, reply("late")).Code)
	require.Len(t, w.Violations(), 1)
	assert.Equal(t, wire.CodeUnknownInteraction, w.Violations()[0].Code)
	assert.NotContains(t, w.Violations()[0].Request+w.Violations()[0].Detail, i.Token)
	assert.Empty(t, w.General.Messages())
}

func TestASecondAnswerIsRefused(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	c := w.connected()
	in := w.slash(w.Ana)
	i := c.interaction()
	assert.Zero(t, w.respond(i, reply("first")).Code)
	assert.Equal(t, wire.CodeAlreadyAnswered, w.respond(i, reply("second")).Code)
	assert.Equal(t, "first", outcome(t, in).Message.Content)
	assert.Len(t, w.General.Messages(), 1)
	assert.Equal(t, wire.CodeAlreadyAnswered, w.Violations()[0].Code)
	assert.Empty(t, w.Violations(wire.CodeAlreadyAnswered))
}

func TestATokenExpiresAfterFifteenMinutes(t *testing.T) {
	t.Parallel()
	clock := &clock{}
	w := world(t, localdiscord.Options{Now: clock.now})
	c := w.connected()
	w.slash(w.Ana)
	i := c.interaction()
	assert.Equal(t, wire.CodeUnknownWebhook, w.hook("POST", i, "", M{"content": "too early"}).Code)
	assert.Zero(t, w.respond(i, reply("first")).Code)
	clock.add(14 * time.Minute)
	m := w.hook("POST", i, "", M{"content": "more", "flags": 64})
	assert.Equal(t, "more", w.Message(m.ID).Content)
	w.hook("PATCH", i, "/messages/"+m.ID, M{"content": "even more"})
	assert.Equal(t, "even more", w.Message(m.ID).Content)
	clock.add(2 * time.Minute)
	assert.Equal(t, wire.CodeInvalidToken, w.hook("PATCH", i, "/messages/@original", M{"content": "too late"}).Code)
	assert.Empty(t, w.Violations(wire.CodeUnknownWebhook, wire.CodeInvalidToken))
}
