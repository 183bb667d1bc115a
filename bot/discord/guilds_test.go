package discord

import (
	"net/http"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord/rest"
	"amytis/bot/discord/rest/resttest"
)

func TestSightOfAChannelIsWhatDiscordAnswers(t *testing.T) {
	t.Parallel()
	c, got := answers(t, resttest.Reply(200, `{"id":"5"}`),
		resttest.Reply(403, `{"code":50001,"message":"Missing Access"}`),
		resttest.Reply(404, `{"code":10003,"message":"Unknown Channel"}`), resttest.Reply(500, ``))
	for _, want := range []Sight{Visible, Hidden, Unknown} {
		sight, err := c.Guilds.Sight(t.Context(), "5")
		require.NoError(t, err)
		assert.Equal(t, want, sight)
	}
	_, err := c.Guilds.Sight(t.Context(), "5")
	require.ErrorIs(t, err, rest.ErrTemporary)
	assert.Equal(t, "GET /api/v10/channels/5", got()[0].Method+" "+got()[0].Path)
}

// TestLockedThreadIsHiddenUnlessTheBotManagesThreads has the bot's roles on the server decide.
func TestLockedThreadIsHiddenUnlessTheBotManagesThreads(t *testing.T) {
	t.Parallel()
	locked := resttest.Reply(200, `{"id":"5","guild_id":"7","thread_metadata":{"locked":true}}`)
	on := func(may string) func(http.ResponseWriter) {
		return resttest.Reply(200, `[{"id":"7","permissions":"`+may+`"},{"id":"8","permissions":"8"}]`)
	}
	c, got := answers(t, locked, on("1024"), locked, on("17179869184"), locked, on("8"), locked,
		resttest.Reply(500, ``))
	for _, want := range []Sight{Hidden, Visible, Visible} {
		sight, err := c.Guilds.Sight(t.Context(), "5")
		require.NoError(t, err)
		assert.Equal(t, want, sight)
	}
	_, err := c.Guilds.Sight(t.Context(), "5")
	require.ErrorIs(t, err, rest.ErrTemporary)
	assert.Equal(t, "/api/v10/users/@me/guilds", got()[1].Path)
}

func TestRoomsTellWhoSeesAChannel(t *testing.T) {
	t.Parallel()
	discord, cfg := local(t)
	c, err := New(cfg, ignoring)
	require.NoError(t, err)
	guild, ana, bo := discord.AddGuild("Babylon", "en-US"), discord.AddUser("Ana", "en-US"), discord.AddUser("Bo", "fr")
	guild.Join(ana)
	open, hidden := guild.AddChannel("open"), guild.AddChannel("hidden")
	hidden.Deny(ana, discordgo.PermissionViewChannel)
	rooms, err := c.Guilds.Rooms(t.Context(), guild.ID)
	require.NoError(t, err)
	assert.False(t, rooms.Sees(ana.ID, nil, hidden.ID), "she is denied to see it")
	assert.True(t, rooms.OpenTo(hidden.ID, open.ID), "all who see one see the other")
	assert.False(t, rooms.OpenTo(open.ID, hidden.ID), "not all do")
	seeing, gone, err := c.Guilds.Seeing(t.Context(), guild.ID, open.ID, []string{ana.ID, bo.ID}, 2)
	require.NoError(t, err)
	assert.Equal(t, [][]string{{ana.ID}, {bo.ID}}, [][]string{seeing, gone})
}

func TestBotIsOnTheServersItMayRead(t *testing.T) {
	t.Parallel()
	c, got := answers(t, resttest.Reply(200, `{"id":"7"}`),
		resttest.Reply(403, `{"code":50001,"message":"Missing Access"}`),
		resttest.Reply(404, `{"code":10004,"message":"Unknown Guild"}`), resttest.Reply(502, ``))
	for _, want := range []bool{true, false, false} {
		on, err := c.Guilds.OnGuild(t.Context(), "7")
		require.NoError(t, err)
		assert.Equal(t, want, on)
	}
	_, err := c.Guilds.OnGuild(t.Context(), "7")
	require.ErrorIs(t, err, rest.ErrTemporary)
	assert.Equal(t, "GET /api/v10/guilds/7", got()[0].Method+" "+got()[0].Path)
}

func TestIsMemberTellsStrangersFromFailedRequests(t *testing.T) {
	t.Parallel()
	c, got := answers(t, resttest.Reply(200, `{"user":{"id":"7"}}`),
		resttest.Reply(404, `{"code":10007,"message":"Unknown Member"}`),
		resttest.Reply(404, `{"code":10013,"message":"Unknown User"}`),
		resttest.Reply(403, `{"code":50001,"message":"Missing Access"}`))
	member, err := c.Guilds.IsMember(t.Context(), "5", "7")
	require.NoError(t, err)
	assert.True(t, member, "Discord answered with the member")
	for range 2 {
		member, err = c.Guilds.IsMember(t.Context(), "5", "7")
		require.NoError(t, err)
		assert.False(t, member, "Discord does not know the member")
	}
	_, err = c.Guilds.IsMember(t.Context(), "5", "7")
	require.ErrorIs(t, err, rest.ErrForbidden)
	assert.Equal(t, "GET /api/v10/guilds/5/members/7", got()[0].Method+" "+got()[0].Path)
}
