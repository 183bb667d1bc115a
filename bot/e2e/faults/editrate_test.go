package faults_test

import (
	"context"
	"log/slog"
	"strconv"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord"
	"amytis/bot/discord/interactions"
	"amytis/bot/discord/message"
	"amytis/bot/discord/rest"
	"amytis/bot/localdiscord"
)

// TestEditsAndRemovalsOfButtonsShareTheLimitOfTheirChannel makes one edit more than Discord allows
// at a time, of both kinds in turn.
func TestEditsAndRemovalsOfButtonsShareTheLimitOfTheirChannel(t *testing.T) {
	t.Parallel()
	w, err := localdiscord.Playground(localdiscord.Options{EnforceRate: true}, "gardens")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, w.Close()) })
	client, err := discord.New(
		discord.Config{REST: rest.Config{Token: w.Token()[len("Bot "):], BaseURL: w.URL()}, Logger: slog.New(slog.DiscardHandler)},
		discord.Handlers{Interactions: interactions.Handlers{Interaction: func(context.Context, *discordgo.InteractionCreate) {}}},
	)
	require.NoError(t, err)
	ms, channel := client.Messages, w.Channels[0].ID
	id, err := ms.Send(t.Context(), channel, &message.Message{Content: "a"}, "")
	require.NoError(t, err)
	for n := range 3 {
		require.NoError(t, ms.Edit(t.Context(), channel, id, &message.Message{Content: strconv.Itoa(n)}))
		require.NoError(t, ms.Retire(t.Context(), channel, id, func(c string) (string, error) { return c, nil }))
	}
	require.Empty(t, w.Violations())
}
