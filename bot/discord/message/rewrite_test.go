package message

import (
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
)

var shout Rewriter = func(text string) string { return strings.ReplaceAll(text, "loud", "LOUDLY") }

func TestTextDisplaysAreRewrittenAsLongAsTheyFitTogether(t *testing.T) {
	t.Parallel()
	displays := func(texts ...string) *Message {
		m := &Message{Flags: discordgo.MessageFlagsIsComponentsV2}
		for _, text := range texts {
			m.Components = append(m.Components, discordgo.TextDisplay{Content: text})
		}
		return m
	}
	m := displays("quiet", "loud", "loud")
	assert.Equal(t, displays("quiet", "LOUDLY", "LOUDLY"), shout.Message(m))
	assert.Equal(t, displays("quiet", "loud", "loud"), m, "the caller's message stays as it was")
	long := displays("loud", strings.Repeat("é", maxDisplays-len("loud")))
	assert.Equal(t, long, shout.Message(long))
}

func TestOnlyMarkdownIsRewritten(t *testing.T) {
	t.Parallel()
	said := func(loud string) *Message {
		return &Message{
			Content: loud,
			Embeds: []*discordgo.MessageEmbed{{Description: "quiet"}, {
				Title: "loud", Description: loud, Footer: &discordgo.MessageEmbedFooter{Text: "loud"},
				Fields: []*discordgo.MessageEmbedField{{Name: "quiet", Value: "quiet"}, {Name: "loud", Value: loud},
					{Name: "loud", Value: loud}},
			}},
			Components: []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{
				discordgo.Button{Label: "loud", CustomID: "x"},
			}}},
			Files: []File{{Name: "a.png", Alt: "loud", Data: []byte("PNG")}},
		}
	}
	m := said("loud")
	assert.Equal(t, said("LOUDLY"), shout.Message(m))
	assert.Equal(t, said("loud"), m, "the caller's message stays as it was")
}

func TestTextThatRewritingWouldMakeTooLongStaysAsItIs(t *testing.T) {
	t.Parallel()
	// full returns a text of n characters that rewriting makes longer than n.
	full := func(n int) string { return "loud" + strings.Repeat("é", n-4) }
	for _, m := range []*Message{
		{Content: full(maxContent)},
		{Embeds: []*discordgo.MessageEmbed{{Description: full(maxDescription)}}},
		{Embeds: []*discordgo.MessageEmbed{{Fields: []*discordgo.MessageEmbedField{{Name: "n", Value: full(maxField)}}}}},
		{Embeds: []*discordgo.MessageEmbed{{Description: full(3000)}, {Description: full(3000)}}},
	} {
		assert.Equal(t, m, shout.Message(m))
	}
	assert.Equal(t, "LOUDLY", shout.Message(&Message{Content: full(4)}).Content)
	for _, m := range []*Message{nil, {}, {Embeds: []*discordgo.MessageEmbed{}}} {
		assert.Equal(t, m, shout.Message(m))
	}
}

// Discord refuses an edit that brings pictures for galleries.
func TestGalleriesOfAnEditBecomeAttachments(t *testing.T) {
	t.Parallel()
	rows := []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.Button{Label: "Next"}}}}
	files := []File{{Name: "a.png", Alt: "a garden", Data: []byte("PNG")}}
	m := &Message{Flags: discordgo.MessageFlagsIsComponentsV2, Files: files,
		Components: append([]discordgo.MessageComponent{
			discordgo.TextDisplay{Content: "Above"}, discordgo.MediaGallery{}, discordgo.TextDisplay{Content: "Below"},
		}, rows...)}
	assert.Equal(t, &Message{Content: "Above\nBelow", Components: rows, Files: files}, m.Editable())
	assert.NotZero(t, m.Flags, "the caller's message stays as it was")
	for _, m := range []*Message{nil, {Files: files}, {Flags: discordgo.MessageFlagsIsComponentsV2}} {
		assert.Same(t, m, m.Editable())
	}
}
