package session

import (
	"context"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestExistingThreadCountsAsStarted(t *testing.T) {
	t.Parallel()
	c, got := answers(t, reply(201, `{"id":"55"}`),
		reply(400, `{"code":160004,"message":"A thread has already been created for this message"}`),
		reply(403, `{"code":50013,"message":"Missing Permissions"}`))
	require.NoError(t, c.Messages.StartThread(t.Context(), "5", "55", "Gardens", 1440))
	require.NoError(t, c.Messages.StartThread(t.Context(), "5", "55", "Gardens", 1440), "an existing thread counts as started")
	require.ErrorIs(t, c.Messages.StartThread(t.Context(), "5", "55", "Gardens", 1440), ErrForbidden)
	assert.Equal(t, "POST /api/v10/channels/5/messages/55/threads", got()[0].Method+" "+got()[0].Path)
	assert.JSONEq(t, `{"name":"Gardens","auto_archive_duration":1440}`, got()[0].JSON)
}

func TestUnarchiveSendsTheDocumentedRequest(t *testing.T) {
	t.Parallel()
	c, got := answers(t, reply(200, `{"id":"55"}`), reply(403, `{"code":50013,"message":"Missing Permissions"}`))
	require.NoError(t, c.Messages.Unarchive(t.Context(), "55"))
	require.ErrorIs(t, c.Messages.Unarchive(t.Context(), "55"), ErrForbidden, "the thread is locked")
	assert.Equal(t, "PATCH /api/v10/channels/55", got()[0].Method+" "+got()[0].Path)
	assert.JSONEq(t, `{"archived":false}`, got()[0].JSON)
}

// pressedWith returns the context of the handler of an interaction with these fields as well.
func pressedWith(t *testing.T, fields string) (in context.Context) {
	d, _ := started(t, Config{}, Handlers{Interaction: func(ctx context.Context, _ *discordgo.InteractionCreate) { in = ctx }})
	d.dispatch(eventOf("INTERACTION_CREATE", strings.TrimSuffix(pressJSON, "}")+strings.Replace(fields, "{", ",", 1)))
	return in
}

func TestInThreadTellsThreadsFromChannels(t *testing.T) {
	t.Parallel()
	for event, want := range map[string]bool{
		`{"channel":{"type":0}}`: false, `{"channel":{"type":10}}`: true, `{"channel":{"type":11}}`: true,
		`{"channel":{"type":12}}`: true, `{"n":0}`: false,
	} {
		assert.Equal(t, want, InThread(pressedWith(t, event)), event)
	}
	assert.False(t, InThread(t.Context()))
}

func TestOnlyThreadsHaveAParent(t *testing.T) {
	t.Parallel()
	for event, want := range map[string]string{
		`{"channel":{"type":11,"parent_id":"7"}}`: "7", `{"channel":{"type":0,"parent_id":"7"}}`: "", // a category
		`{"channel":{"type":11}}`: "", `{"n":0}`: "",
	} {
		assert.Equal(t, want, ThreadParent(pressedWith(t, event)), event)
	}
}
