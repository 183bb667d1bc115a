package world

import (
	"net/http"
	"slices"

	"amytis/bot/localdiscord/body"
	"amytis/bot/localdiscord/wire"
)

// DM is nil if there is none.
func (w *World) DM(userID string) *Channel {
	for _, ch := range w.Channels {
		if ch.IsDM() && slices.Contains(ch.Recipients, userID) {
			return ch
		}
	}
	return nil
}

// OpenDM returns the direct conversation of a person with the bot, a new one if there is none. It
// tells no bot, as Discord does since API v8.
func (w *World) OpenDM(u *User) *Channel {
	if ch := w.DM(u.ID); ch != nil {
		return ch
	}
	ch := &Channel{world: w, ID: w.NewID(), Kind: wire.ChannelDM, Recipients: []string{u.ID}}
	w.Channels[ch.ID] = ch
	w.changed(Change{Channel: ch.ID})
	return ch
}

// Installed returns what an installation that a user's interactions in the channel rely on is of: a
// guild's under "0", the user's own under "1".
// https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object-authorizing-integration-owners-object
func (ch *Channel) Installed(userID string) map[string]string {
	owners := map[string]string{}
	switch g := ch.Guild(); {
	case g != nil && g.HasCommands:
		owners["0"] = g.ID
	case ch.IsDM() && ch.world.sharesGuild(userID):
		owners["0"] = "0"
	}
	if ch.world.Users[userID].Installed {
		owners["1"] = userID
	}
	return owners
}

func (ch *Channel) IsDM() bool { return ch.Kind == wire.ChannelDM }

// DMRefusal returns why the bot may not write into the channel if that is a direct conversation,
// else nil. The bot cannot know it before, so it is not the bot's fault.
func (ch *Channel) DMRefusal() *wire.Refusal {
	refusal := &wire.Refusal{Status: http.StatusForbidden, Excused: true}
	switch {
	case !ch.IsDM():
		return nil
	case !ch.world.sharesGuild(ch.Recipients[0]):
		refusal.Code = wire.CodeNoMutualGuilds
		refusal.Message = "Cannot send messages to this user due to having no mutual guilds"
	case ch.world.Users[ch.Recipients[0]].ClosedDMs:
		refusal.Code, refusal.Message = wire.CodeCannotDM, "Cannot send messages to this user"
	default:
		return nil
	}
	return refusal
}

// sharesGuild reports whether a user and the bot are in the same guild.
func (w *World) sharesGuild(userID string) bool {
	for _, g := range w.Guilds {
		if g.HasBot && g.members[userID] != nil {
			return true
		}
	}
	return false
}

func (w *World) SetClosedDMs(u *User, closed bool) {
	u.ClosedDMs = closed
	w.changed(Change{User: u.ID})
}

// recipientsOf returns the people that a direct message notifies without a mention: all but its
// author. They look at the answer to an interaction anyway, and edits notify nobody.
func (ch *Channel) recipientsOf(author string, p body.Purpose, before *wire.Message) []string {
	if p != body.ForChannel || before != nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(ch.Recipients), func(id string) bool { return id == author })
}
