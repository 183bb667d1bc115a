package rest

import (
	"maps"

	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

// inGuild returns the handler of something in a guild of the bot.
func inGuild(do func(*call, *world.Guild) (any, *wire.Refusal)) handler {
	return func(c *call) (any, *wire.Refusal) {
		g := c.world.Guilds[c.param("guild")]
		if g == nil {
			return nil, wire.Unknown(wire.CodeUnknownGuild, "Guild")
		}
		if !g.HasBot {
			return nil, wire.MissingAccess
		}
		return do(c, g)
	}
}

func getGuild(_ *call, g *world.Guild) (any, *wire.Refusal) { return g.Wire(), nil }

// listChannels leaves out those that the bot cannot see, since 16 November 2026.
// https://github.com/discord/discord-api-docs/pull/8454
func listChannels(_ *call, g *world.Guild) (any, *wire.Refusal) {
	list := []wire.Channel{}
	for _, ch := range g.Channels() {
		if !ch.IsThread() && !ch.HiddenFromBot() {
			list = append(list, ch.Wire())
		}
	}
	return list, nil
}

// listThreads lists the active threads that the bot sees.
// https://discord.com/developers/docs/resources/guild#list-active-guild-threads
func listThreads(c *call, g *world.Guild) (any, *wire.Refusal) {
	list := []wire.Channel{}
	for _, ch := range g.Channels() {
		if ch.IsThread() && !ch.Thread.Archived && ch.SeenBy(c.world.Bot.ID) {
			list = append(list, ch.Wire())
		}
	}
	return map[string]any{"threads": list, "members": []any{}, "has_more": false}, nil
}

func getMember(c *call, g *world.Guild) (any, *wire.Refusal) {
	m := g.Member(c.param("user"))
	if m == nil {
		return nil, wire.Unknown(wire.CodeUnknownMember, "Member")
	}
	return m.Wire(true), nil
}

func getMe(c *call) (any, *wire.Refusal) {
	return struct {
		wire.User
		MFAEnabled bool   `json:"mfa_enabled"`
		Locale     string `json:"locale"`
	}{c.world.Bot.Wire(), false, "en-US"}, nil
}

func getGateway(c *call) (any, *wire.Refusal) { return map[string]any{"url": c.Gateway(0).URL}, nil }

func getGatewayBot(c *call) (any, *wire.Refusal) {
	guilds := 0
	for _, g := range c.world.Guilds {
		if g.HasBot {
			guilds++
		}
	}
	return c.Gateway(guilds), nil
}

func getMyGuilds(c *call) (any, *wire.Refusal) {
	list := []map[string]any{}
	for _, g := range world.InOrder(c.world.Guilds) {
		if g.HasBot {
			list = append(list, map[string]any{"id": g.ID, "name": g.Name, "icon": nil, "banner": nil, "owner": false,
				"permissions": g.Member(c.world.Bot.ID).Permissions, "features": []string{}})
		}
	}
	return list, nil
}

func getApplication(c *call) (any, *wire.Refusal) {
	bot := c.world.Bot
	app := map[string]any{"id": c.world.Bot.ID, "name": bot.Name, "icon": nil, "description": "", "flags": 0,
		"flags_new": "0", "bot_public": true, "bot_require_code_grant": false, "verify_key": c.PublicKey,
		"bot": bot.Wire(), "owner": bot.Wire(), "team": nil, "summary": "", "type": nil, "redirect_uris": []string{},
		"interactions_endpoint_url": nil, "role_connections_verification_url": nil, "explicit_content_filter": 0,
		"approximate_guild_count": len(world.InOrder(c.world.Guilds)), "approximate_user_install_count": 0,
		"approximate_user_authorization_count": 0, "eligible_oauth2_scopes": []string{},
		"privacy_policy_url":       "https://example.org/privacy",
		"integration_types_config": map[string]any{"0": map[string]any{}, "1": map[string]any{}}}
	maps.Copy(app, c.Application)
	return app, nil
}
