package body

import (
	"bytes"
	"encoding/base64"
	"image/png"
	"net/http"
	"regexp"
	"strings"

	"amytis/bot/localdiscord/wire"
)

// Limits of an application's emoji.
// https://discord.com/developers/docs/resources/emoji#create-application-emoji
const (
	minEmojiName = 2
	maxEmojiName = 32
	maxEmojiFile = 256 << 10 // bytes
	maxEmoji     = 2000
)

var emojiName = regexp.MustCompile(`^\w+$`)

// EmojiName checks the name of an application's emoji.
func EmojiName(t *wire.Problems, name string) {
	t.Length("name", name, minEmojiName, maxEmojiName)
	if name != "" && !emojiName.MatchString(name) {
		t.Add("name", "STRING_TYPE_REGEX", "String value did not match validation regex.")
	}
}

// EmojiCount refuses a further emoji if an application has n of them already.
func EmojiCount(n int) *wire.Refusal {
	if n < maxEmoji {
		return nil
	}
	return wire.Refuse(http.StatusBadRequest, wire.CodeTooManyEmoji, "Maximum number of emojis reached (2000)")
}

// EmojiImage reads the picture of an emoji, a data URI, and checks it. The bot sends PNG only.
// https://discord.com/developers/docs/reference#image-data
func EmojiImage(t *wire.Problems, uri string) []byte {
	encoded, isPNG := strings.CutPrefix(uri, "data:image/png;base64,")
	data, err := base64.StdEncoding.DecodeString(encoded)
	if err == nil {
		_, err = png.DecodeConfig(bytes.NewReader(data))
	}
	switch {
	case uri == "":
		t.Required("image", uri)
	case !isPNG || err != nil:
		t.Add("image", "IMAGE_INVALID", "Unsupported image type given, on this Discord all but PNG")
	case len(data) > maxEmojiFile:
		t.Add("image", "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
	}
	return data
}
