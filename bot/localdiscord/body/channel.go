package body

import (
	"amytis/bot/localdiscord/wire"
)

// Channel changes a channel or thread.
// https://discord.com/developers/docs/resources/channel#modify-channel
type Channel struct {
	Name                wire.Opt[string]           `json:"name"`
	Topic               wire.Opt[string]           `json:"topic"`
	NSFW                wire.Opt[bool]             `json:"nsfw"`
	Position            wire.Opt[int]              `json:"position"`
	RateLimitPerUser    wire.Opt[int]              `json:"rate_limit_per_user"`
	Archived            wire.Opt[bool]             `json:"archived"`
	Locked              wire.Opt[bool]             `json:"locked"`
	Invitable           wire.Opt[bool]             `json:"invitable"`
	AutoArchiveDuration wire.Opt[int]              `json:"auto_archive_duration"`
	Flags               wire.Opt[int]              `json:"flags"`
	Overwrites          wire.Opt[[]wire.Overwrite] `json:"permission_overwrites"`
	ParentID            wire.Opt[string]           `json:"parent_id"`
	Bitrate             wire.Opt[int]              `json:"bitrate"`
	UserLimit           wire.Opt[int]              `json:"user_limit"`
	AppliedTags         wire.Opt[[]string]         `json:"applied_tags"`
}

const maxChannelName = 100

// autoArchiveMinutes has the durations that Discord allows.
var autoArchiveMinutes = map[int]bool{60: true, 1440: true, 4320: true, 10080: true}

// Check refuses values that Discord does not allow, and fields that this Discord does not support.
func (b *Channel) Check() *wire.Refusal {
	var t wire.Problems
	if b.Name.Set {
		t.Length("name", b.Name.Value, 1, maxChannelName)
		t.NotBlank("name", b.Name.Value)
	}
	if b.AutoArchiveDuration.Set && !autoArchiveMinutes[b.AutoArchiveDuration.Value] {
		t.Add("auto_archive_duration", "BASE_TYPE_CHOICES", "Value must be one of (60, 1440, 4320, 10080).")
	}
	if b.Overwrites.Set || b.ParentID.Set || b.Bitrate.Set || b.UserLimit.Set || b.AppliedTags.Set {
		t.Add("", "LOCAL_NOT_SUPPORTED", "This Discord changes neither overwrites, parents, voice nor tags")
	}
	return t.Refusal()
}

// Thread starts a thread.
// https://discord.com/developers/docs/resources/channel#start-thread-without-message
type Thread struct {
	Name                string         `json:"name"`
	AutoArchiveDuration wire.Opt[int]  `json:"auto_archive_duration"`
	Type                wire.Opt[int]  `json:"type"`
	Invitable           wire.Opt[bool] `json:"invitable"`
	RateLimitPerUser    wire.Opt[int]  `json:"rate_limit_per_user"`

	// discordgo sends tags for every thread, but they only matter in forums.
	AppliedTags wire.Opt[[]string] `json:"applied_tags"`
}

// Check refuses values that Discord does not allow.
func (b *Thread) Check() *wire.Refusal {
	var t wire.Problems
	t.Length("name", b.Name, 1, maxChannelName)
	t.NotBlank("name", b.Name)
	if b.AutoArchiveDuration.Set && !b.AutoArchiveDuration.Null && !autoArchiveMinutes[b.AutoArchiveDuration.Value] {
		t.Add("auto_archive_duration", "BASE_TYPE_CHOICES", "Value must be one of (60, 1440, 4320, 10080).")
	}
	if len(b.AppliedTags.Value) > 0 {
		t.Add("applied_tags", "LOCAL_NOT_SUPPORTED", "Tags belong to forums, which do not exist here")
	}
	return t.Refusal()
}

// DM opens the direct conversation with a user.
// https://discord.com/developers/docs/resources/user#create-dm
type DM struct {
	RecipientID wire.ID `json:"recipient_id"`
}

// Check refuses a recipient whose id does not have the form of one.
func (b *DM) Check() *wire.Refusal {
	var t wire.Problems
	t.Snowflake("recipient_id", string(b.RecipientID))
	return t.Refusal()
}
