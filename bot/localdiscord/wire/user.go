package wire

import "time"

// User is a person or the bot as others see them.
// https://discord.com/developers/docs/resources/user#user-object
type User struct {
	ID            string  `json:"id"`
	Username      string  `json:"username"`
	Discriminator string  `json:"discriminator"`
	GlobalName    *string `json:"global_name"`
	Avatar        *string `json:"avatar"`
	Banner        *string `json:"banner"`
	PrimaryGuild  *string `json:"primary_guild"` // always null
	Bot           bool    `json:"bot,omitempty"`
	PublicFlags   int     `json:"public_flags"`
	Flags         int     `json:"flags"`
}

// Member is a user's membership of a guild.
// https://discord.com/developers/docs/resources/guild#guild-member-object
type Member struct {
	User                       *User        `json:"user,omitempty"`
	Nick                       *string      `json:"nick"`
	Avatar                     *string      `json:"avatar"`
	Banner                     *string      `json:"banner"`
	Roles                      []string     `json:"roles"`
	JoinedAt                   time.Time    `json:"joined_at"`
	PremiumSince               *time.Time   `json:"premium_since"`
	Deaf                       bool         `json:"deaf"`
	Mute                       bool         `json:"mute"`
	Flags                      int          `json:"flags"`
	Pending                    bool         `json:"pending"`
	CommunicationDisabledUntil *time.Time   `json:"communication_disabled_until"`
	Permissions                *Permissions `json:"permissions,omitempty"`
}
