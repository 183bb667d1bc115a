package rest

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"

	"amytis/bot/localdiscord/body"
	"amytis/bot/localdiscord/wire"
)

func getMe(c *call) (any, *wire.Refusal) {
	return struct {
		wire.User
		MFAEnabled bool   `json:"mfa_enabled"`
		Locale     string `json:"locale"`
	}{c.world.Bot.Wire(), false, "en-US"}, nil
}

func getApplication(c *call) (any, *wire.Refusal) {
	bot := c.world.Bot
	app := map[string]any{"id": bot.ID, "name": bot.Name, "icon": nil, "description": "", "flags": 0,
		"flags_new": "0", "bot_public": true, "bot_require_code_grant": false, "verify_key": c.gateway.PublicKey(),
		"bot": bot.Wire(), "owner": bot.Wire(), "team": nil, "summary": "", "type": nil, "redirect_uris": []string{},
		"interactions_endpoint_url": nil, "role_connections_verification_url": nil, "explicit_content_filter": 0,
		"approximate_guild_count": len(c.world.Guilds), "approximate_user_install_count": 0,
		"approximate_user_authorization_count": 0, "eligible_oauth2_scopes": []string{},
		"privacy_policy_url":       "https://example.org/privacy",
		"integration_types_config": map[string]any{"0": map[string]any{}, "1": map[string]any{}}}
	maps.Copy(app, c.state.Application)
	return app, nil
}

func listCommands(c *call) (any, *wire.Refusal) {
	return append([]*wire.Command{}, c.world.Commands...), nil
}

// overwriteCommands keeps the ids of commands that stay, by name and type.
func overwriteCommands(c *call, commands *[]*wire.Command) (any, *wire.Refusal) {
	var t wire.Problems
	names := map[string]bool{}
	for i, command := range *commands {
		command.Type = cmp.Or(command.Type, wire.CommandChat)
		if command.IntegrationTypes == nil {
			command.IntegrationTypes = []int{0}
		}
		if command.Type != wire.CommandEntryPoint {
			t.Check(fmt.Sprint(i), command)
		}
		wire.Unique(&t, names, commandKey(command), fmt.Sprintf("%d.name", i), "APPLICATION_COMMANDS_DUPLICATE_NAME",
			"Application command names must be unique")
	}
	if refusal := cmp.Or(t.Refusal(), wire.CommandCount(*commands)); refusal != nil {
		return nil, refusal
	}
	for _, existing := range c.world.Commands {
		if existing.Type == wire.CommandEntryPoint && commandLike(existing, *commands) == nil {
			return nil, wire.Refuse(http.StatusBadRequest, wire.CodeEntryPointLost, "You cannot remove this app's "+
				"Entry Point command in a bulk update operation. Please include the Entry Point command in your update "+
				"request or delete it separately.")
		}
	}
	for _, command := range *commands {
		command.ID = c.world.NewID()
		if existing := commandLike(command, c.world.Commands); existing != nil {
			command.ID = existing.ID
		}
		command.ApplicationID = c.world.Bot.ID
		command.Version = c.world.NewID()
	}
	c.world.SetCommands(*commands)
	return *commands, nil
}

// commandLike returns the command of the same type and name, nil if there is none.
func commandLike(c *wire.Command, list []*wire.Command) *wire.Command {
	i := slices.IndexFunc(list, func(other *wire.Command) bool { return commandKey(other) == commandKey(c) })
	if i < 0 {
		return nil
	}
	return list[i]
}

func commandKey(c *wire.Command) string { return fmt.Sprintf("%d %s", c.Type, c.Name) }

func listEmoji(c *call) (any, *wire.Refusal) {
	return map[string]any{"items": append([]*wire.ApplicationEmoji{}, c.world.Emoji...)}, nil
}

const maxEmoji = 2000

func createEmoji(c *call, b *body.Emoji) (any, *wire.Refusal) {
	if refusal := checked(b); refusal != nil {
		return nil, refusal
	}
	switch {
	case len(c.world.Emoji) >= maxEmoji:
		return nil, wire.Refuse(http.StatusBadRequest, wire.CodeTooManyEmoji, "Maximum number of emojis reached (2000)")
	case c.world.EmojiByName(b.Name) != nil:
		return nil, wire.InvalidField("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN",
			"An emoji with this name already exists")
	}
	data, _ := b.PNG()
	return c.world.AddEmoji(b.Name, data), nil
}

func deleteEmoji(c *call) (any, *wire.Refusal) {
	e := c.world.EmojiByID(c.param("emoji"))
	if e == nil {
		return nil, wire.Unknown(wire.CodeUnknownEmoji, "Emoji")
	}
	c.world.DropEmoji(e)
	return nil, nil
}
