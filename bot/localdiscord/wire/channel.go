package wire

import "time"

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
	// FlagRequireTag is the flag of a forum whose posts need a tag.
	FlagRequireTag = 1 << 4
	// FlagHidden is the flag of a channel that the bot cannot see, and HiddenName its name.
	FlagHidden = 1 << 17
	HiddenName = "___hidden___"
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

// Channel is a text channel, forum, thread or direct conversation.
// https://discord.com/developers/docs/resources/channel#channel-object
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
