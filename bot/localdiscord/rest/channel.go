package rest

import (
	"net/http"

	"amytis/bot/localdiscord/body"
	"amytis/bot/localdiscord/schema"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

// place returns the channel if the bot has a permission there: else 50001 for a channel that the
// bot cannot see, and 50013.
func (c *call) place(w *world.World, need wire.Permissions) (*world.Channel, *wire.Refusal) {
	ch := w.Channel(c.param("channel"))
	if ch == nil {
		return nil, wire.Unknown(wire.CodeUnknownChannel, "Channel")
	}
	mine := ch.Permissions(world.BotID)
	if !mine.Has(wire.ViewChannel) {
		return nil, wire.MissingAccess()
	}
	if !mine.Has(need) {
		return nil, wire.MissingPermissions()
	}
	return ch, nil
}

func getChannel(c *call, w *world.World) (reply, *wire.Refusal) {
	ch, refusal := c.place(w, wire.ViewChannel)
	if refusal != nil {
		return refused(refusal)
	}
	return ok(ch.Wire())
}

func createDM(c *call) (reply, *wire.Refusal) {
	var b body.DM
	if refusal := wire.Decode(c.payload, &b); refusal != nil {
		return refused(refusal)
	}
	if refusal := b.Check(); refusal != nil {
		return refused(refusal)
	}
	if refusal := c.Schemas.Check(schema.DM, c.payload); refusal != nil {
		return refused(refusal)
	}
	return c.locked(func(w *world.World) (reply, *wire.Refusal) {
		user := w.User(string(b.RecipientID))
		switch {
		case user == nil:
			return refused(wire.Refuse(http.StatusBadRequest, wire.CodeInvalidRecipient, "Invalid Recipient(s)"))
		case user.Bot:
			return refused(wire.Refuse(http.StatusBadRequest, wire.CodeCannotDM, "Cannot send messages to this user"))
		}
		if w.DM(user.ID) == nil {
			if refusal := c.Rates.CheckNewDM(c.Now()); refusal != nil {
				return refused(refusal)
			}
		}
		return ok(w.OpenDM(user).Wire())
	})
}
