package session

import (
	"net/http"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// shouting returns a client that writes "LOUDLY" for "loud", and the requests that it makes.
func shouting(t *testing.T, replies ...func(http.ResponseWriter)) (*Client, func() []sent) {
	c, got := answers(t, replies...)
	shout := func(text string) string { return strings.ReplaceAll(text, "loud", "LOUDLY") }
	c.Messages.rewrite, c.Responder.rewrite = shout, shout
	return c, got
}

// loud returns a message with "loud" in every text.
func loud() *Message {
	return &Message{
		Content: "loud",
		Embeds: []*discordgo.MessageEmbed{
			{Description: "quiet"},
			{
				Title: "loud", Description: "loud", Footer: &discordgo.MessageEmbedFooter{Text: "loud"},
				Fields: []*discordgo.MessageEmbedField{
					{Name: "quiet", Value: "quiet"}, {Name: "loud", Value: "loud"}, {Name: "loud", Value: "loud"},
				},
			},
		},
		Components: []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{
			discordgo.Button{Label: "loud", CustomID: "x"},
		}}},
		Files: []File{{Name: "a.png", Alt: "loud", Data: []byte("PNG")}},
	}
}

func TestOnlyMarkdownIsRewrittenInEveryWayToSendAMessage(t *testing.T) {
	t.Parallel()
	c, got := shouting(t, reply(200, madeMessage))
	m, i := loud(), press(t)
	_, err := c.Messages.Send(t.Context(), "5", m, "")
	require.NoError(t, err)
	require.NoError(t, c.Messages.Edit(t.Context(), "5", "6", m))
	_, err = c.Responder.Respond(t.Context(), i, Say(m))
	require.NoError(t, err)
	_, err = c.Responder.Respond(t.Context(), i, Update(m))
	require.NoError(t, err)
	require.NoError(t, c.Responder.EditOriginal(t.Context(), i, m))
	_, err = c.Responder.Followup(t.Context(), i, m, true)
	require.NoError(t, err)
	require.Len(t, got(), 6)
	for _, s := range got() {
		assert.Contains(t, s.JSON, `"content":"LOUDLY"`, s.Path)
		assert.Contains(t, s.JSON, `"title":"loud","description":"LOUDLY"`, s.Path)
		assert.Contains(t, s.JSON, `"footer":{"text":"loud"}`, s.Path)
		assert.Equal(t, 2, strings.Count(s.JSON, `{"name":"loud","value":"LOUDLY"}`), s.Path)
		assert.Contains(t, s.JSON, `"label":"loud"`, s.Path)
		assert.Contains(t, s.JSON, `"description":"loud"`, s.Path) // of the picture
	}
	assert.Equal(t, loud(), m, "the caller's message stays as it was")
}

func TestTextDisplaysAreRewrittenAsLongAsTheyFitTogether(t *testing.T) {
	t.Parallel()
	c, _ := shouting(t)
	displays := func(texts ...string) *Message {
		m := &Message{Flags: discordgo.MessageFlagsIsComponentsV2}
		for _, text := range texts {
			m.Components = append(m.Components, discordgo.TextDisplay{Content: text})
		}
		return m
	}
	m := displays("quiet", "loud", "loud")
	assert.Equal(t, displays("quiet", "LOUDLY", "LOUDLY"), c.Messages.rewrite.message(m))
	assert.Equal(t, displays("quiet", "loud", "loud"), m, "the caller's message stays as it was")
	long := displays("loud", strings.Repeat("é", maxDisplays-len("loud")))
	assert.Equal(t, long, c.Messages.rewrite.message(long))
}

func TestTextThatRewritingWouldMakeTooLongStaysAsItIs(t *testing.T) {
	t.Parallel()
	c, _ := shouting(t, reply(200, "{}"))
	// full returns a text of n characters that rewriting makes longer than n.
	full := func(n int) string { return "loud" + strings.Repeat("é", n-4) }
	for _, m := range []*Message{
		{Content: full(maxContent)},
		{Embeds: []*discordgo.MessageEmbed{{Description: full(maxDescription)}}},
		{Embeds: []*discordgo.MessageEmbed{{Fields: []*discordgo.MessageEmbedField{{Name: "n", Value: full(maxField)}}}}},
		{Embeds: []*discordgo.MessageEmbed{{Description: full(3000)}, {Description: full(3000)}}},
	} {
		assert.Equal(t, m, c.Messages.rewrite.message(m))
	}
	assert.Equal(t, "LOUDLY", c.Messages.rewrite.message(&Message{Content: full(4)}).Content)
	for _, m := range []*Message{nil, {}, {Embeds: []*discordgo.MessageEmbed{}}} {
		assert.Equal(t, m, c.Messages.rewrite.message(m))
	}
}
