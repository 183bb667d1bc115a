package world

import (
	"maps"
	"net/http"
	"slices"
	"time"

	"amytis/bot/localdiscord/wire"
)

// Thread is what only threads have.
type Thread struct {
	channel *Channel // the thread itself, nil in any other channel

	Locked         bool
	Archived       bool
	AutoArchive    int // minutes
	ArchiveChanged time.Time
	Invitable      bool
	Members        map[string]bool
}

// NewThread returns a thread of the bot under a channel. It does not exist before
// [Channel.StartThread].
func (ch *Channel) NewThread(name string, kind int) *Channel {
	thread := &Channel{world: ch.world, GuildID: ch.GuildID, ParentID: ch.ID, OwnerID: BotID, Name: name, Kind: kind,
		Thread: Thread{ArchiveChanged: ch.world.Now().UTC(), Members: map[string]bool{BotID: true}}}
	thread.Thread.channel = thread
	return thread
}

// StartThread adds a thread to the world and tells the bot. If it starts from a message of the
// channel, it takes the message's id, and the message shows it.
func (ch *Channel) StartThread(thread *Channel, from *wire.Message) *wire.Refusal {
	w := ch.world
	if from == nil {
		thread.ID = w.NewID()
	} else {
		if w.channels[from.ID] != nil {
			return wire.Refuse(http.StatusBadRequest, wire.CodeThreadExists,
				"A thread has already been created for this message")
		}
		thread.ID = from.ID
		next := *from
		next.Version++
		next.Flags |= wire.FlagHasThread
		sent := thread.Wire()
		next.Thread = &sent
		w.Messages.records[from.ID].replace(&next)
		w.changed(Change{Message: from.ID})
	}
	w.channels[thread.ID] = thread
	guild := ch.Guild()
	guild.channels = append(guild.channels, thread.ID)
	w.changed(Change{Channel: thread.ID})
	sent := thread.Wire()
	sent.NewlyCreated = true
	thread.emit("CREATE", sent)
	return nil
}

// SetArchived archives the thread or brings it back, and tells the bot.
func (t *Thread) SetArchived(archived bool) {
	t.Archived, t.ArchiveChanged = archived, t.channel.world.Now().UTC()
	t.channel.Updated()
}

// SetLocked locks or unlocks the thread and tells the bot.
func (t *Thread) SetLocked(locked bool) {
	t.Locked = locked
	t.channel.emit("UPDATE", t.channel.Wire())
}

// LockedFor reports whether the channel is a locked thread in which the user must not write.
func (ch *Channel) LockedFor(userID string) bool {
	return ch.Thread.Locked && !ch.May(userID, wire.ManageThreads)
}

// SetMember adds a user to the thread or removes it. The bot is told only about itself.
func (t *Thread) SetMember(userID string, in bool) {
	if in {
		t.Members[userID] = true
	} else {
		delete(t.Members, userID)
	}
	ch, w := t.channel, t.channel.world
	w.changed(Change{Channel: ch.ID})
	if userID == BotID {
		w.config.Emit("THREAD_MEMBER_UPDATE", wire.IntentGuilds, map[string]any{"id": ch.ID, "user_id": userID,
			"guild_id": ch.GuildID, "join_timestamp": w.Now().UTC().Format(time.RFC3339), "flags": 0})
	}
}

// WireMembers returns the members as Discord sends them, ordered by id.
func (t *Thread) WireMembers() []wire.ThreadMember {
	list := []wire.ThreadMember{}
	for _, id := range slices.Sorted(maps.Keys(t.Members)) {
		list = append(list, wire.ThreadMember{ID: t.channel.ID, UserID: id, JoinTimestamp: t.ArchiveChanged})
	}
	return list
}

// addTo adds what only threads have to the channel as Discord sends it.
func (t *Thread) addTo(sent *wire.Channel) {
	ch := t.channel
	messages, members := len(ch.messages), len(t.Members)
	sent.MessageCount, sent.MemberCount, sent.TotalSent = &messages, &members, &messages
	sent.ThreadMetadata = &wire.ThreadMetadata{Archived: t.Archived, Locked: t.Locked,
		AutoArchiveDuration: t.AutoArchive, ArchiveTimestamp: t.ArchiveChanged, CreateTimestamp: wire.IDTime(ch.ID)}
	if ch.Kind == wire.ChannelPrivateThread {
		invitable := t.Invitable
		sent.ThreadMetadata.Invitable = &invitable
	}
	if t.Members[BotID] {
		sent.Member = &wire.ThreadMember{ID: ch.ID, UserID: BotID, JoinTimestamp: t.ArchiveChanged}
	}
}
