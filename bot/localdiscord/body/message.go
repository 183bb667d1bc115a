// Package body has the bodies of a bot's requests, and composes messages from them. It stores
// nothing and knows no guilds or channels.
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

// Message is every body that creates or edits a message, and the data of a callback.
// https://discord.com/developers/docs/resources/message#create-message
type Message struct {
	Content         wire.Opt[string]           `json:"content" limit:"-2000"`
	Embeds          wire.Opt[[]wire.Embed]     `json:"embeds" limit:"-10"`
	AllowedMentions wire.Opt[AllowedMentions]  `json:"allowed_mentions"`
	Components      wire.Opt[[]wire.Component] `json:"components"`
	Attachments     wire.Opt[[]AttachmentRef]  `json:"attachments"`
	Flags           wire.Opt[int]              `json:"flags"`
	Nonce           string                     `json:"nonce" limit:"-25"`
	EnforceNonce    wire.Opt[bool]             `json:"enforce_nonce"`
	Choices         wire.Opt[[]wire.Choice]    `json:"choices" limit:"-25"`
}

// AttachmentRef names a file of the request by its number, or one that the message has by its ID.
type AttachmentRef struct {
	ID          string  `json:"id" limit:"need"`
	Filename    string  `json:"filename"`
	Description *string `json:"description" limit:"-1024"`
}

const maxEmbedSum = 6000

func (b *Message) Check(t *wire.Problems, path string) {
	t.AddIf(wire.EmbedSize(b.Embeds.Value) > maxEmbedSum,
		path+"embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of %d", maxEmbedSum)
}

// Purpose is what a message body is for. The rules differ.
type Purpose struct {
	name  string // tells it from the others
	at    string // where a body has the message's fields, "data." or ""
	flags int    // besides FlagComponentsV2, which a bot may set everywhere
}

// The purposes are messages of channels, the first messages of posts, callbacks of types 4, 5 and
// 7, and messages of webhooks. Discord ignores the ephemeral flag of an update, so it is listed.
var (
	ForChannel  = Purpose{"message", "", wire.FlagSuppressNotifications}
	ForPost     = Purpose{"post", "message.", wire.FlagSuppressNotifications}
	ForEdit     = Purpose{"edit", "", 0}
	ForAnswer   = Purpose{"answer", "data.", wire.FlagEphemeral | wire.FlagSuppressNotifications}
	ForUpdate   = Purpose{"update", "data.", wire.FlagEphemeral}
	ForFollowup = Purpose{"follow-up", "", ForAnswer.flags}
	ForHookEdit = Purpose{"edit of an answer", "", 0}
)

// checkPurpose refuses fields that do not belong in a body of this purpose.
func (b *Message) checkPurpose(t *wire.Problems, p Purpose) {
	stray := func(name string, set bool) {
		t.AddIf(set, name, "LOCAL_UNKNOWN_FIELD", "Discord does not know this field here")
	}
	stray("choices", b.Choices.Given())
	stray("nonce", b.Nonce != "" && p != ForChannel)
	stray("enforce_nonce", b.EnforceNonce.Value && p != ForChannel)
	if extra := b.Flags.Value &^ wire.FlagComponentsV2 &^ p.flags; extra != 0 {
		t.Add("flags", "BASE_TYPE_CHOICES", "The flags %d cannot be set here", extra)
	}
}

// AllowedMentions says which mentions in a text may ping.
// https://discord.com/developers/docs/resources/message#allowed-mentions-object
type AllowedMentions struct {
	Parse []string `json:"parse"`
	Roles []string `json:"roles" limit:"-100"`
	Users []string `json:"users" limit:"-100"`
}

func (a *AllowedMentions) Check(t *wire.Problems, path string) {
	for _, kind := range a.Parse {
		if !slices.Contains([]string{"users", "roles", "everyone"}, kind) {
			t.Add(path+"parse", "BASE_TYPE_CHOICES", "Value must be one of ('users', 'everyone', 'roles').")
		}
	}
	for kind, list := range map[string][]string{"users": a.Users, "roles": a.Roles} {
		t.AddIf(len(list) > 0 && a.parses(kind), "allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
			"parse:[%q] and %s: [ids...] are mutually exclusive.", kind, kind)
		for _, id := range list {
			t.Snowflake(path+kind, id)
		}
	}
}

func (a *AllowedMentions) parses(kind string) bool { return slices.Contains(a.Parse, kind) }

func (a *AllowedMentions) User(id string) bool {
	return a.parses("users") || slices.Contains(a.Users, id)
}

func (a *AllowedMentions) Role(id string) bool {
	return a.parses("roles") || slices.Contains(a.Roles, id)
}

func (a *AllowedMentions) Everyone() bool { return a.parses("everyone") }

// Mentions returns what may ping, by default only users where an interaction is answered.
func (b *Message) Mentions(p Purpose) AllowedMentions {
	switch {
	case b.AllowedMentions.Given():
		return b.AllowedMentions.Value
	case p == ForChannel || p == ForEdit:
		return AllowedMentions{Parse: []string{"users", "roles", "everyone"}}
	}
	return AllowedMentions{Parse: []string{"users"}}
}

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

// ThreadEdit has all that the bot changes of a thread.
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
