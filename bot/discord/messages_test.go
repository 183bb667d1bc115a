package discord

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord/interactions"
	"amytis/bot/discord/message"
	"amytis/bot/discord/rest"
	"amytis/bot/discord/rest/resttest"
)

// answers returns a client, and the requests that it makes; see resttest.Answers.
func answers(t *testing.T, replies ...func(http.ResponseWriter)) (*Client, func() []resttest.Sent) {
	t.Helper()
	url, got := resttest.Answers(t, replies...)
	c, err := New(quick(url), ignoring)
	require.NoError(t, err)
	t.Cleanup(c.rest.Close)
	return c, got
}

var fountain = message.File{Name: "board.png", ContentType: "image/png", Alt: "a fountain", Data: []byte("PNG")}

func TestSendMakesTheDocumentedRequest(t *testing.T) {
	t.Parallel()
	c, got := answers(t, resttest.Reply(200, `{"id":"55","components":[{"type":250}]}`), resttest.Reply(502, ""))
	m := &message.Message{Content: "hi", Files: []message.File{fountain, {Name: `a"b.gif`, Data: []byte("GIF")}}}
	id, err := c.Messages.Send(t.Context(), "5", m, "turn-7")
	require.NoError(t, err)
	assert.Equal(t, "55", id)
	s := got()[0]
	assert.Equal(t, "POST /api/v10/channels/5/messages", s.Method+" "+s.Path)
	assert.Equal(t, "Bot "+resttest.Token, s.Auth)
	assert.JSONEq(t, `{"content":"hi","nonce":"turn-7","enforce_nonce":true,"allowed_mentions":{"parse":[]},
		"attachments":[{"id":"0","filename":"board.png","description":"a fountain"},{"id":"1","filename":"a\"b.gif"}]}`, s.JSON)
	assert.Equal(t, map[string]string{"files[0] board.png image/png": "PNG",
		`files[1] a"b.gif application/octet-stream`: "GIF"}, s.Files)

	_, err = c.Messages.Send(t.Context(), "5", m, "turn-7")
	require.ErrorIs(t, err, rest.ErrTemporary)
	assert.Len(t, got(), 2, "Send must not retry; the outbox does")
}

func TestEditOmitsUnchangedParts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		m    message.Message
		body string
	}{
		"only the buttons are removed": {message.Message{Components: []discordgo.MessageComponent{}, KeepAttachments: true}, `{"components":[],"allowed_mentions":{"parse":[]}}`},
		"the picture is removed":       {message.Message{Content: "x"}, `{"content":"x","attachments":[],"allowed_mentions":{"parse":[]}}`},
		"the content is removed":       {message.Message{ClearContent: true, KeepAttachments: true}, `{"content":"","allowed_mentions":{"parse":[]}}`},
		"the embeds are removed":       {message.Message{Embeds: []*discordgo.MessageEmbed{}, KeepAttachments: true}, `{"embeds":[],"allowed_mentions":{"parse":[]}}`},
		"an edit is never silent":      {message.Message{Content: "x", KeepAttachments: true, Flags: discordgo.MessageFlagsSuppressNotifications}, `{"content":"x","allowed_mentions":{"parse":[]}}`},
		"a picture is replaced":        {message.Message{Files: []message.File{fountain}}, `{"attachments":[{"id":"0","filename":"board.png","description":"a fountain"}],"allowed_mentions":{"parse":[]}}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, got := answers(t, resttest.Reply(200, `{"id":"55"}`))
			require.NoError(t, client.Messages.Edit(t.Context(), "5", "55", &c.m))
			require.NoError(t, client.Responder.EditAnswer(t.Context(), resttest.Press(t), "", &c.m))
			assert.JSONEq(t, c.body, got()[0].JSON)
			assert.Equal(t, "PATCH /api/v10/channels/5/messages/55", got()[0].Method+" "+got()[0].Path)
			assert.JSONEq(t, c.body, got()[1].JSON)
			assert.Equal(t, "PATCH /api/v10/webhooks/77/"+resttest.Press(t).Token+"/messages/@original",
				got()[1].Method+" "+got()[1].Path)
		})
	}
}

func TestRetireLeavesTheContentAsItIs(t *testing.T) {
	const controls, embeds = `{"components":[]}`, `{"embeds":[]}`
	for answer, want := range map[string][]string{
		`{"content":"Your turn.","embeds":[]}`:   {controls},
		`{"content":"Your turn.","embeds":[{}]}`: {controls, embeds},
		`{"content":"","embeds":[{}]}`:           {controls}, // else nothing would be left
	} {
		client, got := answers(t, resttest.Reply(200, answer))
		require.NoError(t, client.Messages.Retire(t.Context(), "5", "6"))
		require.Len(t, got(), len(want), answer)
		for i, body := range want {
			var sent map[string]any
			require.NoError(t, json.Unmarshal([]byte(got()[i].JSON), &sent))
			delete(sent, "allowed_mentions")
			text, err := json.Marshal(sent)
			require.NoError(t, err)
			assert.JSONEq(t, body, string(text), answer)
		}
	}
}

func TestDeletingAMissingMessageSucceeds(t *testing.T) {
	t.Parallel()
	c, got := answers(t, resttest.Reply(204, ""), resttest.Reply(404, `{"code":10008,"message":"Unknown Message"}`))
	require.NoError(t, c.Messages.Delete(t.Context(), "5", "55"))
	require.NoError(t, c.Messages.Delete(t.Context(), "5", "55"))
	assert.Equal(t, "DELETE /api/v10/channels/5/messages/55", got()[0].Method+" "+got()[0].Path)
}

func TestMessagesAreRewrittenInEveryWayToSendThem(t *testing.T) {
	t.Parallel()
	url, got := resttest.Answers(t, resttest.Reply(200, resttest.MadeMessage))
	cfg := quick(url)
	cfg.Rewrite = func(text string) string { return strings.ReplaceAll(text, "loud", "LOUDLY") }
	c, err := New(cfg, ignoring)
	require.NoError(t, err)
	t.Cleanup(c.rest.Close)
	m, i := &message.Message{Content: "loud", Files: []message.File{fountain}}, resttest.Press(t)
	send := func(_ string, err error) { require.NoError(t, err) }
	send(c.Messages.Send(t.Context(), "5", m, ""))
	send("", c.Messages.Edit(t.Context(), "5", "6", m))
	send(c.Responder.Respond(t.Context(), i, interactions.Say(m)))
	send(c.Responder.Respond(t.Context(), i, interactions.Update(m)))
	send("", c.Responder.EditAnswer(t.Context(), i, "", m))
	send(c.Responder.Followup(t.Context(), i, m, true))
	require.Len(t, got(), 6)
	for _, s := range got() {
		assert.Contains(t, s.JSON, `"content":"LOUDLY"`, s.Path)
		assert.Contains(t, s.JSON, `"description":"a fountain"`, s.Path)
	}
}

func TestExistingThreadCountsAsStarted(t *testing.T) {
	t.Parallel()
	c, got := answers(t, resttest.Reply(201, `{"id":"55"}`),
		resttest.Reply(400, `{"code":160004,"message":"A thread has already been created for this message"}`),
		resttest.Reply(403, `{"code":50013,"message":"Missing Permissions"}`))
	require.NoError(t, c.Messages.StartThread(t.Context(), "5", "55", "Gardens", 1440))
	require.NoError(t, c.Messages.StartThread(t.Context(), "5", "55", "Gardens", 1440), "an existing thread counts as started")
	require.ErrorIs(t, c.Messages.StartThread(t.Context(), "5", "55", "Gardens", 1440), rest.ErrForbidden)
	require.ErrorIs(t, c.Messages.Unarchive(t.Context(), "55"), rest.ErrForbidden, "the thread is locked")
	assert.Equal(t, "POST /api/v10/channels/5/messages/55/threads", got()[0].Method+" "+got()[0].Path)
	assert.JSONEq(t, `{"name":"Gardens","auto_archive_duration":1440}`, got()[0].JSON)
}
