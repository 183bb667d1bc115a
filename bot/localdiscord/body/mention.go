package body

import (
	"slices"

	"amytis/bot/localdiscord/wire"
)

// AllowedMentions says which mentions in a text may ping.
// https://discord.com/developers/docs/resources/message#allowed-mentions-object
type AllowedMentions struct {
	Parse []string `json:"parse"`
	Roles []string `json:"roles"`
	Users []string `json:"users"`
}

func (a *AllowedMentions) check(t *wire.Problems) {
	for _, kind := range a.Parse {
		switch kind {
		case "users", "roles", "everyone":
		default:
			t.Add("allowed_mentions.parse", "BASE_TYPE_CHOICES", "Value must be one of ('users', 'everyone', 'roles').")
		}
	}
	exclusive := func(kind string, list []string) {
		if len(list) > 0 && a.parses(kind) {
			t.Add("allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
				"parse:[%q] and %s: [ids...] are mutually exclusive.", kind, kind)
		}
		if len(list) > maxMentions {
			t.Add("allowed_mentions."+kind, "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", maxMentions)
		}
		for _, id := range list {
			t.Snowflake("allowed_mentions."+kind, id)
		}
	}
	exclusive("users", a.Users)
	exclusive("roles", a.Roles)
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
	case b.AllowedMentions.Set && !b.AllowedMentions.Null:
		return b.AllowedMentions.Value
	case p == ForChannel || p == ForEdit:
		return AllowedMentions{Parse: []string{"users", "roles", "everyone"}}
	}
	return AllowedMentions{Parse: []string{"users"}}
}
