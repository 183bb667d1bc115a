package localdiscord_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/wire"
)

// direct sends a person a direct message.
func direct(
	t testing.TB, s *discordgo.Session, u *localdiscord.User, m *discordgo.MessageSend,
) (*discordgo.Message, error) {
	t.Helper()
	dm, err := s.UserChannelCreate(u.ID)
	require.NoError(t, err)
	return s.ChannelMessageSendComplex(dm.ID, m)
}

func TestDirectMessageReachesItsUserAlone(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	s := open(t, w, nil)
	assert.Empty(t, w.Bo.DirectMessages())
	assert.Len(t, w.Bo.Channels(), 3, "reading opens no conversation")
	sent, err := direct(t, s, w.Bo, &discordgo.MessageSend{
		Content: "your turn",
		Files:   []*discordgo.File{{Name: "a.png", ContentType: "image/png", Reader: strings.NewReader("PNG")}},
	})
	require.NoError(t, err)
	again, err := s.UserChannelCreate(w.Bo.ID)
	require.NoError(t, err)
	assert.Equal(t, sent.ChannelID, again.ID, "a user has one conversation with the bot")
	assert.Equal(t, discordgo.ChannelTypeDM, again.Type)
	require.Len(t, w.Bo.DirectMessages(), 1)
	assert.Equal(t, "your turn", w.Bo.DirectMessages()[0].Content)
	for _, other := range []*localdiscord.User{w.Ana, w.Cleo} {
		assert.Nil(t, other.Message(sent.ID))
		assert.Empty(t, other.Messages(w.Bo.DM()))
		assert.Empty(t, other.Pings())
		_, err = other.Say(w.Bo.DM(), "hello")
		require.Error(t, err)
		_, err = other.Download(w.Bo.DirectMessages()[0], w.Bo.DirectMessages()[0].Attachments[0])
		require.Error(t, err)
	}
	assert.Empty(t, w.Violations())
}

func TestDirectMessageNotifiesOnce(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	s := open(t, w, nil)
	first, err := direct(t, s, w.Bo, &discordgo.MessageSend{Content: "no mention"})
	require.NoError(t, err)
	_, err = s.ChannelMessageEdit(first.ChannelID, first.ID, "one now: "+w.Bo.Mention())
	require.NoError(t, err)
	_, err = direct(t, s, w.Bo, &discordgo.MessageSend{
		Content: w.Bo.Mention() + w.Ana.Mention(), Flags: discordgo.MessageFlagsSuppressNotifications,
	})
	require.NoError(t, err)
	_, err = w.Bo.Say(w.Bo.DM(), "thanks")
	require.NoError(t, err)
	require.Len(t, w.Bo.Pings(), 2)
	assert.False(t, w.Bo.Pings()[0].Silent, "the first message notifies Bo")
	assert.True(t, w.Bo.Pings()[1].Silent, "the second message has no notification")
	assert.Empty(t, w.Ana.Pings())
}

func TestDirectMessageIsRefusedWhereTheUserDoesNotAcceptIt(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	s := open(t, w, nil)
	send := func() int {
		_, err := direct(t, s, w.Bo, &discordgo.MessageSend{Content: "your turn"})
		return code(err)
	}
	w.Bo.CloseDMs(true)
	assert.True(t, w.Bo.ClosedDMs(), "Bo takes no direct messages")
	assert.Equal(t, wire.CodeCannotDM, send())
	w.Bo.CloseDMs(false)
	assert.Zero(t, send())
	w.Babylon.Leave(w.Bo)
	assert.Equal(t, wire.CodeNoMutualGuilds, send())
	w.Babylon.Join(w.Bo)
	assert.Zero(t, send())
	w.Babylon.RemoveBot()
	assert.Equal(t, wire.CodeNoMutualGuilds, send())
	assert.Len(t, w.Bo.DirectMessages(), 2)
	assert.Empty(t, w.Violations(), "the bot could not know")
}

func TestDirectMessagesToBotsAndStrangersAreViolations(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	s := open(t, w, nil)
	for recipient, want := range map[string]int{
		w.BotID():             wire.CodeCannotDM,
		"1150000000000000999": wire.CodeInvalidRecipient,
		"ana":                 wire.CodeInvalidBody,
	} {
		w.ForgetViolations()
		_, err := s.UserChannelCreate(recipient)
		assert.Equal(t, want, code(err), recipient)
		assert.Len(t, w.Violations(), 1, recipient)
	}
	w.ForgetViolations()
	dm, err := s.UserChannelCreate(w.Bo.ID)
	require.NoError(t, err)
	_, err = threadOf(s, dm.ID, dm.ID, M{"name": "thread"})
	require.Error(t, err)
	assert.Len(t, w.Violations(), 1)
	assert.Empty(t, w.Bo.DirectMessages())
}

func TestBotOpensLimitedDirectConversations(t *testing.T) {
	t.Parallel()
	now := time.Now()
	w := world(t, localdiscord.Options{EnforceRate: true, Now: func() time.Time { return now }})
	s := session(t, w)
	opened := 0
	var err error
	for ; err == nil && opened < 100; opened++ {
		now = now.Add(time.Second)
		_, err = s.UserChannelCreate(w.AddUser("somebody", "en-US").ID)
		if opened == 0 {
			_, again := s.UserChannelCreate(w.Users()[len(w.Users())-1].ID)
			require.NoError(t, again, "an open one does not count")
		}
	}
	assert.Equal(t, 26, opened)
	assert.Equal(t, wire.CodeNewDMsTooFast, code(err))
	assert.Equal(t, http.StatusForbidden, err.(*discordgo.RESTError).Response.StatusCode)
	assert.Len(t, w.Violations(), 1)
	now = now.Add(10 * time.Minute)
	_, err = s.UserChannelCreate(w.Bo.ID)
	require.NoError(t, err)
}

func TestPressInADirectMessageHasNoMember(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	s, got := collect(t, w)
	sent, err := direct(t, s, w.Bo, &discordgo.MessageSend{
		Content: "your turn", Components: []discordgo.MessageComponent{row(button("look"))},
	})
	require.NoError(t, err)
	in, err := w.Bo.Press(soon(t), w.Message(sent.ID), "look")
	require.NoError(t, err)
	i := <-got
	assert.Nil(t, i.Member)
	assert.Empty(t, i.GuildID)
	assert.Equal(t, w.Bo.ID, i.User.ID)
	assert.Equal(t, discordgo.InteractionContextBotDM, i.Context)
	assert.Equal(t, map[discordgo.ApplicationIntegrationType]string{0: "0"}, i.AuthorizingIntegrationOwners)
	assert.EqualValues(t, discordgo.PermissionAttachFiles|discordgo.PermissionEmbedLinks|
		discordgo.PermissionMentionEveryone|discordgo.PermissionUseExternalEmojis, i.AppPermissions)
	require.NoError(t, s.InteractionRespond(i.Interaction, say("only for you", discordgo.MessageFlagsEphemeral)))
	assert.Equal(t, "only for you", outcome(t, in).Message.Content)
	assert.Len(t, w.Bo.Pings(), 1, "an answer notifies nobody")
	_, err = w.Ana.Press(soon(t), w.Message(sent.ID), "look")
	require.Error(t, err)
	assert.Empty(t, w.Violations())
}

func TestDirectMessagesBelongToTheFirstShard(t *testing.T) {
	t.Parallel()
	s := startSharded(t, localdiscord.Options{})
	bo := s.AddUser("bo", "fr")
	guild := s.AddGuild("Guild", "en-US", guildOn(1, 2, 1))
	guild.Join(bo)
	path := "/applications/" + s.BotID() + "/commands"
	status, _ := send(t, &testWorld{World: &localdiscord.World{Server: s}}, "PUT", path,
		L{M{"name": "hello", "description": "hello"}})
	require.Equal(t, 200, status)
	var conns []*gatewayConn
	for shard := range 2 {
		c, ready := connectShard(t, s, [2]int{shard, 2})
		require.Equal(t, "READY", ready.T)
		conns = append(conns, c)
	}
	require.Equal(t, "GUILD_CREATE", conns[1].next().T)
	_, err := bo.Slash(soon(t), bo.DM(), "hello", nil)
	require.NoError(t, err)
	guild.RemoveBot()
	told := conns[0].next()
	assert.Equal(t, "INTERACTION_CREATE", told.T)
	assert.Nil(t, told.D["guild_id"])
	assert.Equal(t, "GUILD_DELETE", conns[1].next().T, "the second shard is told of no direct message")
}
