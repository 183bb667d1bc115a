package localdiscord_test

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/png"
	"net/http"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
)

// pngFile returns a PNG file of size by size pixels.
func pngFile(t testing.TB, size int) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, image.NewNRGBA(image.Rect(0, 0, size, size))))
	return b.Bytes()
}

// dataURI returns a file as Discord expects the picture of an emoji.
func dataURI(contentType string, data []byte) string {
	return "data:" + contentType + ";base64," + base64.StdEncoding.EncodeToString(data)
}

// createEmoji creates an emoji with a valid picture.
func createEmoji(t testing.TB, s *discordgo.Session, app, name string) *discordgo.Emoji {
	t.Helper()
	e, err := s.ApplicationEmojiCreate(app, &discordgo.EmojiParams{
		Name: name, Image: dataURI("image/png", pngFile(t, 128)),
	})
	require.NoError(t, err)
	return e
}

// refusedWith checks the status and the code of a refusal.
func refusedWith(t *testing.T, err error, status, code int) {
	t.Helper()
	var refused *discordgo.RESTError
	require.ErrorAs(t, err, &refused)
	require.NotNil(t, refused.Message)
	assert.Equal(t, [2]int{status, code}, [2]int{refused.Response.StatusCode, refused.Message.Code})
}

func TestInvalidEmojiIsRefused(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	s, app := session(t, w), w.BotID()
	createEmoji(t, s, app, "taken")
	valid := dataURI("image/png", pngFile(t, 128))
	huge := append(pngFile(t, 128), make([]byte, 256<<10)...)
	for why, p := range map[string]discordgo.EmojiParams{
		"Must be between 2 and 32 in length":     {Name: "a", Image: valid},
		"length.\"":                              {Name: strings.Repeat("a", 33), Image: valid},
		"validation regex":                       {Name: "no-dash", Image: valid},
		"An emoji with this name already exists": {Name: "taken", Image: valid},
		"This field is required":                 {Name: "rose"},
		"File cannot be larger than 256.0 kb":    {Name: "rose", Image: dataURI("image/png", huge)},
		"Unsupported image type":                 {Name: "rose", Image: dataURI("image/png", []byte("no picture"))},
		"Unsupported image type given":           {Name: "rose", Image: dataURI("image/svg+xml", []byte("<svg/>"))},
		"Unsupported image":                      {Name: "rose", Image: dataURI("image/gif", pngFile(t, 8))},
		"Unsupported":                            {Name: "rose", Image: "https://example.com/rose.png"},
		"IMAGE_INVALID":                          {Name: "rose", Image: "data:image/png;base64,!"},
		"type given":                             {Name: "rose", Image: base64.StdEncoding.EncodeToString(pngFile(t, 8))},
	} {
		_, err := s.ApplicationEmojiCreate(app, &p)
		require.ErrorContains(t, err, why)
		refusedWith(t, err, http.StatusBadRequest, 50035)
	}
	_, err := s.ApplicationEmojiCreate("1150000000000000999", &discordgo.EmojiParams{Name: "rose", Image: valid})
	refusedWith(t, err, http.StatusForbidden, 20012)
	refusedWith(t, s.ApplicationEmojiDelete(app, "1150000000000000999"), http.StatusNotFound, discordgo.ErrCodeUnknownEmoji)
	createEmoji(t, s, app, "fine_1")
}

func TestButtonsAndMenusShowTheApplicationsEmojiOnly(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	s, app := session(t, w), w.BotID()
	rose := createEmoji(t, s, app, "rose")
	message := func(id string) *discordgo.MessageSend {
		e := &discordgo.ComponentEmoji{ID: id, Name: "another"}
		return &discordgo.MessageSend{Content: "flowers", Components: []discordgo.MessageComponent{
			row(discordgo.Button{Label: "Rose", CustomID: "rose", Style: discordgo.PrimaryButton, Emoji: e}),
			row(discordgo.SelectMenu{MenuType: discordgo.StringSelectMenu, CustomID: "menu",
				Options: []discordgo.SelectMenuOption{{Label: "Rose", Value: "rose", Emoji: e}}}),
		}}
	}
	sent, err := s.ChannelMessageSendComplex(w.General.ID, message(rose.ID))
	require.NoError(t, err)
	shown := w.Message(sent.ID).Components
	assert.Equal(t, "rose", shown[0].Components[0].Emoji.Name, "Discord gives the name of the emoji")
	assert.Equal(t, rose.ID, shown[1].Components[0].Options[0].Emoji.ID)
	_, err = s.ChannelMessageSendComplex(w.General.ID, message("1150000000000000999"))
	require.ErrorContains(t, err, "BUTTON_COMPONENT_INVALID_EMOJI")
	refusedWith(t, err, http.StatusBadRequest, 50035)
}
