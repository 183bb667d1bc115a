package wire

import (
	"encoding/json"
	"time"
)

// Role is a role of a guild. https://discord.com/developers/docs/topics/permissions#role-object
type Role struct {
	ID          string      `json:"id"`
	Name        string      `json:"name"`
	Position    int         `json:"position"`
	Permissions Permissions `json:"permissions"`
	Managed     bool        `json:"managed"`
}

func (r Role) MarshalJSON() ([]byte, error) {
	type plain Role
	return complete(plain(r), `"color":0,"colors":{"primary_color":0,"secondary_color":null,"tertiary_color":null},`+
		`"hoist":false,"mentionable":false,"flags":0,"icon":null,"unicode_emoji":null,`)
}

// complete writes an object with the fields that never differ on this Discord.
func complete(object any, constant string) ([]byte, error) {
	raw, err := json.Marshal(object)
	if err != nil {
		return nil, err
	}
	return append([]byte("{"+constant), raw[1:]...), nil
}

// Guild is a guild ("server" to its members), with the fields of GUILD_CREATE.
// https://discord.com/developers/docs/resources/guild
type Guild struct {
	ID              string     `json:"id"`
	Name            string     `json:"name"`
	OwnerID         string     `json:"owner_id"`
	PreferredLocale string     `json:"preferred_locale"`
	Roles           []Role     `json:"roles"`
	JoinedAt        *time.Time `json:"joined_at,omitempty"`
	MemberCount     int        `json:"member_count,omitempty"`
	Members         []Member   `json:"members,omitempty"`
	Channels        []Channel  `json:"channels,omitempty"`
	Threads         []Channel  `json:"threads,omitempty"`
}

func (g Guild) MarshalJSON() ([]byte, error) {
	type plain Guild
	return complete(plain(g), `"icon":null,"features":[],"emojis":[],"stickers":[],"verification_level":0,`+
		`"default_message_notifications":0,"explicit_content_filter":0,"nsfw_level":0,"nsfw":false,"premium_tier":0,`+
		`"afk_timeout":300,"mfa_level":0,"system_channel_flags":0,"large":false,"unavailable":false,"description":null,`+
		`"home_header":null,"splash":null,"discovery_splash":null,"banner":null,"application_id":null,`+
		`"region":"deprecated","afk_channel_id":null,"system_channel_id":null,"widget_enabled":false,`+
		`"widget_channel_id":null,"max_presences":null,"max_members":500000,"max_stage_video_channel_users":0,`+
		`"max_video_channel_users":0,"vanity_url_code":null,"premium_subscription_count":0,"rules_channel_id":null,`+
		`"safety_alerts_channel_id":null,"public_updates_channel_id":null,"premium_progress_bar_enabled":false,`+
		`"incidents_data":null,`)
}

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
