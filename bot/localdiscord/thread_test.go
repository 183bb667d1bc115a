package localdiscord_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/wire"
)

func (w *testWorld) thread(name string) answer {
	return w.send("POST", messages+"/"+w.posted(generalID, name).ID+"/threads", M{"name": name})
}

func TestThreadsAreArchivedAndDeleted(t *testing.T) {
	w := world(t, localdiscord.Options{})
	c := w.connected()
	id := w.thread("game 1").ID
	assert.Equal(t, w.General.Last().ID, id)
	assert.Equal(t, "game 1", c.until("THREAD_CREATE").object()["name"])
	m := w.posted(id, M{"components": L{rawRow(rawButton("go"))}})
	thread := w.Channel(id)
	_, err := w.Bo.Slash(soon(t), thread, "garden end", nil)
	require.NoError(t, err)
	assert.Equal(t, id, c.interaction().ChannelID)

	w.must("PATCH", "/channels/"+id, M{"archived": true})
	assert.True(t, thread.IsArchived(), "the bot may archive the thread")
	path := "/channels/" + id + "/messages/" + m.ID
	assert.Equal(t, wire.CodeArchivedThread, w.send("PATCH", path, M{"content": "b"}).Code)
	assert.Equal(t, wire.CodeArchivedThread, w.send("DELETE", path, nil).Code)
	_, err = w.Bo.Press(soon(t), m, "go")
	assert.ErrorContains(t, err, "archived")
	w.must("PATCH", "/channels/"+id, M{"archived": false})
	assert.Len(t, w.General.Threads(), 1)
	thread.Delete()
	assert.Equal(t, wire.CodeUnknownChannel, w.post(id, "x").Code)
}

func TestAMessageBringsAThreadBackFromTheArchive(t *testing.T) {
	w := world(t, localdiscord.Options{})
	c := w.connected()
	th := w.Channel(w.thread("game").ID)
	archived := func() any {
		return c.until("THREAD_UPDATE").object()["thread_metadata"].(M)["archived"]
	}
	for name, send := range map[string]func(){
		"the bot's":  func() { w.posted(th.ID, "a") },
		"a person's": func() { _, _ = w.Bo.Say(th, "a") },
	} {
		th.Archive(true)
		assert.Equal(t, true, archived(), name)
		send()
		assert.Equal(t, false, archived(), name)
		assert.False(t, th.IsArchived(), name)
	}
	assert.Empty(t, w.Violations())
}

func TestOnlyThoseWhoManageThreadsWriteInALockedThread(t *testing.T) {
	w := world(t, localdiscord.Options{})
	th := w.Channel(w.thread("game").ID)
	for _, archived := range []bool{false, true} {
		w.Babylon.SetBotPermissions(wire.DefaultBotPermissions)
		th.Lock(true)
		th.Archive(archived)
		assert.Equal(t, wire.CodeLockedThread, w.post(th.ID, "a").Code)
		_, err := w.Bo.Say(th, "a")
		assert.ErrorContains(t, err, "locked")
		assert.Equal(t, archived, th.IsArchived())
		_, err = w.Ana.Say(th, "a moderator may")
		assert.NoError(t, err)
		th.Archive(archived)
		w.Babylon.SetBotPermissions(wire.DefaultBotPermissions | wire.ManageThreads)
		assert.Zero(t, w.post(th.ID, "a").Code)
		assert.False(t, th.IsArchived(), "the bot's message opens the thread again")
	}
}

func TestAForumHasPostsWithTags(t *testing.T) {
	w := world(t, localdiscord.Options{})
	forum := w.Babylon.AddForum("forum", true, "chess", "go", "over", "d", "e", "f")
	var shown wire.Channel
	require.NoError(t, json.Unmarshal([]byte(w.must("GET", "/channels/"+forum.ID, nil).Raw), &shown))
	require.Equal(t, wire.ChannelForum, shown.Type)
	require.NotZero(t, shown.Flags&wire.FlagRequireTag)
	var ids []string
	for _, tag := range shown.AvailableTags {
		ids = append(ids, tag.ID)
	}
	open := func(channel string, tags ...string) answer {
		return w.send("POST", "/channels/"+channel+"/threads",
			M{"name": "a game", "message": M{"content": "hello"}, "applied_tags": tags})
	}
	assert.Equal(t, wire.CodeTagRequired, open(forum.ID).Code)
	assert.Equal(t, wire.CodeInvalidBody, open(forum.ID, ids...).Code, "more than five")
	assert.Equal(t, wire.CodeInvalidBody, open(forum.ID, generalID).Code, "no tag of the forum")
	assert.Equal(t, wire.CodeWrongChannelType, open(generalID, ids[0]).Code)
	assert.Equal(t, wire.CodeNoTextChannel, w.post(forum.ID, "a").Code)

	forum.DenyBot(wire.CreatePublicThreads)
	post := open(forum.ID, ids[1], ids[0])
	assert.Contains(t, post.Raw, `"applied_tags":["`+ids[1]+`","`+ids[0]+`"]`, "the permission to send messages is enough")
	assert.Equal(t, []string{"go", "chess"}, w.Channel(post.ID).Tags())
	first := w.Channel(post.ID).Last()
	assert.Equal(t, post.ID, first.ID, "the first message has the ID of the post")
	assert.Equal(t, "hello", first.Content)
	active := w.must("GET", "/guilds/"+w.Babylon.ID+"/threads/active", nil).Raw
	assert.Contains(t, active, `"applied_tags":["`+ids[1]+`","`+ids[0]+`"]`)

	retag := func(post string, tags ...string) int {
		return w.send("PATCH", "/channels/"+post, M{"archived": false, "applied_tags": tags}).Code
	}
	assert.Zero(t, retag(post.ID, ids[2]))
	assert.Equal(t, []string{"over"}, w.Channel(post.ID).Tags())
	assert.Equal(t, wire.CodeInvalidBody, retag(post.ID, ids...))
	w.Channel(post.ID).Lock(true)
	assert.Equal(t, wire.CodeMissingPermissions, retag(post.ID, ids[0]), "a locked post")
	assert.Equal(t, wire.CodeMissingPermissions, retag(w.Bo.Post(forum, "mine").ID, ids[0]), "another's post")
}

// TestFirstMessageOfAPostIsCompleteAndChecked as any other message is.
func TestFirstMessageOfAPostIsCompleteAndChecked(t *testing.T) {
	w := world(t, localdiscord.Options{})
	forum := w.Babylon.AddForum("forum", false)
	open := func(face M) answer {
		return w.send("POST", "/channels/"+forum.ID+"/threads", M{"name": "a game",
			"message": M{"content": "hello", "components": L{rawRow(with(M{"type": 2, "style": 1, "custom_id": "join"}, face))}}})
	}
	assert.JSONEq(t, `{"message": {"components": {"0": {"components": {"0": {"emoji": {"id": {"_errors": [
		{"code": "BUTTON_COMPONENT_INVALID_EMOJI", "message": "Invalid emoji"}]}}}}}}}}`,
		string(open(M{"emoji": M{"id": "17", "name": "x"}}).Errors))
	require.Equal(t, 201, open(M{"label": "Join"}).Status)
	row := forum.Threads()[0].Last().Components[0]
	assert.Equal(t, []int{1, 2}, []int{row.ID, row.Components[0].ID})
}
