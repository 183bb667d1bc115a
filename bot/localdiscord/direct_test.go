package localdiscord_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord/message"
	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/wire"
)

func (w *testWorld) conversation(userID string) answer {
	return w.send("POST", "/users/@me/channels", M{"recipient_id": userID})
}

func (w *testWorld) direct(u *localdiscord.User, body any, files ...message.File) answer {
	return w.post(w.conversation(u.ID).ID, body, files...)
}

func TestDirectMessageReachesItsUserAlone(t *testing.T) {
	w := world(t, localdiscord.Options{})
	assert.Empty(t, w.Bo.DirectMessages())
	assert.Len(t, w.Bo.Channels(), 3, "reading opens no conversation")
	sent := w.direct(w.Bo, "your turn", picture("a.png", "PNG"))
	again := w.conversation(w.Bo.ID)
	assert.Equal(t, w.Message(sent.ID).ChannelID, again.ID, "a user has one conversation with the bot")
	assert.Contains(t, again.Raw, `"type":1,`)
	require.Len(t, w.Bo.DirectMessages(), 1)
	told := w.Bo.DirectMessages()[0]
	assert.Equal(t, "your turn", told.Content)
	for _, other := range []*localdiscord.User{w.Ana, w.Cleo} {
		assert.Nil(t, other.Message(sent.ID))
		assert.Empty(t, other.Messages(w.Bo.DM()))
		assert.Empty(t, other.Pings())
		_, err := other.Say(w.Bo.DM(), "hello")
		require.Error(t, err)
		_, err = other.Download(told, told.Attachments[0])
		require.Error(t, err)
	}
	assert.Empty(t, w.Violations())
}

func TestDirectMessageNotifiesOnce(t *testing.T) {
	w := world(t, localdiscord.Options{})
	first := w.Message(w.direct(w.Bo, "no mention").ID)
	w.must("PATCH", "/channels/"+first.ChannelID+"/messages/"+first.ID, M{"content": "one now: " + w.Bo.Mention()})
	w.direct(w.Bo, M{"content": w.Bo.Mention() + w.Ana.Mention(), "flags": wire.FlagSuppressNotifications})
	_, err := w.Bo.Say(w.Bo.DM(), "thanks")
	require.NoError(t, err)
	require.Len(t, w.Bo.Pings(), 2)
	assert.False(t, w.Bo.Pings()[0].Silent, "the first message notifies Bo")
	assert.True(t, w.Bo.Pings()[1].Silent, "the second message has no notification")
	assert.Empty(t, w.Ana.Pings())
}

func TestDirectMessageIsRefusedWhereTheUserDoesNotAcceptIt(t *testing.T) {
	w := world(t, localdiscord.Options{})
	for _, step := range []struct {
		change func()
		code   int
	}{
		{func() { w.Bo.CloseDMs(true) }, wire.CodeCannotDM},
		{func() { w.Bo.CloseDMs(false) }, 0},
		{func() { w.Babylon.Leave(w.Bo) }, wire.CodeNoMutualGuilds},
		{func() { w.Babylon.Join(w.Bo) }, 0},
		{w.Babylon.RemoveBot, wire.CodeNoMutualGuilds},
	} {
		step.change()
		assert.Equal(t, step.code == wire.CodeCannotDM, w.Bo.ClosedDMs())
		assert.Equal(t, step.code, w.direct(w.Bo, "your turn").Code)
	}
	assert.Len(t, w.Bo.DirectMessages(), 2)
	assert.Empty(t, w.Violations(), "the bot could not know")
}

func TestBotOpensLimitedDirectConversations(t *testing.T) {
	clock := &clock{}
	w := world(t, localdiscord.Options{EnforceRate: true, Now: clock.now})
	var last answer
	opened := 0
	for ; last.Status < 300 && opened < 100; opened++ {
		clock.add(time.Second)
		stranger := w.AddUser("somebody", "en-US").ID
		last = w.conversation(stranger)
		if opened == 0 {
			assert.Equal(t, last.ID, w.conversation(stranger).ID, "an open one does not count")
		}
	}
	assert.Equal(t, 26, opened)
	assert.Equal(t, [2]int{403, wire.CodeNewDMsTooFast}, [2]int{last.Status, last.Code})
	assert.Len(t, w.Violations(), 1)
	clock.add(10 * time.Minute)
	assert.Zero(t, w.conversation(w.Bo.ID).Code)
}

func TestPressInADirectMessageHasNoMember(t *testing.T) {
	w := world(t, localdiscord.Options{})
	c := w.connected()
	sent := w.Message(w.direct(w.Bo, M{"content": "your turn", "components": L{rawRow(rawButton("look"))}}).ID)
	in, err := w.Bo.Press(soon(t), sent, "look")
	require.NoError(t, err)
	i := c.interaction()
	told := packet{D: i.Raw}.object()
	assert.Nil(t, told["member"])
	assert.Nil(t, told["guild_id"])
	assert.Equal(t, w.Bo.ID, told["user"].(M)["id"])
	assert.EqualValues(t, 1, told["context"])
	assert.Equal(t, M{"0": "0"}, told["authorizing_integration_owners"])
	const dm = wire.AttachFiles | wire.EmbedLinks | wire.MentionEveryone | wire.UseExternalEmojis
	assert.Equal(t, dm.String(), i.AppPermissions)
	w.respond(i, whisper("only for you"))
	assert.Equal(t, "only for you", outcome(t, in).Message.Content)
	assert.Len(t, w.Bo.Pings(), 1, "an answer notifies nobody")
	_, err = w.Ana.Press(soon(t), sent, "look")
	require.Error(t, err)
	assert.Empty(t, w.Violations())
}

func TestDirectMessagesBelongToTheFirstShard(t *testing.T) {
	s := empty(t, localdiscord.Options{})
	bo := s.AddUser("bo", "fr")
	guild := s.AddGuild("Guild", "en-US", guildOn(1, 2, 1))
	guild.Join(bo)
	s.register()
	var conns []*gatewayConn
	for shard := range 2 {
		c := s.dial()
		require.Equal(t, "READY", c.identify([2]int{shard, 2}).T)
		conns = append(conns, c)
	}
	require.Equal(t, "GUILD_CREATE", conns[1].next().T)
	_, err := bo.Slash(soon(t), bo.DM(), "garden end", nil)
	require.NoError(t, err)
	guild.RemoveBot()
	told := conns[0].next()
	assert.Equal(t, "INTERACTION_CREATE", told.T)
	assert.Nil(t, told.object()["guild_id"])
	assert.Equal(t, "GUILD_DELETE", conns[1].next().T, "the second shard is told of no direct message")
}
