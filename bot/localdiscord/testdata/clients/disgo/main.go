// The program is a bot made with an unmodified disgo, without its compression. The test plays the
// person who uses it. The bot in ../discordjs does the same.
package main

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"

	"github.com/disgoorg/disgo"
	"github.com/disgoorg/disgo/bot"
	"github.com/disgoorg/disgo/discord"
	"github.com/disgoorg/disgo/events"
	"github.com/disgoorg/disgo/gateway"
	"github.com/disgoorg/disgo/rest"
)

func main() {
	client, err := disgo.New(os.Getenv("LOCAL_DISCORD_TOKEN"),
		bot.WithRestClientConfigOpts(rest.WithURL(os.Getenv("LOCAL_DISCORD_URL")+"/api/v10")),
		bot.WithGatewayConfigOpts(gateway.WithIntents(gateway.IntentGuilds, gateway.IntentGuildMessages),
			gateway.WithCompression(gateway.CompressionNone)),
		bot.WithEventListenerFunc(func(e *events.Ready) { report("registering", register(e.Client())) }),
		bot.WithEventListenerFunc(func(e *events.ApplicationCommandInteractionCreate) { report("command", answer(e)) }),
		bot.WithEventListenerFunc(func(e *events.ComponentInteractionCreate) {
			text := "pressed"
			report("component", e.UpdateMessage(discord.MessageUpdate{Content: &text}))
		}))
	if err == nil {
		err = client.OpenGateway(context.Background())
	}
	report("opening", err)
	select {} // until the test ends the process
}

func report(what string, err error) {
	if err != nil {
		slog.Error(what, slog.Any("err", err))
	}
}

func register(client *bot.Client) error {
	_, err := client.Rest.SetGlobalCommands(client.ApplicationID, []discord.ApplicationCommandCreate{
		discord.SlashCommandCreate{Name: "hello", Description: "hello"},
	})
	if err == nil {
		_, err = client.Rest.GetGlobalCommands(client.ApplicationID, true)
	}
	if err == nil {
		fmt.Println("ready")
	}
	return err
}

func answer(e *events.ApplicationCommandInteractionCreate) error {
	if err := e.DeferCreateMessage(false); err != nil {
		return err
	}
	text := "hello"
	_, err := e.Client().Rest.UpdateInteractionResponse(e.ApplicationID(), e.Token(), discord.MessageUpdate{
		Content: &text,
		Files:   []*discord.File{discord.NewFile("a.png", "a dot", bytes.NewReader([]byte("a dot")))},
		Components: &[]discord.LayoutComponent{discord.NewActionRow(
			discord.NewPrimaryButton("Press", "press").WithEmoji(discord.ComponentEmoji{Name: "🎲"}))},
	})
	return err
}
