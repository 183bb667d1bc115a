package interactions

import (
	"context"
	"log/slog"
	"net/http"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord/message"
	"amytis/bot/discord/rest"
	"amytis/bot/discord/rest/resttest"
)

// answers returns a responder, and the requests that it makes; see resttest.Answers.
func answers(t *testing.T, replies ...func(http.ResponseWriter)) (*Responder, func() []resttest.Sent) {
	t.Helper()
	url, got := resttest.Answers(t, replies...)
	log := slog.New(slog.DiscardHandler)
	r, err := rest.New(rest.Config{Token: resttest.Token, BaseURL: url}, log)
	require.NoError(t, err)
	t.Cleanup(r.Close)
	_, responder := New(Config{}, Handlers{Interaction: ignore}, r, nil, log)
	return responder, got
}

func ignore(context.Context, *discordgo.InteractionCreate) {}

var fountain = message.File{Name: "board.png", ContentType: "image/png", Alt: "a fountain", Data: []byte("PNG")}

func TestResponsesMakeTheDocumentedRequests(t *testing.T) {
	t.Parallel()
	const quiet = `"allowed_mentions":{"parse":[]}`
	row := discordgo.ActionsRow{
		Components: []discordgo.MessageComponent{discordgo.Button{Label: "Go", CustomID: "go", Style: 1}},
	}
	button := `{"components":[{"label":"Go","style":1,"disabled":false,"custom_id":"go","type":2}],"type":1}`
	for name, c := range map[string]struct {
		response *Response
		body     string
		id       string
	}{
		"say":     {Say(&message.Message{Content: "hi"}), `{"type":4,"data":{"content":"hi",` + quiet + `}}`, "1234"},
		"whisper": {Whisper(&message.Message{Content: "hi"}), `{"type":4,"data":{"content":"hi",` + quiet + `,"flags":64}}`, "1234"},
		"ping": {Say(&message.Message{Content: "<@42>", Mentions: []string{"42"}}),
			`{"type":4,"data":{"content":"\u003c@42\u003e","allowed_mentions":{"parse":[],"users":["42"]}}}`, "1234"},
		"picture": {Say(&message.Message{Files: []message.File{fountain}}),
			`{"type":4,"data":{"attachments":[{"id":"0","filename":"board.png","description":"a fountain"}],` + quiet + `}}`, "1234"},
		"defer":        {Defer(), `{"type":5}`, "1234"},
		"deferWhisper": {DeferWhisper(), `{"type":5,"data":{"flags":64}}`, "1234"},
		"deferUpdate":  {DeferUpdate(), `{"type":6}`, "800"},
		"update": {Update(&message.Message{Content: "now", Components: []discordgo.MessageComponent{row}}),
			`{"type":7,"data":{"content":"now","components":[` + button + `],"attachments":[],` + quiet + `}}`, "800"},
		"update that only removes the buttons": {Update(&message.Message{Components: []discordgo.MessageComponent{}, KeepAttachments: true}),
			`{"type":7,"data":{"components":[],"attachments":[{"id":"71"},{"id":"72"}],` + quiet + `}}`, "800"},
		"choices": {Choices(&discordgo.ApplicationCommandOptionChoice{Name: "c3", Value: "c3"}),
			`{"type":8,"data":{"choices":[{"name":"c3","value":"c3"}]}}`, "800"},
		"no choices": {Choices(), `{"type":8,"data":{}}`, "800"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, got := answers(t, resttest.Reply(200, resttest.MadeMessage))
			press := resttest.Press(t)
			press.Message.Attachments = []*discordgo.MessageAttachment{{ID: "71"}, {ID: "72"}}
			id, err := client.Respond(t.Context(), press, c.response)
			require.NoError(t, err)
			assert.Equal(t, c.id, id)
			s := got()[0]
			assert.JSONEq(t, c.body, s.JSON)
			assert.Equal(t, "/api/v10/interactions/900/"+resttest.Press(t).Token+"/callback", s.Path)
			if c.id == "1234" {
				assert.Equal(t, "with_response=true", s.Query)
			}
			if name == "picture" {
				assert.Equal(t, map[string]string{"files[0] board.png image/png": "PNG"}, s.Files)
			}
		})
	}
}

func TestAnswerIsRetriedWhenDiscordFails(t *testing.T) {
	t.Parallel()
	c, got := answers(t, resttest.Reply(502, "<html>"), resttest.Reply(429, `{"retry_after":0.05,"message":"slow"}`),
		resttest.Reply(200, resttest.MadeMessage))
	id, err := c.Respond(t.Context(), resttest.Press(t),
		Say(&message.Message{Content: "hi", Files: []message.File{fountain}}))
	require.NoError(t, err)
	assert.Equal(t, "1234", id)
	assert.Len(t, got(), 3)
	assert.Equal(t, got()[0], got()[2], "the retry must send the whole body")
}

func TestRetryOfADeliveredAnswerSucceeds(t *testing.T) {
	t.Parallel()
	c, _ := answers(t, resttest.Reply(502, ""), resttest.Reply(400, `{"code":40060,"message":"already acknowledged"}`))
	_, err := c.Respond(t.Context(), resttest.Press(t), Say(&message.Message{Content: "hi"}))
	require.NoError(t, err)

	c, got := answers(t, resttest.Reply(400, `{"code":40060,"message":"already acknowledged"}`))
	_, err = c.Respond(t.Context(), resttest.Press(t), Say(&message.Message{Content: "hi"}))
	require.ErrorIs(t, err, rest.ErrAnswered, "a first try must report that another answer came before")
	assert.Len(t, got(), 1)
}

func TestFollowupIsRetriedOnlyAfterARateLimit(t *testing.T) {
	t.Parallel()
	c, got := answers(t, resttest.Reply(429, `{"retry_after":0.01}`), resttest.Reply(200, `{"id":"56"}`))
	id, err := c.Followup(t.Context(), resttest.Press(t), &message.Message{Content: "psst"}, true)
	require.NoError(t, err)
	assert.Equal(t, "56", id)
	assert.JSONEq(t, `{"content":"psst","flags":64,"allowed_mentions":{"parse":[]}}`, got()[1].JSON)

	c, got = answers(t, resttest.Reply(502, ""))
	_, err = c.Followup(t.Context(), resttest.Press(t), &message.Message{Content: "psst"}, true)
	require.ErrorIs(t, err, rest.ErrTemporary)
	assert.Len(t, got(), 1)
}

func TestAFurtherAnswerIsEditedByItsID(t *testing.T) {
	t.Parallel()
	pressed := resttest.Press(t).Message.ID
	for id, name := range map[string]string{"": "@original", pressed: "@original", "56": "56"} {
		c, got := answers(t, resttest.Reply(200, `{}`))
		i := resttest.Press(t)
		require.NoError(t, c.EditAnswer(t.Context(), i, id, &message.Message{Content: "now"}))
		assert.Equal(t, "/api/v10/webhooks/"+i.AppID+"/"+i.Token+"/messages/"+name, got()[0].Path)
	}
}
