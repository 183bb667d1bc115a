package localdiscord_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"amytis/bot/localdiscord"
)

// faced returns a row with a button of a label and an emoji, nil for none.
func faced(label string, emoji any) M {
	b := M{"type": 2, "style": 1, "custom_id": "a", "label": label}
	if emoji != nil {
		b["emoji"] = emoji
	}
	return rawRow(b)
}

func TestNonsenseAndBlanksAreRefused(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	option := func(label string, emoji any) L {
		o := M{"label": label, "value": "v"}
		if emoji != nil {
			o["emoji"] = emoji
		}
		return L{rawRow(M{"type": 3, "custom_id": "s", "options": L{o}})}
	}
	for name, c := range map[string]struct {
		body M
		at   string // "" if it passes
	}{
		"blank button label":           {M{"components": L{faced(" ", nil)}}, "label"},
		"blank label and emoji":        {M{"components": L{faced("", M{"name": "🎲"})}}, ""},
		"keycap":                       {M{"components": L{faced("", M{"name": "1️⃣"})}}, ""},
		"flag":                         {M{"components": L{faced("", M{"name": "🇫🇷"})}}, ""},
		"joined emoji":                 {M{"components": L{faced("", M{"name": "🧑🏽‍🌾"})}}, ""},
		"emoji without selector":       {M{"components": L{faced("", M{"name": "✏"})}}, ""},
		"flag of a region":             {M{"components": L{faced("", M{"name": "🏴󠁧󠁢󠁳󠁣󠁴󠁿"})}}, ""},
		"unknown custom emoji":         {M{"components": L{faced("b", M{"id": "123456789012345", "name": "x"})}}, "id"},
		"emoji id that is no id":       {M{"components": L{faced("b", M{"id": "🎲"})}}, "id"},
		"letters as emoji":             {M{"components": L{faced("b", M{"name": "dice"})}}, "name"},
		"digit as emoji":               {M{"components": L{faced("b", M{"name": "1"})}}, "name"},
		"two emoji":                    {M{"components": L{faced("b", M{"name": "🎲🎲"})}}, "name"},
		"empty emoji":                  {M{"components": L{faced("b", M{})}}, "name"},
		"blank option label":           {M{"components": option(" ", nil)}, "label"},
		"letters as option emoji":      {M{"components": option("o", M{"name": "dice"})}, "name"},
		"option emoji":                 {M{"components": option("o", M{"name": "♟️"})}, ""},
		"empty embed":                  {M{"embeds": L{M{}}}, "description"},
		"embed with only a color":      {M{"embeds": L{M{"color": 5}}}, "description"},
		"embed with only a footer":     {M{"embeds": L{M{"footer": M{"text": "f"}}}}, ""},
		"blank embed title":            {M{"embeds": L{M{"title": " ", "description": "d"}}}, "title"},
		"blank embed description":      {M{"embeds": L{M{"title": "t", "description": "\n"}}}, "description"},
		"blank name of an embed":       {M{"embeds": L{M{"fields": L{M{"name": " ", "value": "v"}}}}}, "name"},
		"blank value of an embed":      {M{"embeds": L{M{"fields": L{M{"name": "n", "value": " "}}}}}, "value"},
		"zero-width field of an embed": {M{"embeds": L{M{"fields": L{M{"name": "\u200b", "value": "v"}}}}}, ""},
		"blank text display":           {M{"flags": v2, "components": L{textDisplay(" ")}}, "content"},
	} {
		status, r := send(t, w, "POST", "/channels/"+generalID+"/messages", c.body)
		if c.at == "" {
			assert.Equal(t, 200, status, "%s: %s %s", name, r.Message, r.Errors)
			continue
		}
		assert.Equal(t, 400, status, name)
		assert.Contains(t, string(r.Errors), `"`+c.at+`":{"_errors"`, name)
	}
	root := w.General.Last()
	status, r := send(t, w, "POST", "/channels/"+generalID+"/messages/"+root.ID+"/threads", M{"name": " "})
	assert.Equal(t, 400, status)
	assert.Contains(t, string(r.Errors), `"name":{"_errors"`)
}
