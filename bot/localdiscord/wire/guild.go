package wire

import (
	"time"
)

// Role is a role of a guild.
// https://discord.com/developers/docs/topics/permissions#role-object
type Role struct {
	ID          string      `json:"id"`
	Name        string      `json:"name"`
	Color       int         `json:"color"`
	Hoist       bool        `json:"hoist"`
	Position    int         `json:"position"`
	Permissions Permissions `json:"permissions"`
	Managed     bool        `json:"managed"`
	Mentionable bool        `json:"mentionable"`
	Flags       int         `json:"flags"`
}

// Guild is a guild ("server" to its members), with the fields of GUILD_CREATE.
// https://discord.com/developers/docs/resources/guild
type Guild struct {
	ID                          string     `json:"id"`
	Name                        string     `json:"name"`
	Icon                        *string    `json:"icon"`
	OwnerID                     string     `json:"owner_id"`
	PreferredLocale             string     `json:"preferred_locale"`
	Features                    []string   `json:"features"`
	Roles                       []Role     `json:"roles"`
	Emojis                      []any      `json:"emojis"`
	Stickers                    []any      `json:"stickers"`
	VerificationLevel           int        `json:"verification_level"`
	DefaultMessageNotifications int        `json:"default_message_notifications"`
	ExplicitContentFilter       int        `json:"explicit_content_filter"`
	NSFWLevel                   int        `json:"nsfw_level"`
	PremiumTier                 int        `json:"premium_tier"`
	AfkTimeout                  int        `json:"afk_timeout"`
	MfaLevel                    int        `json:"mfa_level"`
	SystemChannelFlags          int        `json:"system_channel_flags"`
	JoinedAt                    *time.Time `json:"joined_at,omitempty"`
	MemberCount                 int        `json:"member_count,omitempty"`
	Large                       bool       `json:"large"`
	Unavailable                 bool       `json:"unavailable"`
	Members                     []Member   `json:"members,omitempty"`
	Channels                    []Channel  `json:"channels,omitempty"`
	Threads                     []Channel  `json:"threads,omitempty"`
}
