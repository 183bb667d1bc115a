package localdiscord_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
)

func TestACommandThatCannotBeTypedIsRefused(t *testing.T) {
	t.Parallel()
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
	t.Parallel()
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
