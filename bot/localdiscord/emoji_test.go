package localdiscord_test

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/png"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
)

// pngFile returns a PNG file of 30 by 20 pixels.
func pngFile(t testing.TB) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, image.NewGray(image.Rect(0, 0, 30, 20))))
	return b.String()
}

// dataURI returns a file as Discord expects the picture of an emoji.
func dataURI(contentType, data string) string {
	return "data:" + contentType + ";base64," + base64.StdEncoding.EncodeToString([]byte(data))
}

func (w *testWorld) createEmoji(name, image string) answer {
	w.t.Helper()
	return w.send("POST", "/applications/"+w.BotID()+"/emojis", M{"name": name, "image": image})
}

func TestInvalidEmojiIsRefused(t *testing.T) {
	t.Parallel()
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
	t.Parallel()
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
