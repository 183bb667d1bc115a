package session

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestErrorsSayWhetherARetryCanHelp(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		status int
		body   string
		is     []error
		not    []error
	}{
		{500, "", []error{ErrTemporary}, []error{ErrPermanent, ErrGone}},
		{503, "<html>", []error{ErrTemporary}, nil},
		{429, `{"retry_after":2.5}`, []error{ErrTemporary}, nil},
		{403, `{"code":50013,"message":"Missing Permissions"}`, []error{ErrPermanent, ErrForbidden}, []error{ErrTemporary, ErrGone}},
		{404, `{"code":10003,"message":"Unknown Channel"}`, []error{ErrPermanent, ErrGone, ErrChannelGone}, []error{ErrTooLate}},
		{404, `{"code":10008,"message":"Unknown Message"}`, []error{ErrPermanent, ErrGone}, []error{ErrChannelGone}},
		{404, `{"code":10062,"message":"Unknown interaction"}`, []error{ErrPermanent, ErrTooLate}, []error{ErrGone}},
		{401, `{"code":50027,"message":"Invalid Webhook Token"}`, []error{ErrPermanent, ErrTooLate}, nil},
		{400, `{"code":50083,"message":"Thread is archived"}`, []error{ErrPermanent, ErrArchived}, nil},
		{400, `{"code":160005,"message":"Thread is locked"}`, []error{ErrPermanent, ErrArchived}, []error{ErrForbidden}},
		{403, `{"code":160005,"message":"Thread is locked"}`, []error{ErrPermanent, ErrArchived}, nil},
		{400, `{"code":50035,"message":"Invalid Form Body","errors":{"content":{"_errors":[{"code":"BASE_TYPE_BAD_LENGTH"}]}}}`, []error{ErrPermanent}, nil},
	} {
		t.Run(fmt.Sprint(c.status, c.body), func(t *testing.T) {
			t.Parallel()
			client, got := answers(t, reply(c.status, c.body))
			_, err := client.Messages.Send(t.Context(), "5", &Message{Content: "hi"}, "n1")
			require.Error(t, err)
			for _, target := range c.is {
				assert.ErrorIs(t, err, target)
			}
			for _, target := range c.not {
				assert.NotErrorIs(t, err, target)
			}
			assert.Len(t, got(), 1, "Send must not retry; the outbox does")
			var e *Error
			require.ErrorAs(t, err, &e)
			assert.Equal(t, c.status, e.Status)
			if c.status == 429 {
				assert.Equal(t, 2500*time.Millisecond, RetryAfter(err))
			}
			if e.Code == 50035 {
				assert.Contains(t, err.Error(), "BASE_TYPE_BAD_LENGTH")
			}
		})
	}
}

func TestSendMakesTheDocumentedRequest(t *testing.T) {
	t.Parallel()
	c, got := answers(t, reply(200, `{"id":"55","components":[{"type":250}]}`))
	id, err := c.Messages.Send(
		t.Context(),
		"5",
		&Message{Content: "hi", Files: []File{fountain, {Name: `a"b.gif`, Data: []byte("GIF")}}},
		"turn-7",
	)
	require.NoError(t, err)
	assert.Equal(t, "55", id)
	s := got()[0]
	assert.Equal(t, "POST /api/v10/channels/5/messages", s.Method+" "+s.Path)
	assert.Equal(t, "Bot "+testToken, s.Auth)
	assert.JSONEq(t, `{"content":"hi","nonce":"turn-7","enforce_nonce":true,"allowed_mentions":{"parse":[]},
		"attachments":[{"id":"0","filename":"board.png","description":"a fountain"},{"id":"1","filename":"a\"b.gif"}]}`, s.JSON)
	assert.Equal(
		t,
		map[string]string{"files[0] board.png image/png": "PNG", `files[1] a"b.gif application/octet-stream`: "GIF"},
		s.Files,
	)
}

func TestEditOmitsUnchangedParts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		m    Message
		body string
	}{
		"only the buttons are removed": {Message{Components: []discordgo.MessageComponent{}, KeepAttachments: true}, `{"components":[],"allowed_mentions":{"parse":[]}}`},
		"the picture is removed":       {Message{Content: "x"}, `{"content":"x","attachments":[],"allowed_mentions":{"parse":[]}}`},
		"the content is removed":       {Message{ClearContent: true, KeepAttachments: true}, `{"content":"","allowed_mentions":{"parse":[]}}`},
		"the embeds are removed":       {Message{Embeds: []*discordgo.MessageEmbed{}, KeepAttachments: true}, `{"embeds":[],"allowed_mentions":{"parse":[]}}`},
		"an edit is never silent":      {Message{Content: "x", KeepAttachments: true, Flags: discordgo.MessageFlagsSuppressNotifications}, `{"content":"x","allowed_mentions":{"parse":[]}}`},
		"a picture is replaced":        {Message{Files: []File{fountain}}, `{"attachments":[{"id":"0","filename":"board.png","description":"a fountain"}],"allowed_mentions":{"parse":[]}}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, got := answers(t, reply(200, `{"id":"55"}`))
			require.NoError(t, client.Messages.Edit(t.Context(), "5", "55", &c.m))
			require.NoError(t, client.Responder.EditOriginal(t.Context(), press(t), &c.m))
			assert.JSONEq(t, c.body, got()[0].JSON)
			assert.Equal(t, "PATCH /api/v10/channels/5/messages/55", got()[0].Method+" "+got()[0].Path)
			assert.JSONEq(t, c.body, got()[1].JSON)
			assert.Equal(
				t,
				"PATCH /api/v10/webhooks/77/"+press(t).Token+"/messages/@original",
				got()[1].Method+" "+got()[1].Path,
			)
		})
	}
	client, _ := answers(t, reply(200, `{}`))
	require.Error(t, client.Messages.Edit(t.Context(), "5", "55", &Message{KeepAttachments: true, Files: []File{fountain}}))
}

// TestRetireWritesOnlyWhatItChanges compares the requests: an unchanged content may be outdated by
// then, because a player has pressed a button of the message.
func TestRetireWritesOnlyWhatItChanges(t *testing.T) {
	t.Parallel()
	const buttonsGone = `{"components":[]}`
	for _, c := range []struct {
		name, content, embeds, retold string
		want                          []string
	}{
		{"same text", "It is your turn.", `[]`, "It is your turn.", []string{buttonsGone}},
		{"same text and a board", "It is your turn.", `[{}]`, "It is your turn.", []string{buttonsGone, `{"embeds":[]}`}},
		{"no text", "", `[{}]`, "", []string{buttonsGone}},
		{"another text", "in 2 hours", `[]`, "at 5", []string{buttonsGone, `{"content":"at 5"}`}},
		{"another text and a board", "in 2 hours", `[{}]`, "at 5", []string{buttonsGone, `{"content":"at 5","embeds":[]}`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			client, got := answers(t, reply(200, fmt.Sprintf(`{"content":%q,"embeds":%s}`, c.content, c.embeds)))
			require.NoError(t, client.Messages.Retire(t.Context(), "5", "6", func(content string) (string, error) {
				assert.Equal(t, c.content, content)
				return c.retold, nil
			}))
			requests := got()
			require.Len(t, requests, len(c.want))
			for i, want := range c.want {
				var sent map[string]any
				require.NoError(t, json.Unmarshal([]byte(requests[i].JSON), &sent))
				delete(sent, "allowed_mentions")
				text, err := json.Marshal(sent)
				require.NoError(t, err)
				assert.JSONEq(t, want, string(text))
			}
		})
	}
}

func TestDeletingAMissingMessageSucceeds(t *testing.T) {
	t.Parallel()
	c, got := answers(t, reply(204, ""), reply(404, `{"code":10008,"message":"Unknown Message"}`))
	require.NoError(t, c.Messages.Delete(t.Context(), "5", "55"))
	require.NoError(t, c.Messages.Delete(t.Context(), "5", "55"))
	assert.Equal(t, "DELETE /api/v10/channels/5/messages/55", got()[0].Method+" "+got()[0].Path)
}

func TestUnsafeIDsAreRefused(t *testing.T) {
	t.Parallel()
	c, got := answers(t, reply(200, `{}`))
	for _, id := range []string{"", "..", "5/../6", "5?x=1", "5#", "%2e"} {
		_, err := c.Messages.Send(t.Context(), id, &Message{Content: "hi"}, "")
		require.Error(t, err, id)
		i := press(t)
		i.Token = id
		_, err = c.Responder.Respond(t.Context(), i, Say(&Message{Content: "hi"}))
		require.Error(t, err, id)
	}
	assert.Empty(t, got())
}

func TestNilMessagesAreErrorsNotPanics(t *testing.T) {
	t.Parallel()
	c, _ := answers(t, reply(200, `{}`))
	_, err := c.Messages.Send(t.Context(), "5", nil, "")
	require.Error(t, err)
	require.Error(t, c.Messages.Edit(t.Context(), "5", "6", nil))
	require.Error(t, c.Responder.EditOriginal(t.Context(), press(t), nil))
	_, err = c.Responder.Followup(t.Context(), press(t), nil, false)
	require.Error(t, err)
	for _, r := range []*Response{nil, {}, Say(nil), Update(nil)} {
		_, err = c.Responder.Respond(t.Context(), press(t), r)
		require.Error(t, err)
	}
	_, err = c.Responder.Respond(t.Context(), nil, Defer())
	require.Error(t, err)
}
