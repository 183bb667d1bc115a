package discord_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord"
	"amytis/bot/discord/interactions"
	"amytis/bot/discord/message"
	"amytis/bot/discord/rest"
)

// This bot answers every interaction until it is stopped or Discord ends the connection for good.
func Example() {
	var client *discord.Client
	client, err := discord.New(discord.Config{REST: rest.Config{Token: os.Getenv("DISCORD_TOKEN")}}, discord.Handlers{Interactions: interactions.Handlers{
		Interaction: func(ctx context.Context, i *discordgo.InteractionCreate) {
			answer := interactions.Whisper(&message.Message{Content: "Your turn."})
			if _, err := client.Responder.Respond(ctx, i.Interaction, answer); errors.Is(err, rest.ErrTooLate) {
				return // the player sees the failure and presses again
			}
		},
		Busy: func(ctx context.Context, i *discordgo.InteractionCreate) {
			_, _ = client.Responder.Respond(ctx, i.Interaction, interactions.Whisper(&message.Message{Content: "One moment, please."}))
		},
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := client.Run(ctx); err != nil {
		fmt.Println(err)
	}
}

// An outbox decides in this way what to do with a message that was not sent.
func ExampleMessages_Send() {
	deliver := func(messages *discord.Messages, channel, nonce string, m *message.Message) (again time.Duration, done bool) {
		_, err := messages.Send(context.Background(), channel, m, nonce)
		switch {
		case err == nil:
			return 0, true
		case errors.Is(err, rest.ErrTemporary):
			return max(rest.RetryAfter(err), time.Second), false
		default: // forbidden or gone: it can never be delivered
			return 0, true
		}
	}
	_ = deliver
}
