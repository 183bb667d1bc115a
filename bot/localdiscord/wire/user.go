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
	PrimaryGuild  *string `json:"primary_guild"` // always null
	Bot           bool    `json:"bot,omitempty"`
	PublicFlags   int     `json:"public_flags"`
	Flags         int     `json:"flags"`
}

// Member is a user's membership of a guild.
// https://discord.com/developers/docs/resources/guild#guild-member-object
type Member struct {
	User        *User        `json:"user,omitempty"`
	Nick        *string      `json:"nick"`
	Roles       []string     `json:"roles"`
	JoinedAt    time.Time    `json:"joined_at"`
	Permissions *Permissions `json:"permissions,omitempty"`
	// TimedOut is the end of a timeout, nil for none.
	TimedOut *time.Time `json:"communication_disabled_until"`
}

func (m Member) MarshalJSON() ([]byte, error) {
	type plain Member
	return complete(plain(m), `"avatar":null,"banner":null,"premium_since":null,"deaf":false,"mute":false,`+
		`"flags":0,"pending":false,`)
}
