package discord

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord/rest/resttest"
)

const selfJSON = `{"id":"42"}`

// listOf returns the answer to a request for messages, with the newest first as Discord sends them.
func listOf(messages ...string) func(http.ResponseWriter) {
	return resttest.Reply(200, "["+strings.Join(messages, ",")+"]")
}

func TestOnlyOwnMessagesAreFound(t *testing.T) {
	t.Parallel()
	c, got := answers(t, resttest.Reply(200, selfJSON), listOf(
		`{"id":"103","author":{"id":"7"},"content":"hi"}`,
		`{"id":"102","author":{"id":"42"},"content":"hi","nonce":"n2","flags":32,
			"components":[{"type":1,"components":[{"type":2,"custom_id":"join:1:0:"}]}]}`,
		`{"id":"101","author":{"id":"42"},"content":"other","nonce":17}`,
	))
	var seen []Posted
	id, err := c.Messages.FindPosted(t.Context(), "5", 99, func(p Posted) bool {
		seen = append(seen, p)
		return p.Content == "hi"
	})
	require.NoError(t, err)
	assert.Equal(t, "102", id)
	assert.Equal(t, []Posted{
		{ID: "101", Content: "other"},
		{ID: "102", Content: "hi", Nonce: "n2", Controls: []string{"join:1:0:"}, HasThread: true},
	}, seen, "the bot's own messages, oldest first")
	assert.Equal(t, "GET /api/v10/users/@me", got()[0].Method+" "+got()[0].Path)
	assert.Equal(t, "GET /api/v10/channels/5/messages?after=99&limit=100",
		got()[1].Method+" "+got()[1].Path+"?"+got()[1].Query)
}

func TestFullPagesAreFollowedByTheNext(t *testing.T) {
	t.Parallel()
	page := make([]string, messagesPage)
	for i := range page {
		page[messagesPage-1-i] = fmt.Sprintf(`{"id":"%d","author":{"id":"42"}}`, 1001+i)
	}
	last := listOf(`{"id":"2000","author":{"id":"42"},"content":"hi"}`)
	c, got := answers(t, resttest.Reply(200, selfJSON), listOf(page...), last)
	id, err := c.Messages.FindPosted(t.Context(), "5", 1000, func(p Posted) bool { return p.Content == "hi" })
	require.NoError(t, err)
	assert.Equal(t, "2000", id)
	require.Len(t, got(), 3)
	assert.Equal(t, "after=1100&limit=100", got()[2].Query)
}

// TestUnreadableHistoryIsTold covers both answers of Discord to a bot that may not read a channel.
func TestUnreadableHistoryIsTold(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answers    []func(http.ResponseWriter)
		unreadable bool
	}{
		"missing permission": {[]func(http.ResponseWriter){resttest.Reply(403, `{"code":50013}`)}, true},
		"missing access":     {[]func(http.ResponseWriter){resttest.Reply(403, `{"code":50001}`)}, true},
		"empty by permission": {
			[]func(http.ResponseWriter){listOf(), resttest.Reply(200, `{"id":"5","last_message_id":"1000"}`),
				listOf()}, true,
		},
		"nothing new":   {[]func(http.ResponseWriter){listOf(), resttest.Reply(200, `{"id":"5","last_message_id":"99"}`)}, false},
		"empty channel": {[]func(http.ResponseWriter){listOf(), resttest.Reply(200, `{"id":"5","last_message_id":null}`)}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, _ := answers(t, append([]func(http.ResponseWriter){resttest.Reply(200, selfJSON)}, c.answers...)...)
			id, err := client.Messages.FindPosted(t.Context(), "5", 99, func(Posted) bool { return true })
			assert.Empty(t, id)
			if c.unreadable {
				require.ErrorIs(t, err, ErrUnreadable)
			} else {
				require.NoError(t, err)
			}
		})
	}
}

// TestMessageIsFoundThatComesDuringTheLook has the message come after the list, as one does whose
// sender has died.
func TestMessageIsFoundThatComesDuringTheLook(t *testing.T) {
	t.Parallel()
	c, _ := answers(t, resttest.Reply(200, selfJSON), listOf(),
		resttest.Reply(200, `{"id":"5","last_message_id":"1000"}`),
		listOf(`{"id":"1000","author":{"id":"42"},"content":"hi"}`))
	id, err := c.Messages.FindPosted(t.Context(), "5", 99, func(p Posted) bool { return p.Content == "hi" })
	require.NoError(t, err)
	require.Equal(t, "1000", id)
}
