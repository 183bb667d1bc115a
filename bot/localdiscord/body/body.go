package body

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"image/png"
	"regexp"
	"slices"
	"strings"

	"amytis/bot/localdiscord/wire"
)

// Thread starts a thread from a message.
// https://discord.com/developers/docs/resources/channel#start-thread-from-message
type Thread struct {
	Name                string        `json:"name" limit:"1-100 solid"`
	AutoArchiveDuration wire.Opt[int] `json:"auto_archive_duration"`
}

func (b *Thread) Check(t *wire.Problems, path string) {
	minutes := []int{60, 1440, 4320, 10080}
	if archive := b.AutoArchiveDuration; archive.Given() && !slices.Contains(minutes, archive.Value) {
		t.Add(path+"auto_archive_duration", "BASE_TYPE_CHOICES", "Value must be one of (60, 1440, 4320, 10080).")
	}
}

// Post starts a thread in a forum.
// https://discord.com/developers/docs/resources/channel#start-thread-in-forum-or-media-channel
type Post struct {
	Thread
	Message     Message            `json:"message"`
	AppliedTags wire.Opt[[]string] `json:"applied_tags"`
}

// ThreadEdit changes a thread. The bot changes nothing else of one.
// https://discord.com/developers/docs/resources/channel#modify-channel
type ThreadEdit struct {
	Archived    wire.Opt[bool]     `json:"archived"`
	AppliedTags wire.Opt[[]string] `json:"applied_tags"`
}

// DM opens the direct conversation with a user.
// https://discord.com/developers/docs/resources/user#create-dm
type DM struct {
	RecipientID string `json:"recipient_id" limit:"id"`
}

// Callback answers an interaction. Its data is a [Message].
// https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response-object
type Callback struct {
	Type int             `json:"type"`
	Data json.RawMessage `json:"data"`
}

// Emoji creates an emoji of the application. Its image is a data URI, and the bot sends PNG only.
// https://discord.com/developers/docs/resources/emoji#create-application-emoji
// https://discord.com/developers/docs/reference#image-data
type Emoji struct {
	Name  string `json:"name" limit:"2-32"`
	Image string `json:"image" limit:"need"`
}

var emojiName = regexp.MustCompile(`^\w*$`)

const maxEmojiFile = 256 << 10 // bytes

func (b *Emoji) Check(t *wire.Problems, path string) {
	t.AddIf(!emojiName.MatchString(b.Name),
		path+"name", "STRING_TYPE_REGEX", "String value did not match validation regex.")
	data, ok := b.PNG()
	if _, err := png.DecodeConfig(bytes.NewReader(data)); b.Image != "" && (!ok || err != nil) {
		t.Add(path+"image", "IMAGE_INVALID", "Unsupported image type given, on this Discord all but PNG")
	} else if len(data) > maxEmojiFile {
		t.Add(path+"image", "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
	}
}

// PNG returns the picture, unless the data URI is of another form.
func (b *Emoji) PNG() (data []byte, ok bool) {
	encoded, ok := strings.CutPrefix(b.Image, "data:image/png;base64,")
	data, err := base64.StdEncoding.DecodeString(encoded)
	return data, ok && err == nil
}
