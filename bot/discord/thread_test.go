package discord

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord/discordtest"
	"amytis/bot/discord/rest"
)

func TestExistingThreadCountsAsStarted(t *testing.T) {
	t.Parallel()
	c, got := answers(t, discordtest.Reply(201, `{"id":"55"}`),
		discordtest.Reply(400, `{"code":160004,"message":"A thread has already been created for this message"}`),
		discordtest.Reply(403, `{"code":50013,"message":"Missing Permissions"}`))
	require.NoError(t, c.Messages.StartThread(t.Context(), "5", "55", "Gardens", 1440))
	require.NoError(t, c.Messages.StartThread(t.Context(), "5", "55", "Gardens", 1440), "an existing thread counts as started")
	require.ErrorIs(t, c.Messages.StartThread(t.Context(), "5", "55", "Gardens", 1440), rest.ErrForbidden)
	assert.Equal(t, "POST /api/v10/channels/5/messages/55/threads", got()[0].Method+" "+got()[0].Path)
	assert.JSONEq(t, `{"name":"Gardens","auto_archive_duration":1440}`, got()[0].JSON)
}

func TestUnarchiveSendsTheDocumentedRequest(t *testing.T) {
	t.Parallel()
	c, got := answers(t, discordtest.Reply(200, `{"id":"55"}`), discordtest.Reply(403, `{"code":50013,"message":"Missing Permissions"}`))
	require.NoError(t, c.Messages.Unarchive(t.Context(), "55"))
	require.ErrorIs(t, c.Messages.Unarchive(t.Context(), "55"), rest.ErrForbidden, "the thread is locked")
	assert.Equal(t, "PATCH /api/v10/channels/55", got()[0].Method+" "+got()[0].Path)
	assert.JSONEq(t, `{"archived":false}`, got()[0].JSON)
}
