package rest

import (
	"cmp"
	"net/http"

	"amytis/bot/localdiscord/body"
	"amytis/bot/localdiscord/schema"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

// defaultAutoArchive is how many minutes without messages archive a thread.
const defaultAutoArchive = 4320

func startThread(c *call) (reply, *wire.Refusal) {
	var b body.Thread
	if refusal := wire.Decode(c.payload, &b); refusal != nil {
		return refused(refusal)
	}
	if refusal := b.Check(); refusal != nil {
		return refused(refusal)
	}
	if refusal := c.Schemas.Check(schema.ThreadOfMessage, c.payload); refusal != nil {
		return refused(refusal)
	}
	return c.locked(func(w *world.World) (reply, *wire.Refusal) {
		parent, from, refusal := c.message(w, wire.CreatePublicThreads)
		if refusal != nil {
			return refused(refusal)
		}
		if parent.Kind != wire.ChannelText {
			return refused(wrongChannelType())
		}
		archive := cmp.Or(b.AutoArchiveDuration.Value, defaultAutoArchive)
		thread, refusal := parent.StartThread(b.Name, archive, from)
		if refusal != nil {
			return refused(refusal)
		}
		return reply{http.StatusCreated, thread.Wire()}, nil
	})
}

func wrongChannelType() *wire.Refusal {
	return wire.Refuse(http.StatusBadRequest, wire.CodeWrongChannelType, "Cannot execute action on this channel type")
}

// editThread changes a thread. The only change to an archived one is to bring it back. The bot may
// not change any other channel.
func editThread(c *call) (reply, *wire.Refusal) {
	var b body.ThreadEdit
	if refusal := wire.Decode(c.payload, &b); refusal != nil {
		return refused(refusal)
	}
	if refusal := b.Check(); refusal != nil {
		return refused(refusal)
	}
	return c.locked(func(w *world.World) (reply, *wire.Refusal) {
		ch, refusal := c.place(w, wire.ViewChannel)
		if refusal != nil {
			return refused(refusal)
		}
		if !ch.IsThread() {
			return refused(wire.MissingPermissions())
		}
		if refusal := c.Schemas.Check(schema.ThreadEdit, c.payload); refusal != nil {
			return refused(refusal)
		}
		if refusal := changeThread(w, ch, &b); refusal != nil {
			return refused(refusal)
		}
		return ok(ch.Updated())
	})
}

func changeThread(w *world.World, ch *world.Channel, b *body.ThreadEdit) *wire.Refusal {
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
	wire.Assign(b.AutoArchiveDuration, &t.AutoArchive)
	if b.Archived.Set && b.Archived.Value != t.Archived {
		t.Archived, t.ArchiveChanged = b.Archived.Value, w.Now().UTC()
	}
	return nil
}
