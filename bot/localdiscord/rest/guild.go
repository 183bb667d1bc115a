package rest

import (
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

func getGateway(c *call) (any, *wire.Refusal) {
	return map[string]any{"url": c.gateway.Info(0)["url"]}, nil
}

func getGatewayBot(c *call) (any, *wire.Refusal) { return c.gateway.Info(len(c.botGuilds())), nil }

// botGuilds are the guilds that the bot is in.
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

// channels returns some of the guild's channels.
func (c *call) channels(wanted func(*world.Channel) bool) []wire.Channel {
	list := []wire.Channel{}
	for _, ch := range c.guild.Channels() {
		if wanted(ch) {
			list = append(list, ch.Wire())
		}
	}
	return list
}

// listChannels leaves out those that the bot cannot see, since 16 November 2026.
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
