package faults_test

import (
	"context"
	"fmt"
	"log/slog"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord"
	"amytis/bot/discord/control"
	"amytis/bot/discord/interactions"
	"amytis/bot/discord/message"
	"amytis/bot/discord/rest"
	"amytis/bot/e2e/harness"
)

// messagesOf returns messages of the bot that are sent beside the running bot's.
func messagesOf(env *harness.Env) *discord.Messages {
	env.Helper()
	client, err := discord.New(
		discord.Config{REST: rest.Config{Token: env.Discord.Token(), BaseURL: env.Discord.URL()}, Logger: slog.New(env.BotLog)},
		discord.Handlers{Interactions: interactions.Handlers{Interaction: func(context.Context, *discordgo.InteractionCreate) {}}},
	)
	require.NoError(env, err)
	return client.Messages
}

func TestControlInADirectMessageIsRefusedInWords(t *testing.T) {
	t.Parallel()
	env, ch, first, _ := harness.StartedGame(t, harness.Options{}, "en-US", nil)
	play := ch.Last().Controls()
	require.NotEmpty(t, play)
	ids := []string{control.Control{Action: control.Join, Table: 7}.ID(), "unknown", play[0].CustomID}
	for i, locale := range harness.Locales {
		p := env.NewPlayer(fmt.Sprint("Reader", i), locale)
		if i == 0 {
			p = first
		}
		var row discordgo.ActionsRow
		for _, id := range ids {
			row.Components = append(row.Components, discordgo.Button{Label: id, CustomID: id, Style: discordgo.PrimaryButton})
		}
		menu := discordgo.SelectMenu{CustomID: "menu", Options: []discordgo.SelectMenuOption{{Label: "a", Value: "a"}}}
		_, err := messagesOf(env).Direct(t.Context(), p.ID, &message.Message{
			Content: "It's your turn.", Components: []discordgo.MessageComponent{row, discordgo.ActionsRow{
				Components: []discordgo.MessageComponent{menu},
			}},
		}, "")
		require.NoError(t, err)
		sent := p.DirectMessages()[0]
		for _, id := range ids {
			want := p.T("bot.error.unknown")
			if id != "unknown" { // a table that is not there, and one of a server
				want = "⛔ " + p.T("table.refused.foreign_control")
			}
			require.Equal(t, want, p.MustWait(p.Press(t.Context(), sent, id)).Content)
		}
		require.Equal(t, p.T("bot.error.unknown"), p.MustChoose(sent, "menu", "a").Content)
	}
	env.CheckClean()
}
