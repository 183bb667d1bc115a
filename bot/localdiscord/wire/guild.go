package wire

import "time"

// Role is a role of a guild. https://discord.com/developers/docs/topics/permissions#role-object
type Role struct {
	ID          string      `json:"id"`
	Name        string      `json:"name"`
	Color       int         `json:"color"`
	Colors      RoleColors  `json:"colors"`
	Hoist       bool        `json:"hoist"`
	Position    int         `json:"position"`
	Permissions Permissions `json:"permissions"`
	Managed     bool        `json:"managed"`
	Mentionable bool        `json:"mentionable"`
	Flags       int         `json:"flags"`

	Icon         *string `json:"icon"`
	UnicodeEmoji *string `json:"unicode_emoji"`
}

// RoleColors has the colors of a role. All but the first are for gradients.
type RoleColors struct {
	Primary   int  `json:"primary_color"`
	Secondary *int `json:"secondary_color"`
	Tertiary  *int `json:"tertiary_color"`
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

	// What follows does not exist on this Discord, and is null, 0 or false.
	Description               *string `json:"description"`
	HomeHeader                *string `json:"home_header"`
	Splash                    *string `json:"splash"`
	DiscoverySplash           *string `json:"discovery_splash"`
	Banner                    *string `json:"banner"`
	ApplicationID             *string `json:"application_id"`
	Region                    string  `json:"region"`
	AfkChannelID              *string `json:"afk_channel_id"`
	SystemChannelID           *string `json:"system_channel_id"`
	WidgetEnabled             bool    `json:"widget_enabled"`
	WidgetChannelID           *string `json:"widget_channel_id"`
	MaxPresences              *int    `json:"max_presences"`
	MaxMembers                int     `json:"max_members"`
	MaxStageVideoChannelUsers int     `json:"max_stage_video_channel_users"`
	MaxVideoChannelUsers      int     `json:"max_video_channel_users"`
	VanityURLCode             *string `json:"vanity_url_code"`
	PremiumSubscriptionCount  int     `json:"premium_subscription_count"`
	RulesChannelID            *string `json:"rules_channel_id"`
	SafetyAlertsChannelID     *string `json:"safety_alerts_channel_id"`
	PublicUpdatesChannelID    *string `json:"public_updates_channel_id"`
	PremiumProgressBarEnabled bool    `json:"premium_progress_bar_enabled"`
	NSFW                      bool    `json:"nsfw"`
	IncidentsData             *string `json:"incidents_data"`
}
