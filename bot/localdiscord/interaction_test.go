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

func (w *testWorld) showForm(c *gatewayConn, answer M) *localdiscord.Interaction {
	in := w.slash(w.Ana)
	a := w.respond(c.interaction(), answer)
	require.Equal(w.t, 204, a.Status, a.Raw)
	require.Equal(w.t, localdiscord.Asked, outcome(w.t, in).Kind)
	return in
}

func TestFormIsFilledInAndSent(t *testing.T) {
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

func TestACommandThatCannotBeTypedIsRefused(t *testing.T) {
	w := world(t, localdiscord.Options{})
	w.register()
	for name, c := range map[string]struct {
		command string
		args    localdiscord.Args
		why     string
	}{
		"unknown command":    {"weed", nil, "no such command"},
		"missing subcommand": {"garden", nil, "subcommand is missing"},
		"unknown subcommand": {"garden weed", nil, "no subcommand"},
		"unknown option":     {"garden end", localdiscord.Args{"x": 1}, "no option"},
		"missing option":     {"garden dig", nil, "required"},
		"wrong type":         {"garden dig", localdiscord.Args{"tile": 7}, "is not text"},
		"out of range":       {"garden dig", localdiscord.Args{"tile": "a", "level": 9}, "out of range"},
		"typed out of range": {"garden dig", localdiscord.Args{"tile": "a", "level": "9"}, "9 is out of range"},
		"typed no number":    {"garden dig", localdiscord.Args{"tile": "a", "level": "up"}, "up is not such a number"},
		"not a choice":       {"garden dig", localdiscord.Args{"tile": "a", "corner": "up"}, "not among"},
		"nobody":             {"garden dig", localdiscord.Args{"tile": "a", "player": "12"}, "cannot be chosen"},
		"no permission":      {"settings", nil, "no such command"},
	} {
		_, err := w.Bo.Slash(soon(t), w.General, c.command, c.args)
		var refused *localdiscord.RefusedError
		if assert.ErrorAs(t, err, &refused, name) {
			assert.Contains(t, err.Error(), c.why, name)
		}
	}
	_, err := w.Ana.Slash(soon(t), w.General, "settings", nil)
	assert.NoError(t, err, "ana may manage the guild")
	_, err = w.Bo.Autocomplete(soon(t), w.General, "garden dig", nil, "level", "2")
	assert.ErrorContains(t, err, "no such option with autocomplete")
	leaf := w.Bo.Commands(w.General)[0]
	assert.Equal(t, []string{"jardin creuser", "tuile", "nord-ouest"},
		[]string{leaf.Path, leaf.Options[0].Name, leaf.Options[2].Choices[0].Name}, "people read commands in their language")
}

func TestAPressThatIsNotOfferedIsRefused(t *testing.T) {
	w := world(t, localdiscord.Options{})
	menu := rawSelect(3, M{"min_values": 1, "max_values": 2})
	panel := w.posted(generalID, M{"components": L{
		rawRow(rawButton("go"), with(rawButton("off"), M{"disabled": true})), rawRow(menu)}})
	press := func(u *localdiscord.User, control string, values ...string) (err error) {
		if values != nil {
			_, err = u.Select(soon(t), panel, control, values...)
		} else {
			_, err = u.Press(soon(t), panel, control)
		}
		return err
	}
	assert.ErrorContains(t, press(w.Bo, "off"), "disabled")
	assert.ErrorContains(t, press(w.Bo, "s"), "menus are chosen from")
	assert.ErrorContains(t, press(w.Bo, "s", "d"), "not offered")
	assert.ErrorContains(t, press(w.Bo, "s", "0", "1", "2"), "3 values")
	assert.NoError(t, press(w.Bo, "s", "0", "2"))
	_, err := w.Bo.Select(soon(t), panel, "s")
	assert.ErrorContains(t, err, "0 values")
	require.Equal(t, 200, w.edit(panel.ID, M{"content": "over", "components": L{}}).Status)
	assert.ErrorContains(t, press(w.Bo, "go"), "no such control", "the message as it is now counts")
	assert.Empty(t, w.Violations())
}
