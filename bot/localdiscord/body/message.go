package body

import (
	"encoding/json"

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
	Embeds          wire.Opt[[]wire.Embed]     `json:"embeds"`
	AllowedMentions wire.Opt[AllowedMentions]  `json:"allowed_mentions"`
	Components      wire.Opt[[]wire.Component] `json:"components"`
	Attachments     wire.Opt[[]AttachmentRef]  `json:"attachments"`
	Flags           wire.Opt[int]              `json:"flags"`
	Nonce           string                     `json:"nonce"`
	EnforceNonce    wire.Opt[bool]             `json:"enforce_nonce"`
	Choices         wire.Opt[[]wire.Choice]    `json:"choices"`
}

// Callback answers an interaction. Its data is a [Message].
// https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response-object
type Callback struct {
	Type int             `json:"type"`
	Data json.RawMessage `json:"data"`
}

// AttachmentRef names a file of the request by its number, or one that the message has by its ID.
type AttachmentRef struct {
	ID          string  `json:"id"`
	Filename    string  `json:"filename"`
	Description *string `json:"description"`
}

// checkFields refuses fields that do not belong in a body of this purpose.
func (b *Message) checkFields(t *wire.Problems, p Purpose) {
	stray := func(name string, set bool) {
		if set {
			t.Add(name, "LOCAL_UNKNOWN_FIELD", "Discord does not know this field here")
		}
	}
	stray("choices", b.Choices.Given())
	stray("nonce", b.Nonce != "" && p != ForChannel)
	stray("enforce_nonce", b.EnforceNonce.Value && p != ForChannel)
	if extra := b.Flags.Value &^ wire.FlagComponentsV2 &^ p.flags; extra != 0 {
		t.Add("flags", "BASE_TYPE_CHOICES", "The flags %d cannot be set here", extra)
	}
	if len(b.Nonce) > maxNonce {
		t.Add("nonce", "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", maxNonce)
	}
	if b.AllowedMentions.Set && !b.AllowedMentions.Null {
		b.AllowedMentions.Value.check(t)
	}
}
