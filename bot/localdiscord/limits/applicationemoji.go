package limits

import (
	"bytes"
	"encoding/base64"
	"image"
	_ "image/gif"  // formats of emoji
	_ "image/jpeg" // likewise
	_ "image/png"  // likewise
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

// EmojiImage reads the picture of an emoji, a data URI, and checks it.
// https://discord.com/developers/docs/reference#image-data
func EmojiImage(t *wire.Problems, uri string) (data []byte, contentType string) {
	const notImage = "IMAGE_INVALID"
	if uri == "" {
		t.Required("image", uri)
		return nil, ""
	}
	head, encoded, found := strings.Cut(uri, ";base64,")
	contentType, isData := strings.CutPrefix(head, "data:")
	if !found || !isData {
		t.Add("image", notImage, "Invalid image data: expected data:image/...;base64,...")
		return nil, ""
	}
	data, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		t.Add("image", notImage, "Invalid image data: %s", err.Error())
		return nil, ""
	}
	if len(data) > maxEmojiFile {
		t.Add("image", "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
	}
	if !isPicture(contentType, data) {
		t.Add("image", notImage, "Unsupported image type given")
	}
	return data, contentType
}

// isPicture reports whether data is a picture of the type, or of any if that is image/jpg, as which
// discord.js sends them all.
func isPicture(contentType string, data []byte) bool {
	_, format, err := image.DecodeConfig(bytes.NewReader(data))
	return err == nil && (contentType == "image/"+format || contentType == "image/jpg")
}
