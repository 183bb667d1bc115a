package localdiscord_test

import (
	"bytes"
	"encoding/json"
	"image"
	"image/png"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/wire"
)

func picture(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, image.NewGray(image.Rect(0, 0, 30, 20))))
	return b.Bytes()
}

func TestANonceIsUniquePerAuthorForAFewMinutes(t *testing.T) {
	t.Parallel()
	var later atomic.Int64
	w := world(t, localdiscord.Options{Now: func() time.Time { return time.Now().Add(time.Duration(later.Load())) }})
	s := session(t, w)
	post := func(ch *localdiscord.Channel) string {
		body, err := s.Request("POST", discordgo.EndpointChannelMessages(ch.ID),
			M{"content": "turn", "nonce": "n1", "enforce_nonce": true})
		require.NoError(t, err)
		var m discordgo.Message
		require.NoError(t, json.Unmarshal(body, &m))
		return m.ID
	}
	first := post(w.General)
	assert.Equal(t, first, post(w.Games), "a channel makes no difference")
	later.Store(int64(4 * time.Minute))
	assert.Equal(t, first, post(w.General))
	later.Store(int64(6 * time.Minute))
	second := post(w.General)
	assert.NotEqual(t, first, second)
	assert.Equal(t, second, post(w.General))
	w.ForgetNonces()
	assert.NotEqual(t, second, post(w.General))
	assert.Empty(t, w.Games.Messages())
}

func TestOnlyAllowedMentionsPing(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	s := session(t, w)
	text := w.Ana.Mention() + " " + w.Bo.Mention() + " @everyone"
	none := []discordgo.AllowedMentionType{}
	for name, c := range map[string]struct {
		allowed *discordgo.MessageAllowedMentions
		pinged  []string
	}{
		"by default all who are named": {nil, []string{w.Ana.ID, w.Bo.ID}},
		"nobody":                       {&discordgo.MessageAllowedMentions{Parse: none}, nil},
		"one by id":                    {&discordgo.MessageAllowedMentions{Parse: none, Users: []string{w.Bo.ID}}, []string{w.Bo.ID}},
		"not who is not named":         {&discordgo.MessageAllowedMentions{Parse: none, Users: []string{w.Cleo.ID}}, nil},
		"users":                        {&discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{"users"}}, []string{w.Ana.ID, w.Bo.ID}},
	} {
		m, err := s.ChannelMessageSendComplex(w.General.ID, &discordgo.MessageSend{Content: text, AllowedMentions: c.allowed})
		require.NoError(t, err, name)
		assert.Equal(t, c.pinged, w.Message(m.ID).Pinged, name)
	}
	assert.Len(t, w.Bo.Pings(), 3)
	assert.Empty(t, w.Cleo.Pings(), "@everyone needs a permission")
	w.Babylon.SetBotPermissions(wire.DefaultBotPermissions | wire.MentionEveryone)
	_, err := s.ChannelMessageSend(w.General.ID, "@everyone")
	require.NoError(t, err)
	assert.Len(t, w.Cleo.Pings(), 1)
}

func TestAnEditPingsOnlyNewMentions(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	s := session(t, w)
	m, err := s.ChannelMessageSend(w.General.ID, w.Ana.Mention())
	require.NoError(t, err)
	_, err = s.ChannelMessageEdit(m.ChannelID, m.ID, w.Ana.Mention()+w.Bo.Mention())
	require.NoError(t, err)
	assert.Len(t, w.Ana.Pings(), 1)
	require.Len(t, w.Bo.Pings(), 1)
	assert.True(t, w.Bo.Pings()[0].Edit, "the ping of Bo comes from the edit")
	_, err = s.ChannelMessageEditComplex(
		&discordgo.MessageEdit{Channel: m.ChannelID, ID: m.ID, Components: &[]discordgo.MessageComponent{}},
	)
	require.NoError(t, err)
	assert.Len(t, w.Message(m.ID).Mentions, 2, "an edit without content keeps the mentions")
}

func TestEditsOfOldMessagesAreLimited(t *testing.T) {
	t.Parallel()
	var later atomic.Int64
	w := world(t, localdiscord.Options{Now: func() time.Time { return time.Now().Add(time.Duration(later.Load())) }})
	m, err := session(t, w).ChannelMessageSend(w.General.ID, "a")
	require.NoError(t, err)
	edits := func(n int) (last refusal) { // discordgo would wait for its rate
		for range n {
			_, last = send(t, w, "PATCH", "/channels/"+generalID+"/messages/"+m.ID, M{"content": "b"})
		}
		return last
	}
	assert.Zero(t, edits(10).Code)
	later.Store(int64(2 * time.Hour))
	assert.Equal(t, wire.CodeOldMessageEdits, edits(4).Code)
	assert.Len(t, w.Violations(), 1)
	later.Add(int64(6 * time.Second))
	assert.Zero(t, edits(1).Code)
}

// TestTheBotReadsAndDeletesMessages in order. It has no intent for the content of others.
func TestTheBotReadsAndDeletesMessages(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	s := session(t, w)
	var ids []string
	for n := range 6 {
		m, err := s.ChannelMessageSend(w.General.ID, strconv.Itoa(n))
		require.NoError(t, err)
		ids = append(ids, m.ID)
	}
	for name, c := range map[string]struct {
		limit       int
		after, want string
	}{
		"all":            {100, "", "543210"},
		"the newest":     {2, "", "54"},
		"after":          {2, ids[1], "32"},
		"after the last": {3, ids[5], ""},
	} {
		list, err := s.ChannelMessages(w.General.ID, c.limit, "", c.after, "")
		require.NoError(t, err, name)
		got := ""
		for _, m := range list {
			got += m.Content
		}
		assert.Equal(t, c.want, got, name)
	}
	_, err := w.Ana.Say(w.General, "<@"+w.BotID()+"> yours")
	require.NoError(t, err)
	said, err := w.Ana.Say(w.General, "hello")
	require.NoError(t, err)
	list, err := s.ChannelMessages(w.General.ID, 2, "", "", "")
	require.NoError(t, err)
	assert.Equal(t, []string{"", "<@" + w.BotID() + "> yours"}, []string{list[0].Content, list[1].Content})
	assert.Empty(t, w.Violations())

	require.NoError(t, s.ChannelMessageDelete(w.General.ID, ids[0]))
	assert.Equal(t, wire.CodeUnknownMessage, code(s.ChannelMessageDelete(w.General.ID, ids[0])))
	assert.Equal(t, wire.CodeMissingPermissions, code(s.ChannelMessageDelete(w.General.ID, said.ID)))
	_, err = s.ChannelMessageEdit(w.General.ID, said.ID, "mine")
	assert.Equal(t, wire.CodeNotYourMessage, code(err))
	assert.Error(t, w.Bo.Delete(w.Message(ids[1])))
	assert.NoError(t, w.Ana.Delete(w.Message(ids[1])), "ana may manage messages")
	assert.Len(t, w.General.Everything(), 8)
}

func TestLargeFilesAreRefused(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	for name, c := range map[string]struct{ files, size, code int }{
		"ten": {10, 10, 0}, "eleven": {11, 10, wire.CodeInvalidBody}, "10 MB": {1, 10 << 20, 0},
		"more than 10 MB": {1, 10<<20 + 1, wire.CodeTooLarge}, "more than 25 MB in all": {2, 13 << 20, wire.CodeTooLarge},
	} {
		m := &discordgo.MessageSend{}
		for i := range c.files {
			m.Files = append(m.Files, &discordgo.File{Name: strconv.Itoa(i) + ".bin", Reader: bytes.NewReader(make([]byte, c.size))})
		}
		_, err := session(t, w).ChannelMessageSendComplex(w.General.ID, m)
		assert.Equal(t, c.code, code(err), name)
		assert.Equal(t, c.code == 0, err == nil, "%s: %v", name, err)
	}
}
