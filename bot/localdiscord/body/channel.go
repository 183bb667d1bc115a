package body

import "amytis/bot/localdiscord/wire"

// Thread starts a thread from a message.
// https://discord.com/developers/docs/resources/channel#start-thread-from-message
type Thread struct {
	Name                string        `json:"name"`
	AutoArchiveDuration wire.Opt[int] `json:"auto_archive_duration"`
}

// Post starts a thread in a forum.
// https://discord.com/developers/docs/resources/channel#start-thread-in-forum-or-media-channel
type Post struct {
	Thread
	Message     Message            `json:"message"`
	AppliedTags wire.Opt[[]string] `json:"applied_tags"`
}

// ThreadEdit changes a thread. The bot changes nothing else of one.
// https://discord.com/developers/docs/resources/channel#modify-channel
type ThreadEdit struct {
	Archived    wire.Opt[bool]     `json:"archived"`
	AppliedTags wire.Opt[[]string] `json:"applied_tags"`
}

const maxChannelName = 100

var autoArchiveMinutes = map[int]bool{60: true, 1440: true, 4320: true, 10080: true}

// Check refuses values that Discord does not allow.
func (b *Thread) Check() *wire.Refusal {
	var t wire.Problems
	t.Length("name", b.Name, 1, maxChannelName)
	t.NotBlank("name", b.Name)
	if archive := b.AutoArchiveDuration; archive.Given() && !autoArchiveMinutes[archive.Value] {
		t.Add("auto_archive_duration", "BASE_TYPE_CHOICES", "Value must be one of (60, 1440, 4320, 10080).")
	}
	return t.Refusal()
}

// DM opens the direct conversation with a user.
// https://discord.com/developers/docs/resources/user#create-dm
type DM struct {
	RecipientID string `json:"recipient_id"`
}

func (b *DM) Check() *wire.Refusal {
	var t wire.Problems
	t.Snowflake("recipient_id", b.RecipientID)
	return t.Refusal()
}
