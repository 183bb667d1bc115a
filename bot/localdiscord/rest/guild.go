package rest

import (
	"cmp"
	"net/http"

	"amytis/bot/localdiscord/body"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

func getGateway(c *call) (any, *wire.Refusal) {
	return map[string]any{"url": c.gateway.Info(0)["url"]}, nil
}

func getGatewayBot(c *call) (any, *wire.Refusal) { return c.gateway.Info(len(c.botGuilds())), nil }

func (c *call) botGuilds() (list []*world.Guild) {
	for _, g := range world.InOrder(c.world.Guilds) {
		if g.HasBot {
			list = append(list, g)
		}
	}
	return list
}

func getMyGuilds(c *call) (any, *wire.Refusal) {
	list := []map[string]any{}
	for _, g := range c.botGuilds() {
		list = append(list, map[string]any{"id": g.ID, "name": g.Name, "icon": nil, "banner": nil, "owner": false,
			"permissions": g.Member(c.world.Bot.ID).Permissions, "features": []string{}})
	}
	return list, nil
}

func getGuild(c *call) (any, *wire.Refusal) { return c.guild.Wire(), nil }

func (c *call) channels(wanted func(*world.Channel) bool) []wire.Channel {
	list := []wire.Channel{}
	for _, ch := range c.guild.Channels() {
		if wanted(ch) {
			list = append(list, ch.Wire())
		}
	}
	return list
}

// listChannels leaves out hidden channels, since 16 November 2026.
// https://github.com/discord/discord-api-docs/pull/8454
func listChannels(c *call) (any, *wire.Refusal) {
	return c.channels(func(ch *world.Channel) bool { return !ch.IsThread() && !ch.HiddenFromBot() }), nil
}

// listThreads lists the active threads that the bot sees.
// https://discord.com/developers/docs/resources/guild#list-active-guild-threads
func listThreads(c *call) (any, *wire.Refusal) {
	seen := func(ch *world.Channel) bool { return ch.IsThread() && !ch.Archived && ch.SeenBy(c.world.Bot.ID) }
	return map[string]any{"threads": c.channels(seen), "members": []any{}, "has_more": false}, nil
}

func getMember(c *call) (any, *wire.Refusal) {
	m := c.guild.Member(c.param("user"))
	if m == nil {
		return nil, wire.Unknown(wire.CodeUnknownMember, "Member")
	}
	return m.Wire(true), nil
}

func getChannel(c *call) (any, *wire.Refusal) { return c.channel.Wire(), nil }

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
		if refusal := c.rates.checkNewDM(c.state.Now()); refusal != nil {
			return nil, refusal
		}
	}
	return c.world.OpenDM(user).Wire(), nil
}

// defaultAutoArchive is how many minutes without messages archive a thread.
const defaultAutoArchive = 4320

var wrongChannelType = wire.Refuse(http.StatusBadRequest, wire.CodeWrongChannelType,
	"Cannot execute action on this channel type")

func startThread(c *call, b *body.Thread) (any, *wire.Refusal) {
	if refusal := checked(b); refusal != nil {
		return nil, refusal
	}
	if c.channel.Kind != wire.ChannelText {
		return nil, wrongChannelType
	}
	thread, refusal := c.channel.StartThread(b.Name, cmp.Or(b.AutoArchiveDuration.Value, defaultAutoArchive), c.message)
	if refusal != nil {
		return nil, refusal
	}
	return thread.Wire(), nil
}

// startPost needs only SEND_MESSAGES, and a forum. In a text channel Discord would start a private
// thread, which the bot does not want.
// https://discord.com/developers/docs/resources/channel#start-thread-in-forum-or-media-channel
func startPost(c *call, b *body.Post) (any, *wire.Refusal) {
	forum := c.channel
	tags := b.AppliedTags.Value
	refusal := checked(&b.Thread)
	switch {
	case refusal != nil:
		return nil, refusal
	case !c.may(wire.SendMessages):
		return nil, wire.MissingPermissions
	case forum.Kind != wire.ChannelForum:
		return nil, wrongChannelType
	case forum.NeedsTag && len(tags) == 0:
		return nil, wire.Refuse(http.StatusBadRequest, wire.CodeTagRequired,
			"A tag is required to create a forum post in this channel")
	}
	if refusal := forum.CheckTags(tags); refusal != nil {
		return nil, refusal
	}
	m, refusal := body.Compose(&b.Message, body.ForPost, c.files, forum.ID, nil, c.world)
	if refusal != nil {
		return nil, refusal
	}
	archive := cmp.Or(b.AutoArchiveDuration.Value, defaultAutoArchive)
	sent := forum.StartPost(c.world.Bot, b.Name, archive, tags, m, &b.Message).Wire()
	sent.Message = m.Sent()
	return sent, nil
}

// editThread can only bring an archived thread back.
func editThread(c *call, b *body.ThreadEdit) (any, *wire.Refusal) {
	ch := c.channel
	manages := c.may(wire.ManageThreads)
	unarchives := b.Archived.Set && !b.Archived.Value
	switch {
	case !ch.IsThread():
		return nil, wire.MissingPermissions
	case ch.Archived && !unarchives:
		return nil, wire.ArchivedThread
	case ch.Locked && !manages,
		(!unarchives || b.AppliedTags.Set) && ch.OwnerID != c.world.Bot.ID && !manages:
		return nil, wire.MissingPermissions
	}
	if b.AppliedTags.Set {
		if refusal := ch.Parent().CheckTags(b.AppliedTags.Value); refusal != nil {
			return nil, refusal
		}
		ch.Applied = b.AppliedTags.Value
	}
	if b.Archived.Set && b.Archived.Value != ch.Archived {
		ch.Archived, ch.ArchiveChanged = b.Archived.Value, c.world.Now().UTC()
	}
	return ch.Updated(), nil
}
