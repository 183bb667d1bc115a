package discord

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord/message"
	"amytis/bot/discord/rest"
	"amytis/bot/discord/rest/resttest"
)

func TestDirectOpensTheChannelOnce(t *testing.T) {
	t.Parallel()
	c, got := answers(t, resttest.Reply(200, `{"id":"7","type":1}`), resttest.Reply(200, `{"id":"70"}`),
		resttest.Reply(200, `{"id":"71"}`))
	for _, want := range []string{"70", "71"} {
		id, err := c.Messages.Direct(t.Context(), "42", &message.Message{Content: "hi"}, "turn-"+want)
		require.NoError(t, err)
		assert.Equal(t, want, id)
	}
	require.Len(t, got(), 3)
	assert.Equal(t, "POST /api/v10/users/@me/channels", got()[0].Method+" "+got()[0].Path)
	assert.JSONEq(t, `{"recipient_id":"42"}`, got()[0].JSON)
	assert.Equal(t, "Bot "+resttest.Token, got()[0].Auth)
	for i, nonce := range []string{"turn-70", "turn-71"} {
		s := got()[1+i]
		assert.Equal(t, "POST /api/v10/channels/7/messages", s.Method+" "+s.Path)
		assert.JSONEq(t, `{"content":"hi","nonce":"`+nonce+`","enforce_nonce":true,"allowed_mentions":{"parse":[]}}`, s.JSON)
	}
	channel, err := c.Messages.DirectChannel(t.Context(), "42")
	require.NoError(t, err)
	assert.Equal(t, "7", channel)
	assert.Len(t, got(), 3)
}

func TestDirectOpensAnotherChannelForOneThatIsGone(t *testing.T) {
	t.Parallel()
	gone := resttest.Reply(404, `{"code":10003,"message":"Unknown Channel"}`)
	c, got := answers(t, resttest.Reply(200, `{"id":"7"}`), gone, resttest.Reply(200, `{"id":"8"}`),
		resttest.Reply(200, `{"id":"80"}`), gone,
		resttest.Reply(200, `{"id":"9"}`), gone)
	_, err := c.Messages.Direct(t.Context(), "31415", &message.Message{Content: "hi"}, "n1")
	require.ErrorIs(t, err, rest.ErrNoDirect, "the channel was just opened")
	c.Messages.directs.Purge()
	id, err := c.Messages.Direct(t.Context(), "31415", &message.Message{Content: "hi"}, "n1")
	require.NoError(t, err)
	assert.Equal(t, "80", id)
	_, err = c.Messages.Direct(t.Context(), "31415", &message.Message{Content: "hi"}, "n2")
	require.ErrorIs(t, err, rest.ErrNoDirect)
	assert.NotContains(t, err.Error(), "31415")
	assert.Len(t, got(), 7, "a new channel is opened once")
}

func TestDirectOpensNoChannelsAfterOpeningTooMany(t *testing.T) {
	t.Parallel()
	c, got := answers(t, resttest.Reply(200, `{"id":"7"}`), resttest.Reply(200, `{"id":"70"}`),
		resttest.Reply(403, `{"code":40003,"message":"You are opening direct messages too fast"}`), resttest.Reply(200, `{"id":"71"}`))
	send := func(user string) error {
		_, err := c.Messages.Direct(t.Context(), user, &message.Message{Content: "hi"}, "")
		return err
	}
	require.NoError(t, send("41"))
	require.ErrorIs(t, send("42"), rest.ErrNoDirect)
	require.ErrorIs(t, send("42"), rest.ErrNoDirect)
	require.ErrorIs(t, send("43"), rest.ErrNoDirect)
	require.Len(t, got(), 3, "Discord is not asked again soon")
	require.NoError(t, send("41"), "open channels stay usable")
	c.Messages.paused.Store(nil)
	require.NoError(t, send("42"))
}

func TestDirectNeedsTheIDOfAUser(t *testing.T) {
	t.Parallel()
	c, got := answers(t, resttest.Reply(200, `{"id":"7"}`))
	for _, id := range []string{"", "0", "@me", "4/2", "ana", "-1"} {
		_, err := c.Messages.Direct(t.Context(), id, &message.Message{Content: "hi"}, "")
		require.Error(t, err)
	}
	assert.Empty(t, got())
}
