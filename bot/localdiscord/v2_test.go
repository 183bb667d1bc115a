package localdiscord_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
)

// flagV2 marks the messages of these tests, which consist of components only.
const flagV2 = discordgo.MessageFlagsIsComponentsV2

// gallery returns a gallery of one picture, and the picture's file.
func gallery(t testing.TB, name string) (discordgo.MediaGallery, []*discordgo.File) {
	t.Helper()
	alt := "an empty garden"
	items := []discordgo.MediaGalleryItem{
		{Media: discordgo.UnfurledMediaItem{URL: "attachment://" + name}, Description: &alt},
	}
	return discordgo.MediaGallery{Items: items},
		[]*discordgo.File{{Name: name, ContentType: "image/png", Reader: bytes.NewReader(picture(t))}}
}

// TestV2MessagesTakeNoContentOrEmbeds also where an edit makes a message one of components.
func TestV2MessagesTakeNoContentOrEmbeds(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	s, got := collect(t, w)
	text := []discordgo.MessageComponent{discordgo.TextDisplay{Content: "a"}}
	embeds := []*discordgo.MessageEmbed{{Title: "a"}}
	slash(t, w, w.Ana)
	i := <-got
	mixed := say("content", flagV2, text...)
	mixed.Data.Embeds = embeds
	err := s.InteractionRespond(i.Interaction, mixed)
	assert.Equal(t, 50035, code(err))
	for _, field := range []string{"content", "embeds"} {
		assert.ErrorContains(t, err, "The '"+field+"' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")
	}
	require.NoError(t, s.InteractionRespond(i.Interaction, say("content", 0)))
	_, err = s.FollowupMessageCreate(i.Interaction, true,
		&discordgo.WebhookParams{Content: "content", Flags: flagV2, Components: text})
	assert.Equal(t, 50035, code(err))
	_, err = s.FollowupMessageCreate(i.Interaction, true, &discordgo.WebhookParams{Content: "a", Components: text})
	assert.Equal(t, 50035, code(err), "without the flag there are only rows")

	m := w.General.Last()
	edit := &discordgo.MessageEdit{Channel: generalID, ID: m.ID, Flags: flagV2, Components: &text}
	_, err = s.ChannelMessageEditComplex(edit)
	assert.Equal(t, 50035, code(err), "the message still has its content")
	edit.Content = new("")
	_, err = s.ChannelMessageEditComplex(edit)
	require.NoError(t, err)
	_, err = s.ChannelMessageEdit(generalID, m.ID, "content")
	assert.Equal(t, 50035, code(err), "the flag cannot be taken back")
	assert.True(t, w.Message(m.ID).V2(), "the message keeps the flag of its components")
	assert.Empty(t, w.Violations(50035))
}

// TestTooManyBytesOfTextAreAnErrorOfDiscord although there are fewer than 4,000 characters.
func TestTooManyBytesOfTextAreAnErrorOfDiscord(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	s := session(t, w)
	send := func(characters int) error {
		half := discordgo.TextDisplay{Content: strings.Repeat("石", characters/2)}
		_, err := s.ChannelMessageSendComplex(generalID, &discordgo.MessageSend{Flags: flagV2, Components: []discordgo.MessageComponent{half, half}})
		return err
	}
	require.NoError(t, send(3380))
	require.ErrorContains(t, send(3384), "500")
}

// TestAnEditGivesAV2MessageNoNewPicture: Discord refuses it, also as the answer to a deferral.
func TestAnEditGivesAV2MessageNoNewPicture(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	s, got := collect(t, w)
	answered := func(r *discordgo.InteractionResponse) *discordgo.Interaction {
		slash(t, w, w.Ana)
		i := <-got
		require.NoError(t, s.InteractionRespond(i.Interaction, r))
		return i.Interaction
	}
	list := func(name string) ([]discordgo.MessageComponent, []*discordgo.File) {
		g, files := gallery(t, name)
		return []discordgo.MessageComponent{g, row(button("next"))}, files
	}
	edit := func(i *discordgo.Interaction) error {
		components, files := list("b.png")
		// discordgo's type for this has no flags.
		kind, body, err := discordgo.MultipartBodyWithJSON(M{"components": components, "flags": flagV2}, files)
		require.NoError(t, err)
		_, err = s.RequestRaw("PATCH", discordgo.EndpointWebhookMessage(i.AppID, i.Token, "@original"), kind, body, "", 0)
		assert.ErrorContains(t, err, "Could not find the referenced attachment")
		return err
	}
	deferral := &discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource}
	assert.Equal(t, 50035, code(edit(answered(deferral))))
	components, files := list("a.png")
	_, err := s.FollowupMessageCreate(answered(deferral), true,
		&discordgo.WebhookParams{Components: components, Files: files, Flags: flagV2})
	assert.Equal(t, 50035, code(err), "the first follow-up of a deferral is an edit")

	components, files = list("a.png")
	shown := say("", flagV2, components...)
	shown.Data.Files = files
	i := answered(shown)
	assert.Equal(t, 50035, code(edit(i)))
	m := w.General.Last()
	_, err = w.Ana.Press(soon(t), m, "next")
	require.NoError(t, err)
	pressed := <-got
	components, files = list("c.png")
	assert.Equal(t, 50035, code(s.InteractionRespond(pressed.Interaction, &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseUpdateMessage,
		Data: &discordgo.InteractionResponseData{Components: components, Files: files},
	})))

	// An edit may show the message's own picture again.
	components, _ = list("a.png")
	_, err = s.InteractionResponseEdit(i, &discordgo.WebhookEdit{Components: &components})
	require.NoError(t, err)
	require.Len(t, w.Message(m.ID).Pictures(), 1)
	assert.Equal(t, m.Pictures()[0].URL, w.Message(m.ID).Pictures()[0].URL)
	assert.Empty(t, w.Violations(50035))
}
