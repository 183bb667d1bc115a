package localdiscord_test

import (
	"encoding/json"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/wire"
)

// startThread starts a thread of the bot from a new message.
func startThread(s *discordgo.Session, w *testWorld, name string) (*discordgo.Channel, error) {
	root, err := s.ChannelMessageSend(w.General.ID, name)
	if err != nil {
		return nil, err
	}
	return threadOf(s, root.ChannelID, root.ID, M{"name": name})
}

// threadOf starts a thread from a message. discordgo would send fields that belong to other
// threads.
func threadOf(s *discordgo.Session, channel, message string, body M) (*discordgo.Channel, error) {
	raw, err := s.Request("POST", discordgo.EndpointChannelMessageThread(channel, message), body)
	if err != nil {
		return nil, err
	}
	var th discordgo.Channel
	return &th, json.Unmarshal(raw, &th)
}

// thread starts a thread of the bot.
func thread(t *testing.T, w *testWorld, s *discordgo.Session) *localdiscord.Channel {
	t.Helper()
	th, err := startThread(s, w, "game")
	require.NoError(t, err)
	return w.Channel(th.ID)
}

func TestAMessageBringsAThreadBackFromTheArchive(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	updates := make(chan *discordgo.ThreadUpdate, 10)
	s := session(t, w)
	s.AddHandler(func(_ *discordgo.Session, u *discordgo.ThreadUpdate) { updates <- u })
	connect(t, s)
	th := thread(t, w, s)
	for name, send := range map[string]func() error{
		"the bot's":  func() error { _, err := s.ChannelMessageSend(th.ID, "a"); return err },
		"a person's": func() error { _, err := w.Bo.Say(th, "a"); return err },
	} {
		th.Archive(true)
		assert.True(t, (<-updates).ThreadMetadata.Archived, name)
		require.NoError(t, send(), name)
		assert.False(t, (<-updates).ThreadMetadata.Archived, name)
		assert.False(t, th.Info().Archived, name)
	}
	assert.Empty(t, w.Violations())
}

func TestOnlyThoseWhoManageThreadsWriteInALockedThread(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	s := session(t, w)
	th := thread(t, w, s)
	for _, archived := range []bool{false, true} {
		w.Babylon.SetBotPermissions(wire.DefaultBotPermissions)
		th.Lock(true)
		th.Archive(archived)
		_, err := s.ChannelMessageSend(th.ID, "a")
		assert.Equal(t, wire.CodeLockedThread, code(err))
		_, err = w.Bo.Say(th, "a")
		assert.ErrorContains(t, err, "locked")
		assert.Equal(t, archived, th.Info().Archived)
		_, err = w.Ana.Say(th, "a moderator may")
		assert.NoError(t, err)
		th.Archive(archived)
		w.Babylon.SetBotPermissions(wire.DefaultBotPermissions | wire.ManageThreads)
		_, err = s.ChannelMessageSend(th.ID, "a")
		assert.NoError(t, err)
		assert.False(t, th.Info().Archived, "the bot's message opens the thread again")
	}
}

func TestAForumHasPostsWithTags(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	s := session(t, w)
	forum := w.Babylon.AddForum("forum", true, "chess", "go", "over", "d", "e", "f")
	shown, err := s.Channel(forum.ID)
	require.NoError(t, err)
	require.Equal(t, discordgo.ChannelTypeGuildForum, shown.Type)
	require.NotZero(t, shown.Flags&discordgo.ChannelFlagRequireTag)
	var ids []string
	for _, tag := range shown.AvailableTags {
		ids = append(ids, tag.ID)
	}
	open := func(channel string, tags ...string) (*discordgo.Channel, error) {
		raw, err := s.Request("POST", discordgo.EndpointChannelThreads(channel),
			M{"name": "a game", "message": M{"content": "hello"}, "applied_tags": tags})
		var post discordgo.Channel
		if err == nil {
			err = json.Unmarshal(raw, &post)
		}
		return &post, err
	}
	_, err = open(forum.ID)
	assert.Equal(t, wire.CodeTagRequired, code(err))
	_, err = open(forum.ID, ids...)
	assert.Equal(t, wire.CodeInvalidBody, code(err), "more than five")
	_, err = open(forum.ID, generalID)
	assert.Equal(t, wire.CodeInvalidBody, code(err), "no tag of the forum")
	_, err = open(generalID, ids[0])
	assert.Equal(t, wire.CodeWrongChannelType, code(err))
	_, err = s.ChannelMessageSend(forum.ID, "a")
	assert.Equal(t, wire.CodeNoTextChannel, code(err))

	forum.DenyBot(wire.CreatePublicThreads)
	post, err := open(forum.ID, ids[1], ids[0])
	require.NoError(t, err, "the permission to send messages is enough")
	assert.Equal(t, []string{ids[1], ids[0]}, post.AppliedTags)
	assert.Equal(t, []string{"go", "chess"}, w.Channel(post.ID).Tags())
	first := w.Channel(post.ID).Last()
	assert.Equal(t, post.ID, first.ID, "the first message has the ID of the post")
	assert.Equal(t, "hello", first.Content)
	active, err := s.GuildThreadsActive(w.Babylon.ID)
	require.NoError(t, err)
	require.Len(t, active.Threads, 1)
	assert.Equal(t, []string{ids[1], ids[0]}, active.Threads[0].AppliedTags)

	retag := func(post string, tags ...string) error {
		_, err := s.Request("PATCH", discordgo.EndpointChannel(post), M{"archived": false, "applied_tags": tags})
		return err
	}
	require.NoError(t, retag(post.ID, ids[2]))
	assert.Equal(t, []string{"over"}, w.Channel(post.ID).Tags())
	assert.Equal(t, wire.CodeInvalidBody, code(retag(post.ID, ids...)))
	w.Channel(post.ID).Lock(true)
	assert.Equal(t, wire.CodeMissingPermissions, code(retag(post.ID, ids[0])), "a locked post")
	assert.Equal(t, wire.CodeMissingPermissions, code(retag(w.Bo.Post(forum, "mine").ID, ids[0])), "another's post")
}

// TestFirstMessageOfAPostIsCompleteAndChecked as any other message is.
func TestFirstMessageOfAPostIsCompleteAndChecked(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	forum := w.Babylon.AddForum("forum", false)
	open := func(button M) (int, refusal) {
		button = with(M{"type": 2, "style": 1, "custom_id": "join"}, button)
		rows := L{M{"type": 1, "components": L{button}}}
		return send(t, w, "POST", "/channels/"+forum.ID+"/threads",
			M{"name": "a game", "message": M{"content": "hello", "components": rows}})
	}
	status, r := open(M{"emoji": M{"id": "17", "name": "x"}})
	require.Equal(t, 400, status)
	assert.JSONEq(t, `{"message": {"components": {"0": {"components": {"0": {"emoji": {"id": {"_errors": [
		{"code": "BUTTON_COMPONENT_INVALID_EMOJI", "message": "Invalid emoji"}]}}}}}}}}`, string(r.Errors))
	w.ForgetViolations()

	status, r = open(M{"label": "Join"})
	require.Equal(t, 201, status, "%s %s", r.Message, r.Errors)
	post := forum.Threads()[0]
	row := post.Last().Components[0]
	assert.Equal(t, []int{1, 2}, []int{row.ID, row.Components[0].ID})
	status, _ = send(t, w, "GET", "/channels/"+post.ID+"/messages", M{})
	assert.Equal(t, 200, status)
	require.Empty(t, w.Violations(), "the answers have what the description asks for")
}
