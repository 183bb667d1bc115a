package world

import (
	"fmt"
	"net/http"
	"slices"
	"time"

	"amytis/bot/localdiscord/body"
	"amytis/bot/localdiscord/wire"
)

type Thread struct {
	Locked         bool
	Archived       bool
	AutoArchive    int // minutes
	ArchiveChanged time.Time
	Applied        []string // tags of a post
	HasBot         bool     // whether the bot is in a private thread
}

// StartThread adds a thread of the bot. It takes the id of a message, which shows it.
func (ch *Channel) StartThread(name string, autoArchive int, from *wire.Message) (*Channel, *wire.Refusal) {
	w := ch.world
	if w.Channels[from.ID] != nil {
		return nil, wire.Refuse(http.StatusBadRequest, wire.CodeThreadExists,
			"A thread has already been created for this message")
	}
	thread := newThread(ch, from.ID, w.Bot.ID, name, autoArchive)
	next := *from
	next.Version++
	next.Flags |= wire.FlagHasThread
	shown := thread.Wire()
	next.Thread = &shown
	w.Messages.records[from.ID].replace(&next)
	w.changed(Change{Message: from.ID})
	w.add(thread)
	return thread, nil
}

// StartPost adds a thread to a forum with a first message of the same id. m is composed of b.
func (ch *Channel) StartPost(
	u *User, name string, autoArchive int, tags []string, m *wire.Message, b *body.Message,
) *Channel {
	thread := newThread(ch, ch.world.NewID(), u.ID, name, autoArchive)
	thread.Applied = tags
	ch.world.add(thread)
	m.ID, m.ChannelID = thread.ID, thread.ID
	ch.world.Messages.post(thread, m, u, b, body.ForChannel)
	return thread
}

func newThread(ch *Channel, id, owner, name string, autoArchive int) *Channel {
	return &Channel{posted: posted{world: ch.world}, ID: id, GuildID: ch.GuildID, ParentID: ch.ID, OwnerID: owner,
		Name: name, Kind: wire.ChannelPublicThread,
		Thread: Thread{AutoArchive: autoArchive, ArchiveChanged: ch.world.Now().UTC()}}
}

// add adds a channel of a guild, and tells the bot.
func (w *World) add(ch *Channel) {
	w.Channels[ch.ID] = ch
	guild := ch.Guild()
	guild.channels = append(guild.channels, ch.ID)
	w.changed(Change{Channel: ch.ID})
	ch.emit("CREATE")
}

// CheckTags refuses tags that a post of the forum cannot get from the bot.
func (ch *Channel) CheckTags(ids []string) *wire.Refusal {
	var t wire.Problems
	t.AddIf(len(ids) > maxTags, "applied_tags", "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", maxTags)
	for i, id := range ids {
		if !slices.ContainsFunc(ch.Offered, func(tag wire.Tag) bool { return tag.ID == id }) {
			t.Add(fmt.Sprintf("applied_tags.%d", i), "LOCAL_UNKNOWN_TAG", "The forum has no tag %s.", id)
		}
	}
	return t.Refusal()
}

const maxTags = 5

// archive archives the thread or brings it back, and tells the bot.
func (ch *Channel) archive(archived bool) {
	ch.Archived, ch.ArchiveChanged = archived, ch.world.Now().UTC()
	ch.Updated()
}

// LockedFor reports whether the channel is a locked thread in which the user must not write.
func (ch *Channel) LockedFor(userID string) bool {
	return ch.Thread.Locked && !ch.May(userID, wire.ManageThreads)
}

func (t *Thread) addTo(sent *wire.Channel, messages int) {
	members := 1 // the bot
	sent.MessageCount, sent.MemberCount, sent.TotalSent = &messages, &members, &messages
	sent.ThreadMetadata = &wire.ThreadMetadata{Archived: t.Archived, Locked: t.Locked,
		AutoArchiveDuration: t.AutoArchive, ArchiveTimestamp: t.ArchiveChanged}
	sent.AppliedTags = t.Applied
}
