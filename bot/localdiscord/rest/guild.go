package rest

import (
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

func (c *call) guild(w *world.World) (*world.Guild, *wire.Refusal) {
	g := w.Guild(c.param("guild"))
	if g == nil {
		return nil, wire.Unknown(wire.CodeUnknownGuild, "Guild")
	}
	if !g.HasBot {
		return nil, wire.MissingAccess()
	}
	return g, nil
}

func getGuild(c *call, w *world.World) (reply, *wire.Refusal) {
	g, refusal := c.guild(w)
	if refusal != nil {
		return refused(refusal)
	}
	return ok(g.Wire())
}

func listChannels(c *call, w *world.World) (reply, *wire.Refusal) {
	g, refusal := c.guild(w)
	if refusal != nil {
		return refused(refusal)
	}
	list := []wire.Channel{}
	for _, ch := range g.Channels() {
		if !ch.IsThread() {
			list = append(list, ch.Wire())
		}
	}
	return ok(list)
}

func getMember(c *call, w *world.World) (reply, *wire.Refusal) {
	g, refusal := c.guild(w)
	if refusal != nil {
		return refused(refusal)
	}
	m := g.Member(c.userID())
	if m == nil {
		return refused(wire.Unknown(wire.CodeUnknownMember, "Member"))
	}
	return ok(m.Wire(true))
}

func getMe(_ *call, w *world.World) (reply, *wire.Refusal) {
	return ok(struct {
		wire.User
		MFAEnabled bool   `json:"mfa_enabled"`
		Locale     string `json:"locale"`
	}{w.Bot().Wire(), false, "en-US"})
}

func getMyGuilds(_ *call, w *world.World) (reply, *wire.Refusal) {
	list := []map[string]any{}
	for _, g := range w.Guilds() {
		if g.HasBot {
			list = append(list, map[string]any{"id": g.ID, "name": g.Name, "icon": nil, "banner": nil, "owner": false,
				"permissions": g.Member(world.BotID).Permissions, "features": []string{}})
		}
	}
	return ok(list)
}

func getApplication(c *call, w *world.World) (reply, *wire.Refusal) {
	bot := w.Bot()
	return ok(map[string]any{"id": world.BotID, "name": bot.Name, "icon": nil, "description": "", "flags": 0,
		"flags_new": "0", "bot_public": true, "bot_require_code_grant": false, "verify_key": c.PublicKey,
		"bot": bot.Wire(), "owner": bot.Wire(), "team": nil, "summary": "", "type": nil, "redirect_uris": []string{},
		"interactions_endpoint_url": nil, "role_connections_verification_url": nil, "explicit_content_filter": 0,
		"approximate_guild_count": len(w.Guilds()), "approximate_user_install_count": 0,
		"approximate_user_authorization_count": 0, "eligible_oauth2_scopes": []string{}})
}
