package localdiscord_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"image"
	"image/png"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord/message"
	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/wire"
)

func TestANonceIsUniquePerAuthorForAFewMinutes(t *testing.T) {
	clock := &clock{}
	w := world(t, localdiscord.Options{Now: clock.now})
	post := func(ch *localdiscord.Channel) string {
		return w.posted(ch.ID, M{"content": "turn", "nonce": "n1", "enforce_nonce": true}).ID
	}
	first := post(w.General)
	assert.Equal(t, first, post(w.Games), "a channel makes no difference")
	clock.add(4 * time.Minute)
	assert.Equal(t, first, post(w.General))
	clock.add(2 * time.Minute)
	second := post(w.General)
	assert.NotEqual(t, first, second)
	assert.Equal(t, second, post(w.General))
	w.ForgetNonces()
	assert.NotEqual(t, second, post(w.General))
	assert.Empty(t, w.Games.Messages())
}

func TestOnlyAllowedMentionsPing(t *testing.T) {
	w := world(t, localdiscord.Options{})
	text := w.Ana.Mention() + " " + w.Bo.Mention() + " @everyone"
	for name, c := range map[string]struct {
		allowed any
		pinged  []string
	}{
		"by default all who are named": {nil, []string{w.Ana.ID, w.Bo.ID}},
		"nobody":                       {M{"parse": L{}}, nil},
		"one by id":                    {M{"users": L{w.Bo.ID}}, []string{w.Bo.ID}},
		"not who is not named":         {M{"users": L{w.Cleo.ID}}, nil},
		"users":                        {M{"parse": L{"users"}}, []string{w.Ana.ID, w.Bo.ID}},
	} {
		m := w.posted(generalID, M{"content": text, "allowed_mentions": c.allowed})
		assert.Equal(t, c.pinged, m.Pinged, name)
	}
	assert.Len(t, w.Bo.Pings(), 3)
	assert.Empty(t, w.Cleo.Pings(), "@everyone needs a permission")
	w.Babylon.SetBotPermissions(wire.DefaultBotPermissions | wire.MentionEveryone)
	w.posted(generalID, "@everyone")
	assert.Len(t, w.Cleo.Pings(), 1)
}

func TestAnEditPingsOnlyNewMentions(t *testing.T) {
	w := world(t, localdiscord.Options{})
	m := w.posted(generalID, w.Ana.Mention())
	w.edit(m.ID, M{"content": w.Ana.Mention() + w.Bo.Mention()})
	assert.Len(t, w.Ana.Pings(), 1)
	require.Len(t, w.Bo.Pings(), 1)
	assert.True(t, w.Bo.Pings()[0].Edit, "the ping of Bo comes from the edit")
	w.edit(m.ID, M{"components": L{}})
	assert.Len(t, w.Message(m.ID).Mentions, 2, "an edit without content keeps the mentions")
}

func TestEditsOfOldMessagesAreLimited(t *testing.T) {
	clock := &clock{}
	w := world(t, localdiscord.Options{Now: clock.now})
	m := w.posted(generalID, "a")
	edits := func(n int) (last answer) {
		for range n {
			last = w.edit(m.ID, M{"content": "b"})
		}
		return last
	}
	assert.Zero(t, edits(10).Code)
	clock.add(2 * time.Hour)
	assert.Equal(t, wire.CodeOldMessageEdits, edits(4).Code)
	assert.Len(t, w.Violations(), 1)
	clock.add(6 * time.Second)
	assert.Zero(t, edits(1).Code)
}

// contents are what the messages that the bot reads say.
func (w *testWorld) contents(query string) (all []string) {
	var list []localdiscord.Message
	require.NoError(w.t, json.Unmarshal([]byte(w.must("GET", messages+query, nil).Raw), &list))
	for _, m := range list {
		all = append(all, m.Content)
		assert.Empty(w.t, m.Nonce)
	}
	return all
}

// TestTheBotReadsAndDeletesMessages in order. It has no intent for the content of others.
func TestTheBotReadsAndDeletesMessages(t *testing.T) {
	w := world(t, localdiscord.Options{})
	var ids []string
	for n := range 6 {
		ids = append(ids, w.posted(generalID, M{"content": strconv.Itoa(n), "nonce": strconv.Itoa(n)}).ID)
	}
	for query, want := range map[string]string{
		"?limit=100": "543210", "?limit=2": "54", "?limit=2&after=" + ids[1]: "32", "?limit=3&after=" + ids[5]: "",
	} {
		assert.Equal(t, want, strings.Join(w.contents(query), ""), query)
	}
	_, err := w.Ana.Say(w.General, "<@"+w.BotID()+"> yours")
	require.NoError(t, err)
	_, err = w.Ana.Say(w.General, "hello")
	require.NoError(t, err)
	assert.Equal(t, []string{"", "<@" + w.BotID() + "> yours"}, w.contents("?limit=2"))
	w.General.DenyBot(wire.ReadMessageHistory)
	assert.Empty(t, w.contents(""), "without the permission there are none")

	w.must("DELETE", messages+"/"+ids[0], nil)
	assert.Empty(t, w.Violations())
	assert.Equal(t, wire.CodeUnknownMessage, w.send("DELETE", messages+"/"+ids[0], nil).Code)
	assert.Error(t, w.Bo.Delete(w.Message(ids[1])))
	assert.NoError(t, w.Ana.Delete(w.Message(ids[1])), "ana may manage messages")
	assert.Len(t, w.General.Everything(), 8)
}

func TestLargeFilesAreRefused(t *testing.T) {
	w := world(t, localdiscord.Options{})
	for name, c := range map[string]struct{ files, size, code int }{
		"ten": {10, 10, 0}, "eleven": {11, 10, wire.CodeInvalidBody}, "10 MB": {1, 10 << 20, 0},
		"more than 10 MB": {1, 10<<20 + 1, wire.CodeTooLarge}, "more than 25 MB in all": {2, 13 << 20, wire.CodeTooLarge},
	} {
		var files []message.File
		for i := range c.files {
			files = append(files, picture(strconv.Itoa(i)+".bin", strings.Repeat("\x00", c.size)))
		}
		a := w.post(generalID, M{}, files...)
		assert.Equal(t, c.code, a.Code, name)
		assert.Equal(t, c.code == 0, a.Status == 200, name)
	}
}

// gallery has a picture, and a button below it.
func gallery(name string) L {
	return L{M{"type": 12, "items": L{M{"media": M{"url": "attachment://" + name}, "description": "an empty garden"}}},
		rawRow(rawButton("next"))}
}

// TestV2MessagesTakeNoContentOrEmbeds also where an edit makes a message one of components.
func TestV2MessagesTakeNoContentOrEmbeds(t *testing.T) {
	w := world(t, localdiscord.Options{})
	c := w.connected()
	text := L{textDisplay("a")}
	w.slash(w.Ana)
	i := c.interaction()
	w.respond(i, reply("content"))
	m := w.General.Last()
	edit := M{"flags": v2, "components": text}
	for _, step := range []struct {
		why string
		answer
		code int
	}{
		{"a follow-up", w.hook("POST", i, "", M{"content": "content", "flags": v2, "components": text}), 50035},
		{"without the flag are only rows", w.hook("POST", i, "", M{"content": "a", "components": text}), 50035},
		{"the message still has its content", w.edit(m.ID, edit), 50035},
		{"the content goes, too", w.edit(m.ID, with(edit, M{"content": ""})), 0},
		{"the flag cannot be taken back", w.edit(m.ID, M{"content": "content"}), 50035},
	} {
		assert.Equal(t, step.code, step.Code, step.why)
	}
	assert.True(t, w.Message(m.ID).V2(), "the message keeps the flag of its components")
	assert.Empty(t, w.Violations(50035))
}

// TestTooManyBytesOfTextAreAnErrorOfDiscord although there are fewer than 4,000 characters.
func TestTooManyBytesOfTextAreAnErrorOfDiscord(t *testing.T) {
	w := world(t, localdiscord.Options{})
	for characters, status := range map[int]int{3380: 200, 3384: 500} {
		half := textDisplay(strings.Repeat("石", characters/2))
		assert.Equal(t, status, w.post(generalID, M{"flags": v2, "components": L{half, half}}).Status)
	}
}

// TestAnEditGivesAV2MessageNoNewPicture: Discord refuses it, also as the answer to a deferral.
func TestAnEditGivesAV2MessageNoNewPicture(t *testing.T) {
	w := world(t, localdiscord.Options{})
	c := w.connected()
	file := pngFile(t)
	shown := func(name string) M { return M{"flags": v2, "components": gallery(name)} }
	answered := func(body M, files ...message.File) event {
		w.slash(w.Ana)
		i := c.interaction()
		a := w.respond(i, body, files...)
		require.Equal(t, 204, a.Status, a.Raw)
		return i
	}
	refused := func(a answer) {
		assert.Equal(t, 50035, a.Code)
		assert.Contains(t, a.Raw, "Could not find the referenced attachment")
	}
	refused(w.hook("PATCH", answered(deferral), "/messages/@original", shown("b.png"), picture("b.png", file)))
	refused(w.hook("POST", answered(deferral), "", shown("a.png"), picture("a.png", file))) // it replaces the deferral

	i := answered(M{"type": 4, "data": shown("a.png")}, picture("a.png", file))
	refused(w.hook("PATCH", i, "/messages/@original", shown("b.png"), picture("b.png", file)))
	m := w.General.Last()
	_, err := w.Ana.Press(soon(t), m, "next")
	require.NoError(t, err)
	refused(w.respond(c.interaction(), M{"type": 7, "data": M{"components": gallery("c.png")}}, picture("c.png", file)))

	// An edit may show the message's own picture again.
	w.hook("PATCH", i, "/messages/@original", M{"components": gallery("a.png")})
	now := w.Message(m.ID)
	require.Len(t, now.Pictures(), 1)
	assert.Equal(t, m.Pictures()[0].URL, now.Pictures()[0].URL)
	assert.Equal(t, 30, now.Components[0].Items[0].Media.Width, "the bot is told the size of pictures")
	assert.Empty(t, w.Violations(50035))
}

// pngFile returns a PNG file of 30 by 20 pixels.
func pngFile(t testing.TB) string {
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, image.NewGray(image.Rect(0, 0, 30, 20))))
	return b.String()
}

// dataURI returns a file as Discord expects the picture of an emoji.
func dataURI(contentType, data string) string {
	return "data:" + contentType + ";base64," + base64.StdEncoding.EncodeToString([]byte(data))
}

func (w *testWorld) createEmoji(name, image string) answer {
	return w.send("POST", "/applications/"+w.BotID()+"/emojis", M{"name": name, "image": image})
}

func TestInvalidEmojiIsRefused(t *testing.T) {
	w := world(t, localdiscord.Options{})
	file := pngFile(t)
	valid := dataURI("image/png", file)
	require.Equal(t, 201, w.createEmoji("taken", valid).Status)
	for _, c := range []struct{ name, image, why string }{
		{"a", valid, "Must be between 2 and 32 in length"},
		{strings.Repeat("a", 33), valid, "Must be between 2 and 32 in length"},
		{"no-dash", valid, "validation regex"},
		{"taken", valid, "An emoji with this name already exists"},
		{"rose", "", "This field is required"},
		{"rose", dataURI("image/png", file+strings.Repeat("x", 256<<10)), "File cannot be larger than 256.0 kb"},
		{"rose", dataURI("image/png", "no picture"), "IMAGE_INVALID"},
		{"rose", dataURI("image/svg+xml", "<svg/>"), "IMAGE_INVALID"},
		{"rose", dataURI("image/gif", file), "IMAGE_INVALID"},
		{"rose", "https://example.com/rose.png", "IMAGE_INVALID"},
		{"rose", "data:image/png;base64,!", "IMAGE_INVALID"},
		{"rose", base64.StdEncoding.EncodeToString([]byte(file)), "IMAGE_INVALID"},
	} {
		a := w.createEmoji(c.name, c.image)
		assert.Contains(t, a.Raw, c.why)
		judged(t, c.why, a, "", 50035)
	}
	require.Equal(t, 201, w.createEmoji("fine_1", valid).Status)
}

func TestButtonsAndMenusShowTheApplicationsEmojiOnly(t *testing.T) {
	w := world(t, localdiscord.Options{})
	rose := w.createEmoji("rose", dataURI("image/png", pngFile(t))).ID
	message := func(id string) M {
		e := M{"id": id, "name": "another"}
		return M{"components": append(L{faced("Rose", e)}, optionOf("Rose", e)...)}
	}
	shown := w.posted(generalID, message(rose)).Components
	assert.Equal(t, "rose", shown[0].Components[0].Emoji.Name, "Discord gives the name of the emoji")
	assert.Equal(t, rose, shown[1].Components[0].Options[0].Emoji.ID)
	a := w.post(generalID, message(nobodyID))
	assert.Contains(t, a.Raw, "BUTTON_COMPONENT_INVALID_EMOJI")
	judged(t, "unknown", a, "id", 50035)
}
