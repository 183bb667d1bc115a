package rest

import (
	"cmp"
	"net/http"

	"amytis/bot/localdiscord/body"
	"amytis/bot/localdiscord/wire"
)

// defaultAutoArchive is how many minutes without messages archive a thread.
const defaultAutoArchive = 4320

func startThread(c *call, b *body.Thread) (any, *wire.Refusal) {
	if refusal := checked(b); refusal != nil {
		return nil, refusal
	}
	parent, from, refusal := c.message(wire.CreatePublicThreads)
	if refusal != nil {
		return nil, refusal
	}
	if parent.Kind != wire.ChannelText {
		return nil, wire.Refuse(http.StatusBadRequest, wire.CodeWrongChannelType,
			"Cannot execute action on this channel type")
	}
	archive := cmp.Or(b.AutoArchiveDuration.Value, defaultAutoArchive)
	thread, refusal := parent.StartThread(b.Name, archive, from)
	if refusal != nil {
		return nil, refusal
	}
	return created{thread.Wire()}, nil
}

// startPost starts a thread in a forum, where SEND_MESSAGES is enough. In a text channel Discord
// would start a private thread without a message, which the bot does not want.
// https://discord.com/developers/docs/resources/channel#start-thread-in-forum-or-media-channel
func startPost(c *call, b *body.Post) (any, *wire.Refusal) {
	if refusal := checked(&b.Thread); refusal != nil {
		return nil, refusal
	}
	forum, refusal := c.place(wire.ViewChannel)
	if refusal != nil {
		return nil, refusal
	}
	archive := cmp.Or(b.AutoArchiveDuration.Value, defaultAutoArchive)
	if !forum.May(c.world.Bot.ID, wire.SendMessages) {
		return nil, wire.MissingPermissions
	}
	if forum.Kind != wire.ChannelForum {
		return nil, wire.Refuse(http.StatusBadRequest, wire.CodeWrongChannelType,
			"Cannot execute action on this channel type")
	}
	tags := b.AppliedTags.Value
	if forum.NeedsTag && len(tags) == 0 {
		return nil, wire.Refuse(http.StatusBadRequest, wire.CodeTagRequired,
			"A tag is required to create a forum post in this channel")
	}
	if refusal := forum.CheckTags(tags); refusal != nil {
		return nil, refusal
	}
	m, refusal := c.compose(&b.Message, body.ForPost, forum.ID, nil)
	if refusal != nil {
		return nil, refusal
	}
	sent := forum.StartPost(c.world.Bot, b.Name, archive, tags, m, &b.Message).Wire()
	sent.Message = m.Sent()
	return created{sent}, nil
}

// editThread changes a thread. The only change to an archived one is to bring it back. The bot may
// not change any other channel.
func editThread(c *call, b *body.ThreadEdit) (any, *wire.Refusal) {
	ch, refusal := c.place(wire.ViewChannel)
	if refusal != nil {
		return nil, refusal
	}
	if !ch.IsThread() {
		return nil, wire.MissingPermissions
	}
	manages := ch.May(c.world.Bot.ID, wire.ManageThreads)
	unarchives := b.Archived.Set && !b.Archived.Value
	t := &ch.Thread
	switch {
	case t.Archived && !unarchives:
		return nil, wire.ArchivedThread
	case t.Locked && !manages,
		(!unarchives || b.AppliedTags.Set) && ch.OwnerID != c.world.Bot.ID && !manages:
		return nil, wire.MissingPermissions
	}
	if b.AppliedTags.Set {
		if refusal := ch.Parent().CheckTags(b.AppliedTags.Value); refusal != nil {
			return nil, refusal
		}
		ch.Applied = b.AppliedTags.Value
	}
	if b.Archived.Set && b.Archived.Value != t.Archived {
		t.Archived, t.ArchiveChanged = b.Archived.Value, c.world.Now().UTC()
	}
	return ch.Updated(), nil
}
