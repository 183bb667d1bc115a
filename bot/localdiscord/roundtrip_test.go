package localdiscord_test

import (
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
)

func TestACommandThatCannotBeTypedIsRefused(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	register(t, w, session(t, w))
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
}

func TestAPressThatIsNotOfferedIsRefused(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	s, _ := collect(t, w)
	one := 1
	menu := discordgo.SelectMenu{CustomID: "menu", MinValues: &one, MaxValues: 2, Options: []discordgo.SelectMenuOption{
		{Label: "A", Value: "a"}, {Label: "B", Value: "b"}, {Label: "C", Value: "c"}}}
	off := button("off")
	off.Disabled = true
	sent, err := s.ChannelMessageSendComplex(w.General.ID, &discordgo.MessageSend{
		Components: []discordgo.MessageComponent{row(button("go"), off), row(menu)},
	})
	require.NoError(t, err)
	ctx, panel := soon(t), w.Message(sent.ID)
	_, err = w.Bo.Press(ctx, panel, "off")
	assert.ErrorContains(t, err, "disabled")
	_, err = w.Bo.Press(ctx, panel, "menu")
	assert.ErrorContains(t, err, "menus are chosen from")
	_, err = w.Bo.Select(ctx, panel, "menu", "d")
	assert.ErrorContains(t, err, "not offered")
	_, err = w.Bo.Select(ctx, panel, "menu")
	assert.ErrorContains(t, err, "0 values")
	_, err = w.Bo.Select(ctx, panel, "menu", "a", "c")
	assert.NoError(t, err)
	_, err = s.ChannelMessageEditComplex(&discordgo.MessageEdit{
		Channel: sent.ChannelID, ID: sent.ID, Content: new("over"), Components: &[]discordgo.MessageComponent{},
	})
	require.NoError(t, err)
	_, err = w.Bo.Press(ctx, panel, "go")
	assert.ErrorContains(t, err, "no such control", "the message as it is now counts")
	assert.Empty(t, w.Violations())
}

func TestPeopleReadCommandsInTheirLanguage(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	register(t, w, session(t, w))
	leaf := w.Bo.Commands(w.General)[0]
	assert.Equal(t, []string{"jardin creuser", "tuile", "nord-ouest"},
		[]string{leaf.Path, leaf.Options[0].Name, leaf.Options[2].Choices[0].Name})
}
