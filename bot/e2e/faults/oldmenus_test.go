package faults_test

import (
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/e2e/harness"
)

// TestMenusOfOldMessagesOpenAForm chooses in menus that messages had before there were forms.
func TestMenusOfOldMessagesOpenAForm(t *testing.T) {
	t.Parallel()
	env := harness.New(t, harness.Options{})
	ana, ch := env.NewManager("Ana", "en-US"), env.Guild.AddChannel("gardens")
	ana.MustCommand(ch, "game new", nil)
	env.Settle()
	join, known := control.Parse(ch.Last().Controls()[0].CustomID)
	require.True(t, known)
	m := &message.Message{Content: "Babylon"}
	var menus []string
	for _, c := range []control.Control{
		{Action: control.Option, Arg: "overlap"}, {Action: control.Limit}, {Action: control.Hints}, {Action: control.Channels},
	} {
		c.Table = join.Table
		menus = append(menus, c.ID())
		m.Components = append(m.Components, control.Row(discordgo.SelectMenu{
			CustomID: c.ID(), Options: []discordgo.SelectMenuOption{{Label: "a", Value: "true"}},
		}))
	}
	id, err := messagesOf(env).Send(t.Context(), ch.ID, m, "")
	require.NoError(t, err)
	titles := []string{"bot.lobby.options", "bot.lobby.options", "bot.lobby.options", "bot.form.settings.title"}
	for i, menu := range menus {
		chosen, err := ana.Select(t.Context(), env.Discord.Message(id), menu, "true")
		require.NoError(t, err)
		got, err := chosen.Wait(t.Context())
		require.NoError(t, err)
		require.NotNil(t, got.Form, "%+v", got)
		require.Equal(t, ana.T(titles[i]), got.Form.Title)
	}
	env.CheckClean()
}
