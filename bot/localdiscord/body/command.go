package body

import (
	"encoding/json"
	"strings"

	"amytis/bot/localdiscord/wire"
)

// Command is one of the commands in the body that registers them.
type Command struct {
	ID                       wire.Opt[string]               `json:"id"`
	ApplicationID            wire.Opt[string]               `json:"application_id"`
	GuildID                  wire.Opt[string]               `json:"guild_id"`
	Version                  wire.Opt[string]               `json:"version"`
	Type                     wire.Opt[int]                  `json:"type"`
	Name                     wire.Opt[string]               `json:"name"`
	NameLocalizations        wire.Opt[map[string]string]    `json:"name_localizations"`
	Description              wire.Opt[string]               `json:"description"`
	DescriptionLocalizations wire.Opt[map[string]string]    `json:"description_localizations"`
	Options                  wire.Opt[[]wire.CommandOption] `json:"options"`
	DefaultMemberPermissions wire.Opt[json.RawMessage]      `json:"default_member_permissions"`
	DefaultPermission        wire.Opt[bool]                 `json:"default_permission"`
	DMPermission             wire.Opt[bool]                 `json:"dm_permission"`
	Contexts                 wire.Opt[[]int]                `json:"contexts"`
	IntegrationTypes         wire.Opt[[]int]                `json:"integration_types"`
	NSFW                     wire.Opt[bool]                 `json:"nsfw"`
	Handler                  wire.Opt[int]                  `json:"handler"`
}

// Command returns the command that the body describes.
func (b *Command) Command() *wire.Command {
	c := &wire.Command{Type: wire.CommandChat, IntegrationTypes: []int{0}}
	wire.Assign(b.Type, &c.Type)
	wire.Assign(b.Name, &c.Name)
	wire.Assign(b.NameLocalizations, &c.NameLocalizations)
	wire.Assign(b.Description, &c.Description)
	wire.Assign(b.DescriptionLocalizations, &c.DescriptionLocalizations)
	wire.Assign(b.Options, &c.Options)
	wire.Assign(b.Contexts, &c.Contexts)
	wire.Assign(b.IntegrationTypes, &c.IntegrationTypes)
	wire.Assign(b.NSFW, &c.NSFW)
	if b.DMPermission.Given() {
		c.DMPermission = &b.DMPermission.Value
	}
	if b.DefaultMemberPermissions.Given() {
		text := strings.Trim(string(b.DefaultMemberPermissions.Value), `"`)
		c.DefaultMemberPermissions = &text
	}
	return c
}
