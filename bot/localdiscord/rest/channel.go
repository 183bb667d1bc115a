package rest

import (
	"net/http"

	"amytis/bot/localdiscord/body"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

// place returns the channel if the bot has a permission there: else 50001 for a channel that the
// bot cannot see, and 50013.
func (c *call) place(need wire.Permissions) (*world.Channel, *wire.Refusal) {
	ch := c.world.Channels[c.param("channel")]
	switch {
	case ch == nil:
		return nil, wire.Unknown(wire.CodeUnknownChannel, "Channel")
	case !ch.SeenBy(c.world.Bot.ID):
		return nil, wire.MissingAccess
	case !ch.May(c.world.Bot.ID, need):
		return nil, wire.MissingPermissions
	}
	return ch, nil
}

// getChannel knows no channel that is hidden from the bot. Discord does not document that: it may
// still answer 50001, as it did before 16 November 2026, which tells a bot more.
func getChannel(c *call) (any, *wire.Refusal) {
	if ch := c.world.Channels[c.param("channel")]; ch != nil && ch.HiddenFromBot() {
		return nil, wire.Unknown(wire.CodeUnknownChannel, "Channel")
	}
	ch, refusal := c.place(wire.ViewChannel)
	if refusal != nil {
		return nil, refusal
	}
	return ch.Wire(), nil
}

func createDM(c *call, b *body.DM) (any, *wire.Refusal) {
	if refusal := checked(b); refusal != nil {
		return nil, refusal
	}
	user := c.world.Users[b.RecipientID]
	switch {
	case user == nil:
		return nil, wire.Refuse(http.StatusBadRequest, wire.CodeInvalidRecipient, "Invalid Recipient(s)")
	case user.Bot:
		return nil, wire.Refuse(http.StatusBadRequest, wire.CodeCannotDM, "Cannot send messages to this user")
	}
	if c.world.DM(user.ID) == nil {
		if refusal := c.rates.checkNewDM(c.Now()); refusal != nil {
			return nil, refusal
		}
	}
	return c.world.OpenDM(user).Wire(), nil
}
