package rest

import (
	"net/http"

	"amytis/bot/localdiscord/body"
	"amytis/bot/localdiscord/schema"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

func startThread(c *call) (reply, *wire.Refusal) { return c.startThread(schema.Thread, "") }

func startThreadFromMessage(c *call) (reply, *wire.Refusal) {
	return c.startThread(schema.ThreadOfMessage, c.param("message"))
}

// defaultAutoArchive is how many minutes without messages archive a thread.
const defaultAutoArchive = 4320

func (c *call) startThread(place schema.Place, messageID string) (reply, *wire.Refusal) {
	var b body.Thread
	if refusal := wire.Decode(c.payload, &b); refusal != nil {
		return refused(refusal)
	}
	if refusal := b.Check(); refusal != nil {
		return refused(refusal)
	}
	if refusal := c.Schemas.Check(place, c.payload); refusal != nil {
		return refused(refusal)
	}
	// Without a message and a type Discord makes a private thread.
	kind := wire.ChannelPrivateThread
	if messageID != "" {
		kind = wire.ChannelPublicThread
	} else if b.Type.Set && !b.Type.Null {
		kind = b.Type.Value
	}
	need := wire.CreatePublicThreads
	switch kind {
	case wire.ChannelPrivateThread:
		need = wire.CreatePrivateThreads
	case wire.ChannelPublicThread:
	default:
		return refused(wire.InvalidField("type", "BASE_TYPE_CHOICES", "Value must be one of (11, 12)."))
	}
	return c.locked(func(w *world.World) (reply, *wire.Refusal) {
		parent, refusal := c.place(w, need)
		if refusal != nil {
			return refused(refusal)
		}
		if parent.Kind != wire.ChannelText {
			return refused(wrongChannelType())
		}
		var from *wire.Message
		if messageID != "" {
			if from, refusal = messageAt(w, parent, messageID); refusal != nil {
				return refused(refusal)
			}
		}
		thread := parent.NewThread(b.Name, kind)
		thread.Slowmode = b.RateLimitPerUser.Value
		thread.Thread.Invitable = !b.Invitable.Set || b.Invitable.Value
		thread.Thread.AutoArchive = defaultAutoArchive
		if b.AutoArchiveDuration.Value != 0 {
			thread.Thread.AutoArchive = b.AutoArchiveDuration.Value
		}
		if refusal := parent.StartThread(thread, from); refusal != nil {
			return refused(refusal)
		}
		return reply{http.StatusCreated, thread.Wire()}, nil
	})
}

func wrongChannelType() *wire.Refusal {
	return wire.Refuse(http.StatusBadRequest, wire.CodeWrongChannelType, "Cannot execute action on this channel type")
}

// changeThread changes a thread. The only change to an archived one is to bring it back.
func changeThread(w *world.World, ch *world.Channel, b *body.Channel) *wire.Refusal {
	manages := ch.May(world.BotID, wire.ManageThreads)
	unarchives := b.Archived.Set && !b.Archived.Value
	t := &ch.Thread
	switch {
	case t.Archived && !unarchives:
		return wire.ArchivedThread()
	case unarchives && t.Locked && !manages,
		!unarchives && ch.OwnerID != world.BotID && !manages,
		b.Locked.Set && !manages:
		return wire.MissingPermissions()
	}
	wire.Assign(b.Name, &ch.Name)
	wire.Assign(b.Locked, &t.Locked)
	wire.Assign(b.Invitable, &t.Invitable)
	wire.Assign(b.AutoArchiveDuration, &t.AutoArchive)
	wire.Assign(b.RateLimitPerUser, &ch.Slowmode)
	if b.Archived.Set && b.Archived.Value != t.Archived {
		t.Archived, t.ArchiveChanged = b.Archived.Value, w.Now().UTC()
	}
	return nil
}

// threadOf returns the thread of a request.
func (c *call) threadOf(w *world.World) (*world.Channel, *wire.Refusal) {
	ch, refusal := c.place(w, wire.ViewChannel)
	if refusal != nil {
		return nil, refusal
	}
	if !ch.IsThread() {
		return nil, wrongChannelType()
	}
	return ch, nil
}

func listThreadMembers(c *call, w *world.World) (reply, *wire.Refusal) {
	ch, refusal := c.threadOf(w)
	if refusal != nil {
		return refused(refusal)
	}
	return ok(ch.Thread.WireMembers())
}

func addThreadMember(c *call, w *world.World) (reply, *wire.Refusal) {
	return c.setThreadMember(w, true)
}

func removeThreadMember(c *call, w *world.World) (reply, *wire.Refusal) {
	return c.setThreadMember(w, false)
}

func (c *call) setThreadMember(w *world.World, in bool) (reply, *wire.Refusal) {
	ch, refusal := c.threadOf(w)
	if refusal != nil {
		return refused(refusal)
	}
	user := c.userID()
	need := wire.ManageThreads
	if in {
		need = wire.SendMessagesInThreads
	}
	switch {
	case ch.Thread.Archived:
		return refused(wire.ArchivedThread())
	case ch.Guild().Member(user) == nil:
		return refused(wire.Unknown(wire.CodeUnknownUser, "User"))
	case user != world.BotID && !ch.May(world.BotID, need):
		return refused(wire.MissingPermissions())
	}
	ch.Thread.SetMember(user, in)
	return noContent()
}

func listActiveThreads(c *call, w *world.World) (reply, *wire.Refusal) {
	g, refusal := c.guild(w)
	if refusal != nil {
		return refused(refusal)
	}
	threads := []wire.Channel{}
	for _, ch := range g.Channels() {
		if ch.IsThread() && !ch.Thread.Archived && ch.SeenBy(world.BotID) {
			threads = append(threads, ch.Wire())
		}
	}
	return ok(map[string]any{"threads": threads, "members": []any{}, "has_more": false})
}
