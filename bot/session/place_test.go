package session

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestChannelExistsUnlessDiscordDoesNotKnowIt(t *testing.T) {
	t.Parallel()
	c, got := answers(t, reply(200, `{"id":"5"}`), reply(403, `{"code":50001,"message":"Missing Access"}`),
		reply(404, `{"code":10003,"message":"Unknown Channel"}`), reply(500, ``))
	for _, want := range []bool{true, true, false} {
		exists, err := c.ChannelExists(t.Context(), "5")
		require.NoError(t, err)
		assert.Equal(t, want, exists)
	}
	_, err := c.ChannelExists(t.Context(), "5")
	require.ErrorIs(t, err, ErrTemporary)
	assert.Equal(t, "GET /api/v10/channels/5", got()[0].Method+" "+got()[0].Path)
}

func TestBotIsOnTheServersItMayRead(t *testing.T) {
	t.Parallel()
	c, got := answers(t, reply(200, `{"id":"7"}`), reply(403, `{"code":50001,"message":"Missing Access"}`),
		reply(404, `{"code":10004,"message":"Unknown Guild"}`), reply(502, ``))
	for _, want := range []bool{true, false, false} {
		on, err := c.OnGuild(t.Context(), "7")
		require.NoError(t, err)
		assert.Equal(t, want, on)
	}
	_, err := c.OnGuild(t.Context(), "7")
	require.ErrorIs(t, err, ErrTemporary)
	assert.Equal(t, "GET /api/v10/guilds/7", got()[0].Method+" "+got()[0].Path)
}
