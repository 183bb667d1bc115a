package localdiscord_test

import (
	"maps"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/wire"
)

// labelled returns a part of a form with an input.
func labelled(in M) M { return M{"type": 18, "label": "L", "component": in} }

// formWith returns an answer that opens a form.
func formWith(parts ...any) M {
	return M{"type": 9, "data": M{"custom_id": "form", "title": "Title", "components": parts}}
}

func with(m M, more M) M {
	m = maps.Clone(m)
	maps.Copy(m, more)
	return m
}

var (
	yesNo   = L{M{"label": "Yes", "value": "y", "default": true}, M{"label": "No", "value": "n"}}
	textIn  = M{"type": 4, "custom_id": "text", "style": 1, "value": "now", "max_length": 9}
	radioIn = M{"type": 21, "custom_id": "radio", "options": yesNo}
	checkIn = M{"type": 22, "custom_id": "checks", "options": yesNo, "required": false, "min_values": 0}
)

// showForm has the bot answer a command of Ana's with a form. raw gets what the bot receives next.
func showForm(t *testing.T, w *testWorld, answer M) (in *localdiscord.Interaction, raw <-chan []byte) {
	t.Helper()
	events := make(chan []byte, 10)
	s, got := collect(t, w)
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) {
		if e.Type == "INTERACTION_CREATE" {
			events <- e.RawData
		}
	})
	in = slash(t, w, w.Ana)
	i := <-got
	<-events
	status, r := send(t, w, "POST", "/interactions/"+i.ID+"/"+i.Token+"/callback", answer)
	require.Equal(t, 204, status, "%s %s", r.Message, r.Errors)
	require.Equal(t, localdiscord.Asked, outcome(t, in).Kind)
	return in, events
}

func TestFormIsFilledInAndSent(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	in, raw := showForm(t, w, formWith(
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
	event := string(<-raw)
	for _, part := range []string{
		`"custom_id":"text","id":2,"type":4,"value":"now"`, `"custom_id":"radio","id":4,"type":21,"value":"y"`,
		`"custom_id":"checks","id":6,"type":22,"values":["n"]`, `"values":["` + w.Bo.ID + `"]`, `"value":true`,
		`"resolved":{"members":{"` + w.Bo.ID + `"`,
	} {
		assert.Contains(t, event, part)
	}
	require.Empty(t, w.Violations())
}

func TestWrongFormsAreRefused(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	_, got := collect(t, w)
	slash(t, w, w.Ana)
	i := <-got
	long := func(n int) string { return string(make([]rune, n)) }
	for why, answer := range map[string]M{
		"no part":             formWith(),
		"six parts":           formWith(labelled(with(textIn, M{"custom_id": "a"})), labelled(with(textIn, M{"custom_id": "b"})), labelled(with(textIn, M{"custom_id": "c"})), labelled(with(textIn, M{"custom_id": "d"})), labelled(with(textIn, M{"custom_id": "e"})), labelled(radioIn)),
		"a row":               formWith(M{"type": 1, "components": L{textIn}}),
		"an input alone":      formWith(textIn),
		"no label":            formWith(M{"type": 18, "component": textIn}),
		"a long label":        formWith(with(labelled(textIn), M{"label": long(46)})),
		"a long description":  formWith(with(labelled(textIn), M{"description": long(101)})),
		"a label of a text":   formWith(labelled(with(textIn, M{"label": "L"}))),
		"a disabled input":    formWith(labelled(M{"type": 3, "custom_id": "a", "options": yesNo, "disabled": true})),
		"required, but none":  formWith(labelled(with(checkIn, M{"required": true}))),
		"one radio":           formWith(labelled(with(radioIn, M{"options": yesNo[:1]}))),
		"two chosen radios":   formWith(labelled(with(radioIn, M{"options": L{yesNo[0], with(yesNo[0].(M), M{"value": "z"})}}))),
		"a value too long":    formWith(labelled(with(textIn, M{"value": "0123456789"}))),
		"the same name twice": formWith(labelled(textIn), labelled(textIn)),
		"a button":            formWith(labelled(M{"type": 2, "custom_id": "a", "style": 1, "label": "B"})),
		"two default values":  formWith(labelled(M{"type": 6, "custom_id": "a", "default_values": L{M{"id": "1", "type": "role"}, M{"id": "2", "type": "role"}}})),
		"a long title":        {"type": 9, "data": M{"custom_id": "form", "title": long(46), "components": L{labelled(textIn)}}},
	} {
		status, _ := send(t, w, "POST", "/interactions/"+i.ID+"/"+i.Token+"/callback", answer)
		assert.Equal(t, 400, status, why)
	}
	status, r := send(t, w, "POST", "/interactions/"+i.ID+"/"+i.Token+"/callback",
		formWith(labelled(textIn), labelled(M{"type": 4, "custom_id": "other", "style": 3})))
	assert.Equal(t, 400, status)
	assert.Equal(t, wire.CodeInvalidBody, r.Code)
	assert.Contains(t, string(r.Errors), `{"data":{"components":{"1":{"component":{"style":{"_errors":[`)
}

// TestFormCannotAnswerAForm: Discord shows one form after another only by a press between them.
func TestFormCannotAnswerAForm(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	events := make(chan *discordgo.Event, 10)
	s := open(t, w, nil)
	register(t, w, s)
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) {
		if e.Type == "INTERACTION_CREATE" {
			events <- e
		}
	})
	answer := func(body M) int {
		var i struct{ ID, Token string }
		require.NoError(t, discordgo.Unmarshal((<-events).RawData, &i))
		status, _ := send(t, w, "POST", "/interactions/"+i.ID+"/"+i.Token+"/callback", body)
		return status
	}
	opener := slash(t, w, w.Ana)
	require.Equal(t, 204, answer(formWith(labelled(textIn))))
	outcome(t, opener)
	_, err := w.Ana.Submit(soon(t), opener, nil)
	require.NoError(t, err)
	require.Equal(t, 400, answer(formWith(labelled(textIn))))
	in, err := w.Ana.Submit(soon(t), opener, nil)
	require.NoError(t, err)
	require.Equal(t, 204, answer(M{"type": 4, "data": M{"content": "thanks", "flags": 64}}))
	m := outcome(t, in).Message
	require.Equal(t, opener.ID, m.Interaction.Triggering.ID)
}
