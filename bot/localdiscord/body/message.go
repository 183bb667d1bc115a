package body

import (
	"encoding/json"
	"strings"

	"amytis/bot/localdiscord/wire"
)

// Limits of messages. https://discord.com/developers/docs/resources/message#create-message
const (
	maxContent  = 2000
	maxNonce    = 25
	maxMentions = 100
)

// Message is every body that creates or edits a message, and the data of a callback.
type Message struct {
	Content         wire.Opt[string]           `json:"content"`
	TTS             wire.Opt[bool]             `json:"tts"`
	Embeds          wire.Opt[[]wire.Embed]     `json:"embeds"`
	AllowedMentions wire.Opt[AllowedMentions]  `json:"allowed_mentions"`
	Components      wire.Opt[[]wire.Component] `json:"components"`
	Attachments     wire.Opt[[]AttachmentRef]  `json:"attachments"`
	Flags           wire.Opt[int]              `json:"flags"`
	Nonce           json.RawMessage            `json:"nonce"`
	EnforceNonce    wire.Opt[bool]             `json:"enforce_nonce"`
	StickerIDs      wire.Opt[[]string]         `json:"sticker_ids"`
	Choices         wire.Opt[[]wire.Choice]    `json:"choices"`

	// discordgo's MessageEdit has two fields without a JSON name. Discord ignores them.
	QuirkID      wire.Opt[string] `json:"ID"`
	QuirkChannel wire.Opt[string] `json:"Channel"`
}

// Callback answers an interaction. Its data is a [Message].
// https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response-object
type Callback struct {
	Type int             `json:"type"`
	Data json.RawMessage `json:"data"`
}

// AttachmentRef names a file of the request by its number, or one that the message already has by
// its id.
type AttachmentRef struct {
	ID          json.RawMessage `json:"id"`
	Filename    string          `json:"filename"`
	Description *string         `json:"description"`
	Title       *string         `json:"title"`
	IsSpoiler   *bool           `json:"is_spoiler"`
	IsRemix     *bool           `json:"is_remix"`
	Duration    float64         `json:"duration_secs"`
	Waveform    string          `json:"waveform"`

	// Clients send back what they received. Discord ignores these fields.
	URL         string `json:"url"`
	ProxyURL    string `json:"proxy_url"`
	ContentType string `json:"content_type"`
	Width       int    `json:"width"`
	Height      int    `json:"height"`
	Size        int    `json:"size"`
	Ephemeral   bool   `json:"ephemeral"`
	Flags       int    `json:"flags"`
}

func (a AttachmentRef) id() string { return strings.Trim(string(a.ID), `"`) }

// checkFields refuses fields that do not belong in a body of this purpose.
func (b *Message) checkFields(t *wire.Problems, p Purpose) {
	stray := func(name string, set bool) {
		if set {
			t.Add(name, "LOCAL_UNKNOWN_FIELD", "Discord does not know this field here")
		}
	}
	stray("choices", b.Choices.Given())
	stray("ID", b.QuirkID.Set && p != ForEdit)
	stray("Channel", b.QuirkChannel.Set && p != ForEdit)
	stray("nonce", b.NonceText() != "" && p != ForChannel)
	// discord.js sends these two as false with every message.
	stray("enforce_nonce", b.EnforceNonce.Value && p != ForChannel)
	stray("tts", b.TTS.Value && p.edits())
	if len(b.StickerIDs.Value) > 0 {
		t.Add("sticker_ids", "LOCAL_NOT_SUPPORTED", "Stickers do not exist on this Discord")
	}
	if extra := b.Flags.Value &^ settableFlags[p]; extra != 0 {
		t.Add("flags", "BASE_TYPE_CHOICES", "The flags %d cannot be set here", extra)
	}
	if n := b.NonceText(); len(n) > maxNonce {
		t.Add("nonce", "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", maxNonce)
	}
	if b.AllowedMentions.Set && !b.AllowedMentions.Null {
		b.AllowedMentions.Value.check(t)
	}
}

func (b *Message) NonceText() string {
	n := string(b.Nonce)
	if n == "null" {
		return ""
	}
	return strings.Trim(n, `"`)
}
