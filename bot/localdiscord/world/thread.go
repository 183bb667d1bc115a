package world

import (
	"net/http"
	"time"

	"amytis/bot/localdiscord/wire"
)

type Thread struct {
	Locked         bool
	Archived       bool
	AutoArchive    int // minutes
	ArchiveChanged time.Time
}

// StartThread adds a thread of the bot to the world, and tells the bot. The thread starts from a
// message of the channel and takes the message's id, and the message shows it.
func (ch *Channel) StartThread(name string, autoArchive int, from *wire.Message) (*Channel, *wire.Refusal) {
	w := ch.world
	if w.channels[from.ID] != nil {
		return nil, wire.Refuse(http.StatusBadRequest, wire.CodeThreadExists,
			"A thread has already been created for this message")
	}
	thread := &Channel{world: w, ID: from.ID, GuildID: ch.GuildID, ParentID: ch.ID, OwnerID: BotID, Name: name,
		Kind: wire.ChannelPublicThread, Thread: Thread{AutoArchive: autoArchive, ArchiveChanged: w.Now().UTC()}}
	next := *from
	next.Version++
	next.Flags |= wire.FlagHasThread
	shown := thread.Wire()
	next.Thread = &shown
	w.Messages.records[from.ID].replace(&next)
	w.changed(Change{Message: from.ID})
	w.channels[thread.ID] = thread
	guild := ch.Guild()
	guild.channels = append(guild.channels, thread.ID)
	w.changed(Change{Channel: thread.ID})
	sent := thread.Wire()
	sent.NewlyCreated = true
	thread.emit("CREATE", sent)
	return thread, nil
}

// SetArchived archives the thread or brings it back, and tells the bot.
func (ch *Channel) SetArchived(archived bool) {
	ch.Thread.Archived, ch.Thread.ArchiveChanged = archived, ch.world.Now().UTC()
	ch.Updated()
}

func (ch *Channel) SetLocked(locked bool) {
	ch.Thread.Locked = locked
	ch.emit("UPDATE", ch.Wire())
}

// LockedFor reports whether the channel is a locked thread in which the user must not write.
func (ch *Channel) LockedFor(userID string) bool {
	return ch.Thread.Locked && !ch.May(userID, wire.ManageThreads)
}

func (ch *Channel) addThread(sent *wire.Channel) {
	t := &ch.Thread
	messages, members := len(ch.messages), 1 // the bot
	sent.MessageCount, sent.MemberCount, sent.TotalSent = &messages, &members, &messages
	sent.ThreadMetadata = &wire.ThreadMetadata{Archived: t.Archived, Locked: t.Locked,
		AutoArchiveDuration: t.AutoArchive, ArchiveTimestamp: t.ArchiveChanged, CreateTimestamp: wire.IDTime(ch.ID)}
}
