package localdiscord_test

import (
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
)

func TestASlashCommandIsAnswered(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	seen := make(chan *discordgo.InteractionCreate, 1)
	s := open(t, w, func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		seen <- i
		assert.NoError(t, s.InteractionRespond(i.Interaction, say("dug", 0)))
	})
	register(t, w, s)

	in, err := w.Bo.Slash(soon(t), w.General, "jardin creuser",
		localdiscord.Args{"tuile": "GR2", "level": 3, "corner": "nord-ouest", "player": w.Cleo})
	require.NoError(t, err)
	out, err := in.Wait(soon(t))
	require.NoError(t, err)
	assert.Equal(t, localdiscord.Replied, out.Kind)
	assert.Equal(t, "dug", out.Message.Content)

	i := <-seen
	assert.Equal(t, discordgo.Locale("fr"), i.Locale)
	assert.Equal(t, localdiscord.BoID, i.Member.User.ID)
	assert.Equal(t, localdiscord.BabylonID, i.GuildID)
	assert.NotZero(t, i.AppPermissions&discordgo.PermissionAttachFiles)
	data := i.ApplicationCommandData()
	assert.Equal(t, "garden", data.Name, "payloads carry default names")
	dig := data.Options[0]
	assert.Equal(t, "dig", dig.Name)
	assert.Equal(t, "GR2", dig.GetOption("tile").StringValue())
	assert.EqualValues(t, 3, dig.GetOption("level").IntValue())
	assert.Equal(t, "nw", dig.GetOption("corner").StringValue())
	assert.Equal(t, localdiscord.CleoID, dig.GetOption("player").UserValue(nil).ID)
	assert.Equal(t, "cleo", data.Resolved.Users[localdiscord.CleoID].Username)
	assert.Empty(t, w.Violations())
}

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
}

func TestPressesAndSelectionsAreAnswered(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	one := 1
	menu := discordgo.SelectMenu{CustomID: "menu", MinValues: &one, MaxValues: 2, Options: []discordgo.SelectMenuOption{
		{Label: "A", Value: "a"}, {Label: "B", Value: "b"}, {Label: "C", Value: "c"}}}
	off := button("off")
	off.Disabled = true
	s := open(t, w, func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		respond := func(r *discordgo.InteractionResponse) { assert.NoError(t, s.InteractionRespond(i.Interaction, r)) }
		switch i.Type {
		case discordgo.InteractionApplicationCommand:
			respond(say("panel", 0, row(button("go"), off), row(menu)))
		case discordgo.InteractionMessageComponent:
			switch d := i.MessageComponentData(); d.CustomID {
			case "go":
				r := say("went by "+i.Member.User.Username, 0)
				r.Data.Components = []discordgo.MessageComponent{}
				r.Type = discordgo.InteractionResponseUpdateMessage
				respond(r)
			case "menu":
				respond(say("chose "+d.Values[0]+d.Values[1], discordgo.MessageFlagsEphemeral))
			}
		}
	})
	register(t, w, s)
	ctx := soon(t)
	in, err := w.Ana.Slash(ctx, w.General, "garden end", nil)
	require.NoError(t, err)
	out, err := in.Wait(ctx)
	require.NoError(t, err)
	panel := out.Message

	_, err = w.Bo.Press(ctx, panel, "off")
	assert.ErrorContains(t, err, "disabled")
	_, err = w.Bo.Press(ctx, panel, "menu")
	assert.ErrorContains(t, err, "menus are chosen from")
	_, err = w.Bo.Select(ctx, panel, "menu", "d")
	assert.ErrorContains(t, err, "not offered")
	_, err = w.Bo.Select(ctx, panel, "menu")
	assert.ErrorContains(t, err, "0 values")

	in, err = w.Bo.Select(ctx, panel, "menu", "a", "c")
	require.NoError(t, err)
	out, _ = in.Wait(ctx)
	assert.Equal(t, "chose ac", out.Message.Content)
	assert.Len(t, w.Bo.Messages(w.General), 2)
	assert.Len(t, w.Ana.Messages(w.General), 1, "only its user sees an ephemeral message")

	in, err = w.Bo.Press(ctx, panel, "go")
	require.NoError(t, err)
	out, _ = in.Wait(ctx)
	assert.Equal(t, localdiscord.Updated, out.Kind)
	assert.Equal(t, panel.ID, out.Message.ID)
	assert.Equal(t, "went by bo", w.Message(panel.ID).Content)
	_, err = w.Bo.Press(ctx, panel, "go")
	assert.ErrorContains(t, err, "no such control", "the message as it is now counts")
	assert.Len(t, w.History(panel.ID), 2)
	assert.Empty(t, w.Violations())
}

func TestAutocompleteSuggestsInTheUsersLanguage(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	s := open(t, w, func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		o := i.ApplicationCommandData().Options[0].Options
		choices := []*discordgo.ApplicationCommandOptionChoice{}
		for _, o := range o {
			if o.Focused && o.StringValue() == "G" {
				choices = append(choices, &discordgo.ApplicationCommandOptionChoice{Name: "granite", Value: "GR2",
					NameLocalizations: map[discordgo.Locale]string{discordgo.French: "granit"}})
			}
		}
		assert.NoError(t, s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{
			Type: discordgo.InteractionApplicationCommandAutocompleteResult,
			Data: &discordgo.InteractionResponseData{Choices: choices}}))
	})
	register(t, w, s)
	choices, err := w.Bo.Autocomplete(soon(t), w.General, "garden dig", localdiscord.Args{"level": 2}, "tile", "G")
	require.NoError(t, err)
	assert.Equal(t, []localdiscord.Choice{{Name: "granit", Value: "GR2"}}, choices)
	choices, err = w.Bo.Autocomplete(soon(t), w.General, "garden dig", nil, "tile", "zzz")
	require.NoError(t, err)
	assert.Empty(t, choices)
	_, err = w.Bo.Autocomplete(soon(t), w.General, "garden dig", nil, "level", "2")
	assert.ErrorContains(t, err, "no such option with autocomplete")
	assert.Empty(t, w.Violations())
}
