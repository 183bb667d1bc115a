package localdiscord_test

import (
	"os"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/wire"
)

func TestTheBotNeedsPermissions(t *testing.T) {
	get := func(path string) func(*testWorld) answer {
		return func(w *testWorld) answer { return w.send("GET", path, nil) }
	}
	for name, c := range map[string]struct {
		denied wire.Permissions
		do     func(*testWorld) answer
		code   int
	}{
		"read":   {wire.ViewChannel, get(messages), 50001},
		"see":    {wire.ViewChannel, get("/channels/" + generalID), 10003},
		"write":  {wire.SendMessages, func(w *testWorld) answer { return w.post(generalID, "a") }, 50013},
		"attach": {wire.AttachFiles, func(w *testWorld) answer { return w.post(generalID, "a", picture("a.png", "a")) }, 50013},
		"attach to an old one": {wire.AttachFiles, func(w *testWorld) answer {
			return w.send("PATCH", messages+"/"+w.posted(generalID, "a").ID, M{}, picture("a.png", "a"))
		}, 50013},
		"embed":  {wire.EmbedLinks, func(w *testWorld) answer { return w.post(generalID, M{"embeds": L{M{"title": "a"}}}) }, 50013},
		"thread": {wire.CreatePublicThreads, func(w *testWorld) answer { return w.thread("a") }, 50013},
		"write in a thread": {wire.SendMessagesInThreads, func(w *testWorld) answer {
			return w.post(w.thread("a").ID, "a")
		}, 50013},
	} {
		w := world(t, localdiscord.Options{})
		assert.Zero(t, c.do(w).Code, name)
		w.General.DenyBot(c.denied)
		assert.Equal(t, c.code, c.do(w).Code, name)
		require.Len(t, w.Violations(), 1, name)
		w.General.AllowBot(c.denied)
		assert.Zero(t, c.do(w).Code, name)
	}
}

// TestHiddenChannelsAreToldLittleOf since 16 November 2026, until the bot sees them.
func TestHiddenChannelsAreToldLittleOf(t *testing.T) {
	w := world(t, localdiscord.Options{})
	hidden := func(ch *localdiscord.Channel, position int) M {
		return M{"id": ch.ID, "guild_id": w.Babylon.ID, "type": 0., "position": float64(position), "name": "___hidden___",
			"flags": float64(1 << 17), "topic": nil, "parent_id": nil, "last_message_id": nil, "permission_overwrites": []any{
				M{"id": w.Babylon.ID, "type": 0., "allow": "0", "deny": "1024"}}}
	}
	c := w.dial()
	c.ready()
	w.Games.DenyBot(wire.ViewChannel)
	assert.NotContains(t, w.must("GET", "/guilds/"+w.Babylon.ID+"/channels", nil).Raw, w.Games.ID)
	assert.Equal(t, hidden(w.Games, 1), c.until("CHANNEL_UPDATE").object())
	w.Games.AllowBot(wire.ViewChannel)
	assert.Equal(t, "games", c.next().object()["name"], "access is back")

	w.Babylon.SetBotPermissions(wire.SendMessages)
	assert.Equal(t, "GUILD_ROLE_UPDATE", c.next().T)
	created := w.Babylon.AddChannel("new")
	assert.Equal(t, hidden(created, 3), c.until("CHANNEL_CREATE").object())
	w.Babylon.TellOutage(false)
	listed := c.next().object()["channels"].([]any)
	assert.Equal(t, hidden(w.General, 0), M(listed[0].(map[string]any)))
	assert.Equal(t, "games", listed[1].(map[string]any)["name"], "allowed in the channel itself")
	w.Babylon.SetBotPermissions(wire.DefaultBotPermissions)
	assert.Equal(t, "GUILD_ROLE_UPDATE", c.next().T)
	for _, name := range []string{"general", "other", "new"} {
		assert.Equal(t, name, c.next().object()["name"], "access is back")
	}
}

// TestPermissionsOfAnInteractionAreNotAllThatPostingNeeds in private threads and voice channels.
func TestPermissionsOfAnInteractionAreNotAllThatPostingNeeds(t *testing.T) {
	w := world(t, localdiscord.Options{})
	c := w.connected()
	private, voice := w.General.AddPrivate("club", w.Ana), w.Babylon.AddVoice("talk")
	for ch, let := range map[*localdiscord.Channel]func(){
		private: func() { private.LetBotIn(true) }, voice: func() { voice.AllowBot(wire.Connect) },
	} {
		_, err := w.Ana.Slash(soon(t), ch, "garden end", nil)
		require.NoError(t, err)
		assert.Equal(t, wire.DefaultBotPermissions.String(), c.interaction().AppPermissions)
		assert.Equal(t, wire.CodeMissingAccess, w.post(ch.ID, "a").Code)
		let()
		assert.Zero(t, w.post(ch.ID, "a").Code)
	}
}

func TestPeopleNeedPermissions(t *testing.T) {
	w := world(t, localdiscord.Options{})
	w.register()
	w.General.Deny(w.Bo, wire.UseApplicationCommands)
	_, err := w.Bo.Slash(soon(t), w.General, "garden end", nil)
	assert.ErrorContains(t, err, "no such command")
	assert.Empty(t, w.Bo.Commands(w.General))
	m := w.posted(generalID, w.Bo.Mention())
	w.General.Deny(w.Bo, wire.ViewChannel)
	assert.Len(t, w.Bo.Channels(), 2, "one of three is hidden")
	assert.Nil(t, w.Bo.Message(m.ID))
	w.posted(generalID, w.Bo.Mention())
	assert.Len(t, w.Bo.Pings(), 1, "a person who does not see the channel is not pinged")
	w.General.Allow(w.Bo, wire.ViewChannel)
	assert.Len(t, w.Bo.Channels(), 3)
	_, err = w.Bo.Press(soon(t), nil, "x")
	assert.Error(t, err)
}

func TestTheBotMayDoWhatTheReadmesInviteAsksFor(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	link := regexp.MustCompile(`permissions=(\d+)`).FindSubmatch(readme)
	require.NotNil(t, link)
	asked, err := strconv.ParseUint(string(link[1]), 10, 64)
	require.NoError(t, err)
	assert.Equal(t, wire.Permissions(asked), wire.DefaultBotPermissions)
}

func TestAllTrafficCanBeWatched(t *testing.T) {
	seen := make(chan localdiscord.Traffic, 1000)
	w := world(t, localdiscord.Options{OnTraffic: func(tr localdiscord.Traffic) { seen <- tr }})
	c := w.connected()
	w.slash(w.Ana)
	w.respond(c.interaction(), reply("hello"))
	kinds := map[string]bool{}
	for len(seen) > 0 {
		tr := <-seen
		kinds[tr.Kind+" "+tr.Name] = true
		assert.NotContains(t, string(tr.Body), "discord-on-this-machine", "the bot's token is in no log")
	}
	for _, want := range []string{"event READY", "command identify", "rest PUT", "event INTERACTION_CREATE", "rest POST"} {
		assert.True(t, kinds[want], want)
	}
	assert.NotEmpty(t, w.Log())
}

func TestTheBotIsToldWhenTheWorldChanges(t *testing.T) {
	w := world(t, localdiscord.Options{})
	c := w.dial()
	c.ready()
	var ch *localdiscord.Channel
	for _, step := range []struct {
		change func()
		told   string
	}{
		{func() { ch = w.Babylon.AddChannel("towers") }, "CHANNEL_CREATE"},
		{func() { ch.DenyBot(wire.SendMessages) }, "CHANNEL_UPDATE"},
		{func() { w.Babylon.AddRole("Players") }, "GUILD_ROLE_CREATE"},
		{func() { w.Babylon.SetBotPermissions(wire.DefaultBotPermissions) }, "GUILD_ROLE_UPDATE"},
		{func() { ch.Delete() }, "CHANNEL_DELETE"},
		{func() { _, _ = w.Ana.Say(w.General, "needs an intent"); w.Babylon.RemoveBot() }, "GUILD_DELETE"},
		{func() { w.Babylon.AddBot(wire.DefaultBotPermissions) }, "GUILD_CREATE"},
	} {
		step.change()
		assert.Equal(t, step.told, c.next().T)
	}
	w.Babylon.RemoveBot()
	_, err := w.Ana.Slash(soon(t), w.General, "garden end", nil)
	assert.ErrorContains(t, err, "not in this server")
}
