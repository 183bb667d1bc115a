package session

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestIsMemberTellsStrangersFromFailedRequests(t *testing.T) {
	t.Parallel()
	c, got := answers(t, reply(200, `{"user":{"id":"7"}}`),
		reply(404, `{"code":10007,"message":"Unknown Member"}`),
		reply(404, `{"code":10013,"message":"Unknown User"}`),
		reply(403, `{"code":50001,"message":"Missing Access"}`))
	member, err := c.IsMember(t.Context(), "5", "7")
	require.NoError(t, err)
	assert.True(t, member)
	for range 2 {
		member, err = c.IsMember(t.Context(), "5", "7")
		require.NoError(t, err)
		assert.False(t, member)
	}
	_, err = c.IsMember(t.Context(), "5", "7")
	require.ErrorIs(t, err, ErrForbidden)
	assert.Equal(t, "GET /api/v10/guilds/5/members/7", got()[0].Method+" "+got()[0].Path)
}
