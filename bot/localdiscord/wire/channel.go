package wire

import "time"

// Channel types in use.
// https://discord.com/developers/docs/resources/channel#channel-object-channel-types
const (
	ChannelText         = 0
	ChannelDM           = 1
	ChannelPublicThread = 11
)

// Channel is a text channel, thread or direct conversation.
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
	NSFW                 bool         `json:"nsfw"`
	RateLimitPerUser     int          `json:"rate_limit_per_user"`
	Flags                int          `json:"flags"`
	PermissionOverwrites []Overwrite  `json:"permission_overwrites,omitempty"`
	Permissions          *Permissions `json:"permissions,omitempty"`
	Recipients           []User       `json:"recipients,omitempty"`

	MessageCount   *int            `json:"message_count,omitempty"`
	MemberCount    *int            `json:"member_count,omitempty"`
	TotalSent      *int            `json:"total_message_sent,omitempty"` // deleted messages count
	ThreadMetadata *ThreadMetadata `json:"thread_metadata,omitempty"`
	NewlyCreated   bool            `json:"newly_created,omitempty"`
}

type ThreadMetadata struct {
	Archived            bool      `json:"archived"`
	AutoArchiveDuration int       `json:"auto_archive_duration"`
	ArchiveTimestamp    time.Time `json:"archive_timestamp"`
	Locked              bool      `json:"locked"`
	CreateTimestamp     time.Time `json:"create_timestamp"`
}
