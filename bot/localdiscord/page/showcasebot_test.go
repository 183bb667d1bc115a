package page_test

import (
	"bytes"
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/discordgotest"
)

// showcase returns a playground with a bot that uses all parts of messages, most of which the games
// never use.
func showcase(t testing.TB) (*playground, *discordgo.Session) {
	return thoughtful(t, localdiscord.Options{AnswerWithin: patience}, nil)
}

// thoughtful returns a showcase whose bot thinks until thought is closed.
func thoughtful(t testing.TB, options localdiscord.Options, thought <-chan struct{}) (*playground, *discordgo.Session) {
	t.Helper()
	world := newWorld(t, options)
	p := &playground{TB: t, world: world, page: serveAt(t, world, "127.0.0.1:0", localdiscord.Serving{})}
	t.Cleanup(p.close)
	bot, err := discordgo.New(world.Token())
	require.NoError(t, err)
	bot.Identify.Intents = discordgo.IntentGuilds
	bot.StateEnabled = false
	bot.ShouldReconnectOnError = false
	bot.Client = &http.Client{Transport: discordgotest.Transport(world.URL())}
	bot.AddHandler(func(s *discordgo.Session, i *discordgo.InteractionCreate) { answerShowcase(s, i, thought) })
	require.NoError(t, bot.Open())
	t.Cleanup(func() {
		bot.Client.CloseIdleConnections()
		leaving.Go(func() { _ = bot.Close() })
	})
	_, err = bot.ApplicationCommandBulkOverwrite(world.BotID(), "", []*discordgo.ApplicationCommand{
		{Name: "think", Description: "Think for a while"},
		{Name: "silent", Description: "Never answer"},
	})
	require.NoError(t, err)
	return p, bot
}

func answerShowcase(s *discordgo.Session, i *discordgo.InteractionCreate, thought <-chan struct{}) {
	answer := func(r *discordgo.InteractionResponse) { _ = s.InteractionRespond(i.Interaction, r) }
	say := func(text string) {
		answer(&discordgo.InteractionResponse{Type: discordgo.InteractionResponseChannelMessageWithSource,
			Data: &discordgo.InteractionResponseData{Content: text}})
	}
	switch i.Type {
	case discordgo.InteractionApplicationCommand:
		switch i.ApplicationCommandData().Name {
		case "think":
			answer(&discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource})
			<-thought
			text := "I have thought."
			_, _ = s.InteractionResponseEdit(i.Interaction, &discordgo.WebhookEdit{Content: &text})
		}
	case discordgo.InteractionMessageComponent:
		if i.MessageComponentData().CustomID == "mute" {
			_, _ = s.ChannelMessageEdit(i.ChannelID, i.Message.ID, "After.")
			return
		}
		say("Chosen: " + strings.Join(append([]string{i.MessageComponentData().CustomID}, i.MessageComponentData().Values...), " "))
	}
}

// drawing returns a picture that looks different from a broken one.
func drawing() *bytes.Reader {
	m := image.NewRGBA(image.Rect(0, 0, 600, 300))
	for x := range 600 {
		for y := range 300 {
			m.Set(x, y, color.RGBA{uint8(x / 3), uint8(y / 2), 140, 255})
		}
	}
	var b bytes.Buffer
	_ = png.Encode(&b, m)
	return bytes.NewReader(b.Bytes())
}

func embedded() *discordgo.MessageSend {
	return &discordgo.MessageSend{
		Embeds: []*discordgo.MessageEmbed{
			{
				Title:       "An embed",
				Description: "With *fields*:",
				Color:       0x57f287,
				Fields: []*discordgo.MessageEmbedField{
					{Name: "One", Value: "1", Inline: true},
					{Name: "Two", Value: "2", Inline: true},
				},
				Footer: &discordgo.MessageEmbedFooter{Text: "A footer"},
			},
		},
		Files: []*discordgo.File{{Name: "picture.png", ContentType: "image/png", Reader: drawing()}},
	}
}

// newer returns a message that consists of components only.
func newer() *discordgo.MessageSend {
	two := 2
	rows := []discordgo.MessageComponent{
		discordgo.ActionsRow{Components: []discordgo.MessageComponent{
			discordgo.Button{CustomID: "a", Label: "Primary", Style: discordgo.PrimaryButton},
			discordgo.Button{CustomID: "b", Label: "Secondary", Style: discordgo.SecondaryButton},
			discordgo.Button{CustomID: "c", Label: "Success", Style: discordgo.SuccessButton},
			discordgo.Button{CustomID: "d", Label: "Disabled", Style: discordgo.DangerButton, Disabled: true},
			discordgo.Button{URL: "https://example.com", Label: "Link", Style: discordgo.LinkButton},
		}},
		discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.SelectMenu{
			MenuType: discordgo.StringSelectMenu, CustomID: "many", Placeholder: "Choose two flowers",
			MinValues: &two, MaxValues: 2, Options: []discordgo.SelectMenuOption{
				{Label: "Rose", Value: "rose", Description: "red"},
				{Label: "Iris", Value: "iris", Description: "blue"},
				{Label: "Lily", Value: "lily"},
			},
		}}},
		discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.SelectMenu{
			MenuType: discordgo.UserSelectMenu, CustomID: "who", Placeholder: "Whose garden?", Disabled: true,
		}}},
	}
	return &discordgo.MessageSend{
		Flags: discordgo.MessageFlagsIsComponentsV2,
		Files: []*discordgo.File{{Name: "stripes.png", ContentType: "image/png", Reader: drawing()}},
		Components: append([]discordgo.MessageComponent{
			discordgo.TextDisplay{Content: "## Components"},
			discordgo.MediaGallery{Items: []discordgo.MediaGalleryItem{{
				Media:       discordgo.UnfurledMediaItem{URL: "attachment://stripes.png"},
				Description: new("Stripes from dark to light"),
			}}},
		}, rows...),
	}
}

// startThread starts a thread of the bot from a new message in the channel of Hanging Gardens.
func startThread(t testing.TB, bot *discordgo.Session, name string) *discordgo.Channel {
	t.Helper()
	root, err := bot.ChannelMessageSend(gardensID, "A thread begins here.")
	require.NoError(t, err)
	raw, err := bot.Request("POST", discordgo.EndpointChannelMessageThread(gardensID, root.ID),
		map[string]any{"name": name})
	require.NoError(t, err)
	var thread discordgo.Channel
	require.NoError(t, json.Unmarshal(raw, &thread))
	return &thread
}
