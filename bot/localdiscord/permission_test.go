package localdiscord_test

import (
	"bytes"
	"os"
	"regexp"
	"strconv"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/wire"
)

func TestTheBotNeedsPermissions(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		denied wire.Permissions
		do     func(*discordgo.Session, *testWorld) error
		code   int
	}{
		"read": {wire.ViewChannel, func(s *discordgo.Session, w *testWorld) error {
			_, err := s.ChannelMessages(w.General.ID, 1, "", "", "")
			return err
		}, 50001},
		"see": {wire.ViewChannel, func(s *discordgo.Session, w *testWorld) error { _, err := s.Channel(w.General.ID); return err }, 10003},
		"write": {wire.SendMessages, func(s *discordgo.Session, w *testWorld) error {
			_, err := s.ChannelMessageSend(w.General.ID, "a")
			return err
		}, 50013},
		"attach": {wire.AttachFiles, func(s *discordgo.Session, w *testWorld) error {
			_, err := s.ChannelFileSend(w.General.ID, "a.png", bytes.NewReader([]byte("a")))
			return err
		}, 50013},
		"embed": {wire.EmbedLinks, func(s *discordgo.Session, w *testWorld) error {
			_, err := s.ChannelMessageSendEmbed(w.General.ID, &discordgo.MessageEmbed{Title: "a"})
			return err
		}, 50013},
		"thread": {wire.CreatePublicThreads, func(s *discordgo.Session, w *testWorld) error {
			_, err := startThread(s, w, "a")
			return err
		}, 50013},
		"write in a thread": {wire.SendMessagesInThreads, func(s *discordgo.Session, w *testWorld) error {
			th, err := startThread(s, w, "a")
			if err == nil {
				_, err = s.ChannelMessageSend(th.ID, "a")
			}
			return err
		}, 50013},
	} {
		w := world(t, localdiscord.Options{})
		s := session(t, w)
		assert.NoError(t, c.do(s, w), name)
		w.General.DenyBot(c.denied)
		assert.Equal(t, c.code, code(c.do(s, w)), name)
		require.Len(t, w.Violations(), 1, name)
		w.General.AllowBot(c.denied)
		assert.NoError(t, c.do(s, w), name)
	}
}

// TestListOfChannelsLeavesHiddenOnesOut as Discord's does since 16 November 2026.
func TestListOfChannelsLeavesHiddenOnesOut(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	s := session(t, w)
	w.Games.DenyBot(wire.ViewChannel)
	list, err := s.GuildChannels(w.Babylon.ID)
	require.NoError(t, err)
	require.Len(t, list, 2)
	assert.NotEqual(t, w.Games.ID, list[1].ID)
}

// TestGatewayTellsLittleOfHiddenChannels since 16 November 2026, until the bot sees them.
func TestGatewayTellsLittleOfHiddenChannels(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	hidden := func(ch *localdiscord.Channel, position int) M {
		return M{"id": ch.ID, "guild_id": w.Babylon.ID, "type": 0., "position": float64(position), "name": "___hidden___",
			"flags": float64(1 << 17), "topic": nil, "parent_id": nil, "last_message_id": nil, "permission_overwrites": []any{
				M{"id": w.Babylon.ID, "type": 0., "allow": "0", "deny": "1024"}}}
	}
	c := dial(t, w.Server)
	c.ready(w)
	w.Games.DenyBot(wire.ViewChannel)
	p := c.next()
	assert.Equal(t, "CHANNEL_UPDATE", p.T)
	assert.Equal(t, hidden(w.Games, 1), M(p.D))
	w.Games.AllowBot(wire.ViewChannel)
	assert.Equal(t, "games", c.next().D["name"], "access is back")

	w.Babylon.SetBotPermissions(wire.SendMessages)
	assert.Equal(t, "GUILD_ROLE_UPDATE", c.next().T)
	created := w.Babylon.AddChannel("new")
	p = c.next()
	assert.Equal(t, "CHANNEL_CREATE", p.T)
	assert.Equal(t, hidden(created, 3), M(p.D))
	w.Babylon.TellOutage(false)
	listed := c.next().D["channels"].([]any)
	assert.Equal(t, hidden(w.General, 0), M(listed[0].(map[string]any)))
	assert.Equal(t, "games", listed[1].(map[string]any)["name"], "allowed in the channel itself")
	w.Babylon.SetBotPermissions(wire.DefaultBotPermissions)
	assert.Equal(t, "GUILD_ROLE_UPDATE", c.next().T)
	for _, name := range []string{"general", "other", "new"} {
		assert.Equal(t, name, c.next().D["name"], "access is back")
	}
}

// TestPermissionsOfAnInteractionAreNotAllThatPostingNeeds in private threads and voice channels.
func TestPermissionsOfAnInteractionAreNotAllThatPostingNeeds(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	s, got := collect(t, w)
	private, voice := w.General.AddPrivate("club", w.Ana), w.Babylon.AddVoice("talk")
	for ch, let := range map[*localdiscord.Channel]func(){
		private: func() { private.LetBotIn(true) }, voice: func() { voice.AllowBot(wire.Connect) },
	} {
		_, err := w.Ana.Slash(soon(t), ch, "garden end", nil)
		require.NoError(t, err)
		assert.Equal(t, int64(wire.DefaultBotPermissions), (<-got).AppPermissions)
		_, err = s.ChannelMessageSend(ch.ID, "a")
		assert.Equal(t, wire.CodeMissingAccess, code(err))
		let()
		_, err = s.ChannelMessageSend(ch.ID, "a")
		assert.NoError(t, err)
	}
}

func TestListIsEmptyForABotThatMayNotReadHistory(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	s := session(t, w)
	_, err := s.RequestWithBucketID("POST", discordgo.EndpointChannelMessages(w.General.ID),
		map[string]any{"content": "a", "nonce": "n1"}, "")
	require.NoError(t, err)
	list, err := s.Request("GET", discordgo.EndpointChannelMessages(w.General.ID), nil)
	require.NoError(t, err)
	assert.Contains(t, string(list), `"content":"a"`)
	assert.NotContains(t, string(list), "nonce")
	w.General.DenyBot(wire.ReadMessageHistory)
	list, err = s.Request("GET", discordgo.EndpointChannelMessages(w.General.ID), nil)
	require.NoError(t, err)
	assert.JSONEq(t, "[]", string(list))
	require.Empty(t, w.Violations())
}

func TestPeopleNeedPermissions(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	s, _ := collect(t, w)
	w.General.Deny(w.Bo, wire.UseApplicationCommands)
	_, err := w.Bo.Slash(soon(t), w.General, "garden end", nil)
	assert.ErrorContains(t, err, "no such command")
	assert.Empty(t, w.Bo.Commands(w.General))
	m, err := s.ChannelMessageSend(w.General.ID, w.Bo.Mention())
	require.NoError(t, err)
	w.General.Deny(w.Bo, wire.ViewChannel)
	assert.Len(t, w.Bo.Channels(), 2, "one of three is hidden")
	assert.Nil(t, w.Bo.Message(m.ID))
	_, err = s.ChannelMessageSend(w.General.ID, w.Bo.Mention())
	require.NoError(t, err)
	assert.Len(t, w.Bo.Pings(), 1, "a person who does not see the channel is not pinged")
	w.General.Allow(w.Bo, wire.ViewChannel)
	assert.Len(t, w.Bo.Channels(), 3)
	_, err = w.Bo.Press(soon(t), nil, "x")
	assert.Error(t, err)
}

func TestThreadsAreArchivedAndDeleted(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	s, got := collect(t, w)
	created := make(chan *discordgo.ThreadCreate, 10)
	s.AddHandler(func(_ *discordgo.Session, c *discordgo.ThreadCreate) { created <- c })
	root, err := s.ChannelMessageSend(w.General.ID, "game 1")
	require.NoError(t, err)
	th, err := threadOf(s, w.General.ID, root.ID, M{"name": "game 1", "auto_archive_duration": 1440})
	require.NoError(t, err)
	assert.Equal(t, root.ID, th.ID)
	assert.Equal(t, "game 1", (<-created).Name)
	m, err := s.ChannelMessageSendComplex(
		th.ID,
		&discordgo.MessageSend{Content: "a", Components: []discordgo.MessageComponent{row(button("go"))}},
	)
	require.NoError(t, err)
	thread := w.Channel(th.ID)
	_, err = w.Bo.Slash(soon(t), thread, "garden end", nil)
	require.NoError(t, err)
	assert.Equal(t, th.ID, (<-got).ChannelID)

	archive := func(archived bool) error {
		_, err := s.Request("PATCH", discordgo.EndpointChannel(th.ID), M{"archived": archived})
		return err
	}
	require.NoError(t, archive(true))
	assert.True(t, thread.Info().Archived, "the bot may archive the thread")
	_, err = s.ChannelMessageEdit(th.ID, m.ID, "b")
	assert.Equal(t, wire.CodeArchivedThread, code(err))
	_, err = w.Bo.Press(soon(t), w.Message(m.ID), "go")
	assert.ErrorContains(t, err, "archived")
	require.NoError(t, archive(false))
	_, err = s.Request("PATCH", discordgo.EndpointChannel(w.General.ID), M{"archived": true})
	assert.Equal(t, wire.CodeMissingPermissions, code(err), "the bot manages no channels")

	_, err = threadOf(s, w.General.ID, root.ID, M{"name": "again"})
	assert.Equal(t, wire.CodeThreadExists, code(err))
	second, err := s.ChannelMessageSend(w.General.ID, "game 2")
	require.NoError(t, err)
	_, err = threadOf(s, w.General.ID, second.ID, M{"name": "x", "auto_archive_duration": 61})
	assert.Equal(t, 50035, code(err))
	assert.Len(t, w.General.Threads(), 1)
	thread.Delete()
	_, err = s.ChannelMessageSend(th.ID, "x")
	assert.Equal(t, wire.CodeUnknownChannel, code(err))
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
	t.Parallel()
	seen := make(chan localdiscord.Traffic, 1000)
	w := world(t, localdiscord.Options{OnTraffic: func(tr localdiscord.Traffic) { seen <- tr }})
	s, got := collect(t, w)
	slash(t, w, w.Ana)
	require.NoError(t, s.InteractionRespond((<-got).Interaction, say("hello", 0)))
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
	t.Parallel()
	w := world(t, localdiscord.Options{})
	c := dial(t, w.Server)
	c.ready(w)
	ch := w.Babylon.AddChannel("towers")
	assert.Equal(t, "CHANNEL_CREATE", c.next().T)
	ch.DenyBot(wire.SendMessages)
	assert.Equal(t, "CHANNEL_UPDATE", c.next().T)
	w.Babylon.AddRole("Players")
	assert.Equal(t, "GUILD_ROLE_CREATE", c.next().T)
	w.Babylon.SetBotPermissions(wire.DefaultBotPermissions)
	assert.Equal(t, "GUILD_ROLE_UPDATE", c.next().T)
	ch.Delete()
	assert.Equal(t, "CHANNEL_DELETE", c.next().T)
	_, err := w.Ana.Say(w.General, "not for the bot")
	require.NoError(t, err)
	w.Babylon.RemoveBot()
	assert.Equal(t, "GUILD_DELETE", c.next().T, "messages need an intent")
	_, err = w.Ana.Slash(soon(t), w.General, "garden end", nil)
	assert.ErrorContains(t, err, "not in this server")
	w.Babylon.AddBot(wire.DefaultBotPermissions)
	assert.Equal(t, "GUILD_CREATE", c.next().T)
}
