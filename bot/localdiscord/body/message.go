// Package body has the bodies of a bot's requests, and composes messages from them. It stores
// nothing and knows no guilds or channels.
package body

import (
	"slices"

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

// Mentions returns what may ping. By default a message of a channel parses everything, and an
// answer to an interaction only users.
func (b *Message) Mentions(p Purpose) AllowedMentions {
	switch {
	case b.AllowedMentions.Given():
		return b.AllowedMentions.Value
	case p == ForChannel || p == ForEdit:
		return AllowedMentions{Parse: []string{"users", "roles", "everyone"}}
	}
	return AllowedMentions{Parse: []string{"users"}}
}
