package localdiscord_test

import (
	"context"
	"fmt"
	"net/http"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/localdiscord"
)

// A bot runs against a world, and a person uses it.
func ExamplePlayground() {
	world, err := localdiscord.Playground(localdiscord.Options{}, "general")
	if err != nil {
		panic(err)
	}
	defer world.Close()

	bot, _ := discordgo.New(world.Token())
	bot.Client = &http.Client{Transport: world.Transport(nil)}
	bot.Identify.Intents = discordgo.IntentGuilds
	bot.StateEnabled = false
	bot.AddHandler(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		_ = s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseChannelMessageWithSource,
			Data: &discordgo.InteractionResponseData{Content: "Hello, " + i.Member.User.GlobalName}})
	})
	if err := bot.Open(); err != nil {
		panic(err)
	}
	defer leave(bot)
	_, _ = bot.ApplicationCommandBulkOverwrite(world.ApplicationID(), "",
		[]*discordgo.ApplicationCommand{{Name: "hello", Description: "Say hello"}})

	interaction, err := world.Ana.Slash(context.Background(), world.Channels[0], "hello", nil)
	if err != nil {
		panic(err)
	}
	outcome, _ := interaction.Wait(context.Background())
	fmt.Println(outcome.Kind, outcome.Message.Content, len(world.Violations()))
	// Output: replied Hello, Ana 0
}
