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
	Content          wire.Opt[string]           `json:"content"`
	TTS              wire.Opt[bool]             `json:"tts"`
	Embeds           wire.Opt[[]wire.Embed]     `json:"embeds"`
	AllowedMentions  wire.Opt[AllowedMentions]  `json:"allowed_mentions"`
	Components       wire.Opt[[]wire.Component] `json:"components"`
	Attachments      wire.Opt[[]AttachmentRef]  `json:"attachments"`
	Flags            wire.Opt[int]              `json:"flags"`
	Nonce            json.RawMessage            `json:"nonce"`
	EnforceNonce     wire.Opt[bool]             `json:"enforce_nonce"`
	MessageReference wire.Opt[MessageRef]       `json:"message_reference"`
	StickerIDs       wire.Opt[[]string]         `json:"sticker_ids"`
	Poll             wire.Opt[json.RawMessage]  `json:"poll"`

	Username    wire.Opt[string]   `json:"username"`
	AvatarURL   wire.Opt[string]   `json:"avatar_url"`
	ThreadName  wire.Opt[string]   `json:"thread_name"`
	AppliedTags wire.Opt[[]string] `json:"applied_tags"`

	Choices  wire.Opt[[]wire.Choice] `json:"choices"`
	CustomID wire.Opt[string]        `json:"custom_id"`
	Title    wire.Opt[string]        `json:"title"`

	// discordgo's MessageEdit has two fields without a JSON name. Discord ignores them.
	QuirkID      wire.Opt[string] `json:"ID"`
	QuirkChannel wire.Opt[string] `json:"Channel"`
}

// MessageRef names the message that a new one replies to.
type MessageRef struct {
	Type            int     `json:"type"`
	MessageID       wire.ID `json:"message_id"`
	ChannelID       wire.ID `json:"channel_id"`
	GuildID         wire.ID `json:"guild_id"`
	FailIfNotExists *bool   `json:"fail_if_not_exists"`
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

// checkFields adds a problem for each field that does not belong in a body of this purpose.
func (b *Message) checkFields(t *wire.Problems, p Purpose) {
	stray := func(name string, set bool) {
		if set {
			t.Add(name, "LOCAL_UNKNOWN_FIELD", "Discord does not know this field here")
		}
	}
	stray("choices", b.Choices.Given())
	stray("custom_id", b.CustomID.Given())
	stray("title", b.Title.Given())
	stray("ID", b.QuirkID.Set && p != ForEdit)
	stray("Channel", b.QuirkChannel.Set && p != ForEdit)
	hook := p == ForFollowup || p == ForHookEdit
	stray("username", b.Username.Given() && !hook)
	stray("avatar_url", b.AvatarURL.Given() && !hook)
	stray("thread_name", b.ThreadName.Given() && !hook)
	stray("applied_tags", b.AppliedTags.Given() && !hook)
	stray("nonce", b.NonceText() != "" && p != ForChannel)
	stray("message_reference", b.MessageReference.Given() && p != ForChannel)
	// discord.js sends these two as false with every message.
	stray("enforce_nonce", b.EnforceNonce.Value && p != ForChannel)
	stray("tts", b.TTS.Value && p.edits())
	if len(b.StickerIDs.Value) > 0 {
		t.Add("sticker_ids", "LOCAL_NOT_SUPPORTED", "Stickers do not exist on this Discord")
	}
	if b.Poll.Set && !b.Poll.Null {
		t.Add("poll", "LOCAL_NOT_SUPPORTED", "Polls do not exist on this Discord")
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

// NonceText returns the nonce without quotes, "" if there is none.
func (b *Message) NonceText() string {
	n := string(b.Nonce)
	if n == "null" {
		return ""
	}
	return strings.Trim(n, `"`)
}
