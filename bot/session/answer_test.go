package session

import (
	"fmt"
	"net/http"
	"sync"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

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
		"say":     {Say(&Message{Content: "hi"}), `{"type":4,"data":{"content":"hi",` + quiet + `}}`, "1234"},
		"whisper": {Whisper(&Message{Content: "hi"}), `{"type":4,"data":{"content":"hi",` + quiet + `,"flags":64}}`, "1234"},
		"ping": {Say(&Message{Content: "<@42>", Mentions: []string{"42"}}),
			`{"type":4,"data":{"content":"\u003c@42\u003e","allowed_mentions":{"parse":[],"users":["42"]}}}`, "1234"},
		"picture": {Say(&Message{Files: []File{fountain}}),
			`{"type":4,"data":{"attachments":[{"id":"0","filename":"board.png","description":"a fountain"}],` + quiet + `}}`, "1234"},
		"defer":        {Defer(), `{"type":5}`, "1234"},
		"deferWhisper": {DeferWhisper(), `{"type":5,"data":{"flags":64}}`, "1234"},
		"deferUpdate":  {DeferUpdate(), `{"type":6}`, "800"},
		"update": {Update(&Message{Content: "now", Components: []discordgo.MessageComponent{row}}),
			`{"type":7,"data":{"content":"now","components":[` + button + `],"attachments":[],` + quiet + `}}`, "800"},
		"update that only removes the buttons": {Update(&Message{Components: []discordgo.MessageComponent{}, KeepAttachments: true}),
			`{"type":7,"data":{"components":[],` + quiet + `}}`, "800"},
		"choices": {Choices(&discordgo.ApplicationCommandOptionChoice{Name: "c3", Value: "c3"}),
			`{"type":8,"data":{"choices":[{"name":"c3","value":"c3"}]}}`, "800"},
		"no choices": {Choices(), `{"type":8,"data":{}}`, "800"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, got := answers(t, reply(200, madeMessage))
			id, err := client.Responder.Respond(t.Context(), press(t), c.response)
			require.NoError(t, err)
			assert.Equal(t, c.id, id)
			s := got()[0]
			assert.JSONEq(t, c.body, s.JSON)
			assert.Equal(t, "/api/v10/interactions/900/"+press(t).Token+"/callback", s.Path)
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
	c, got := answers(
		t,
		reply(502, "<html>"),
		reply(429, `{"retry_after":0.05,"message":"slow"}`),
		reply(200, madeMessage),
	)
	id, err := c.Responder.Respond(t.Context(), press(t), Say(&Message{Content: "hi", Files: []File{fountain}}))
	require.NoError(t, err)
	assert.Equal(t, "1234", id)
	assert.Len(t, got(), 3)
	assert.Equal(t, got()[0], got()[2], "the retry must send the whole body")
}

func TestRetryOfADeliveredAnswerSucceeds(t *testing.T) {
	t.Parallel()
	c, _ := answers(t, reply(502, ""), reply(400, `{"code":40060,"message":"already acknowledged"}`))
	_, err := c.Responder.Respond(t.Context(), press(t), Say(&Message{Content: "hi"}))
	require.NoError(t, err)

	c, got := answers(t, reply(400, `{"code":40060,"message":"already acknowledged"}`))
	_, err = c.Responder.Respond(t.Context(), press(t), Say(&Message{Content: "hi"}))
	require.ErrorIs(t, err, ErrAnswered, "a first try must report that another answer came before")
	assert.Len(t, got(), 1)
}

func TestTokenInAnErrorMessageIsRemoved(t *testing.T) {
	t.Parallel()
	i := press(t)
	c, _ := answers(t, reply(400, `{"code":1,"message":"bad path /interactions/900/`+i.Token+`/callback"}`))
	_, err := c.Responder.Respond(t.Context(), i, Say(&Message{Content: "hi"}))
	require.Error(t, err)
	assert.NotContains(t, err.Error(), i.Token)
}

func TestFollowupIsRetriedOnlyAfterARateLimit(t *testing.T) {
	t.Parallel()
	c, got := answers(t, reply(429, `{"retry_after":0.01}`), reply(200, `{"id":"56"}`))
	id, err := c.Responder.Followup(t.Context(), press(t), &Message{Content: "psst"}, true)
	require.NoError(t, err)
	assert.Equal(t, "56", id)
	assert.JSONEq(t, `{"content":"psst","flags":64,"allowed_mentions":{"parse":[]}}`, got()[1].JSON)

	c, got = answers(t, reply(502, ""))
	_, err = c.Responder.Followup(t.Context(), press(t), &Message{Content: "psst"}, true)
	require.ErrorIs(t, err, ErrTemporary)
	assert.Len(t, got(), 1)
}

func TestEditsOfDifferentInteractionsDoNotWaitForEachOther(t *testing.T) {
	t.Parallel()
	const edits = 10
	var underway sync.WaitGroup // with one bucket for all, as in discordgo, it never gets to zero
	underway.Add(edits)
	c, _ := answers(t, func(w http.ResponseWriter) {
		underway.Done()
		underway.Wait()
		reply(200, `{}`)(w)
	})
	var wg sync.WaitGroup
	for n := range edits {
		wg.Go(func() {
			i := press(t)
			i.Token = fmt.Sprint("token", n)
			assert.NoError(t, c.Responder.EditOriginal(t.Context(), i, &Message{Content: "x"}))
		})
	}
	wg.Wait()
}

func TestAFurtherAnswerIsEditedByItsID(t *testing.T) {
	t.Parallel()
	pressed := press(t).Message.ID
	for id, message := range map[string]string{"": "@original", pressed: "@original", "56": "56"} {
		c, got := answers(t, reply(200, `{}`))
		i := press(t)
		require.NoError(t, c.Responder.EditAnswer(t.Context(), i, id, &Message{Content: "now"}))
		assert.Equal(t, "/api/v10/webhooks/"+i.AppID+"/"+i.Token+"/messages/"+message, got()[0].Path)
	}
}
