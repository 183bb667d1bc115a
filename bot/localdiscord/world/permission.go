package world

import (
	"slices"

	"amytis/bot/localdiscord/wire"
)

// Permissions returns what a user may do in the channel, with the channel's overwrites applied.
// https://discord.com/developers/docs/topics/permissions#permission-overwrites
func (ch *Channel) Permissions(userID string) wire.Permissions {
	if ch.GuildID == "" {
		if slices.Contains(ch.Recipients, userID) || userID == ch.world.Bot.ID {
			return wire.DMPermissions
		}
		return 0
	}
	guild := ch.Guild()
	if guild == nil {
		return 0
	}
	member := guild.members[userID]
	if member == nil {
		return 0
	}
	p := member.Permissions
	if p&wire.Administrator != 0 {
		return wire.AllPermissions
	}
	rules := ch
	if ch.IsThread() {
		if parent := ch.Parent(); parent != nil {
			rules = parent
		}
	}
	for _, id := range []string{ch.GuildID, member.roleID, userID} {
		if o := rules.overwrites[id]; o != nil {
			p = p&^o.Deny | o.Allow
		}
	}
	if p&wire.ViewChannel == 0 {
		return 0
	}
	if until := member.TimedOut; until != nil && ch.world.Now().Before(*until) {
		p &= wire.ViewChannel | wire.ReadMessageHistory
	}
	return p
}

func (ch *Channel) May(userID string, p wire.Permissions) bool { return ch.Permissions(userID).Has(p) }

// SeenBy reports whether a user sees the channel. The bot also has to be in a private thread, and
// needs CONNECT for a voice channel: without it Discord denies all else there.
// https://discord.com/developers/docs/topics/permissions#implicit-permissions
func (ch *Channel) SeenBy(userID string) bool {
	need := wire.ViewChannel
	switch {
	case userID != ch.world.Bot.ID:
	case ch.Kind == wire.ChannelPrivateThread && !ch.HasBot:
		need |= wire.ManageThreads
	case ch.Kind == wire.ChannelVoice:
		need |= wire.Connect
	}
	return ch.May(userID, need)
}

func (ch *Channel) HiddenFromBot() bool { return !ch.May(ch.world.Bot.ID, wire.ViewChannel) }

// Sending returns the permission to write in the channel. Threads have their own.
func (ch *Channel) Sending() wire.Permissions {
	if ch.IsThread() {
		return wire.SendMessagesInThreads
	}
	return wire.SendMessages
}

// WireMember returns a user's membership of the channel's guild, with the permissions in the
// channel. It is nil if the user is not a member.
func (ch *Channel) WireMember(userID string, withUser bool) *wire.Member {
	g := ch.Guild()
	if g == nil || g.members[userID] == nil {
		return nil
	}
	sent := g.members[userID].Wire(withUser)
	p := ch.Permissions(userID)
	sent.Permissions = &p
	return &sent
}
