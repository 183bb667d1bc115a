package wire

import (
	"encoding/json"
	"strconv"
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

// Member: https://discord.com/developers/docs/resources/guild#guild-member-object
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

// Channel types in use.
// https://discord.com/developers/docs/resources/channel#channel-object-channel-types
const (
	ChannelText          = 0
	ChannelDM            = 1
	ChannelVoice         = 2
	ChannelPublicThread  = 11
	ChannelPrivateThread = 12
	ChannelForum         = 15
)

const (
	FlagRequireTag = 1 << 4  // of a forum whose posts need a tag
	FlagHidden     = 1 << 17 // of a channel that the bot cannot see
	HiddenName     = "___hidden___"
)

// Tag is what a forum offers for its posts.
// https://discord.com/developers/docs/resources/channel#forum-tag-object
type Tag struct {
	ID        string  `json:"id"`
	Name      string  `json:"name"`
	Moderated bool    `json:"moderated"`
	EmojiID   *string `json:"emoji_id"`
	EmojiName *string `json:"emoji_name"`
}

// Channel: https://discord.com/developers/docs/resources/channel#channel-object
type Channel struct {
	ID                   string       `json:"id"`
	Type                 int          `json:"type"`
	GuildID              string       `json:"guild_id,omitempty"`
	Name                 string       `json:"name,omitempty"`
	Topic                *string      `json:"topic"`
	Position             int          `json:"position"`
	ParentID             *string      `json:"parent_id"`
	OwnerID              string       `json:"owner_id,omitempty"`
	LastMessageID        *string      `json:"last_message_id"`
	Flags                int          `json:"flags"`
	PermissionOverwrites []Overwrite  `json:"permission_overwrites,omitempty"`
	Permissions          *Permissions `json:"permissions,omitempty"`
	Recipients           []User       `json:"recipients,omitempty"`
	AvailableTags        []Tag        `json:"available_tags,omitempty"` // of a forum
	AppliedTags          []string     `json:"applied_tags,omitempty"`   // of a post

	MessageCount   *int            `json:"message_count,omitempty"`
	MemberCount    *int            `json:"member_count,omitempty"`
	TotalSent      *int            `json:"total_message_sent,omitempty"` // deleted messages count
	ThreadMetadata *ThreadMetadata `json:"thread_metadata,omitempty"`
	NewlyCreated   bool            `json:"newly_created,omitempty"`
	Message        *Message        `json:"message,omitempty"` // of a new post, for its creator
}

type ThreadMetadata struct {
	Archived            bool      `json:"archived"`
	AutoArchiveDuration int       `json:"auto_archive_duration"`
	ArchiveTimestamp    time.Time `json:"archive_timestamp"`
	Locked              bool      `json:"locked"`
}

// Permissions: https://discord.com/developers/docs/topics/permissions#permissions-bitwise-permission-flags
type Permissions uint64

const (
	Administrator          Permissions = 1 << 3
	ManageChannels         Permissions = 1 << 4
	ManageGuild            Permissions = 1 << 5
	AddReactions           Permissions = 1 << 6
	ViewChannel            Permissions = 1 << 10
	SendMessages           Permissions = 1 << 11
	ManageMessages         Permissions = 1 << 13
	EmbedLinks             Permissions = 1 << 14
	AttachFiles            Permissions = 1 << 15
	ReadMessageHistory     Permissions = 1 << 16
	MentionEveryone        Permissions = 1 << 17
	UseExternalEmojis      Permissions = 1 << 18
	Connect                Permissions = 1 << 20
	UseApplicationCommands Permissions = 1 << 31
	ManageThreads          Permissions = 1 << 34
	CreatePublicThreads    Permissions = 1 << 35
	SendMessagesInThreads  Permissions = 1 << 38

	AllPermissions Permissions = 1<<54 - 1
)

const DefaultUserPermissions = ViewChannel | SendMessages | AddReactions | EmbedLinks | AttachFiles |
	ReadMessageHistory | UseApplicationCommands | CreatePublicThreads | SendMessagesInThreads

// DefaultBotPermissions is what the bot may do in a new guild: what the README's invite asks for.
const DefaultBotPermissions = ViewChannel | SendMessages | EmbedLinks | AttachFiles | ReadMessageHistory |
	CreatePublicThreads | SendMessagesInThreads

// DMPermissions is what both sides of a direct conversation may do.
const DMPermissions = ViewChannel | SendMessages | EmbedLinks | AttachFiles | ReadMessageHistory | AddReactions |
	UseApplicationCommands | MentionEveryone

// Has reports whether p includes all of q. An administrator has everything.
func (p Permissions) Has(q Permissions) bool { return p&Administrator != 0 || p&q == q }

func (p Permissions) String() string { return strconv.FormatUint(uint64(p), 10) }

func (p Permissions) MarshalJSON() ([]byte, error) { return []byte(`"` + p.String() + `"`), nil }

// Overwrite changes the permissions of one role or member in one channel.
type Overwrite struct {
	ID    string      `json:"id"`
	Type  int         `json:"type"` // OverwriteRole or OverwriteMember
	Allow Permissions `json:"allow"`
	Deny  Permissions `json:"deny"`
}

const (
	OverwriteRole   = 0
	OverwriteMember = 1
)
