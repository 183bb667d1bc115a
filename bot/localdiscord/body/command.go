package body

import (
	"cmp"
	"encoding/json"
	"strings"

	"amytis/bot/localdiscord/wire"
)

// Command is one of the commands in the body that registers them.
type Command struct {
	wire.Command
	DefaultMemberPermissions json.RawMessage `json:"default_member_permissions"` // a number or text
}

// Registered returns the command that the body describes, without IDs.
func (b *Command) Registered() *wire.Command {
	c := b.Command
	c.ID = ""
	c.Type = cmp.Or(c.Type, wire.CommandChat)
	if c.IntegrationTypes == nil {
		c.IntegrationTypes = []int{0}
	}
	if p := string(b.DefaultMemberPermissions); p != "" && p != "null" {
		p = strings.Trim(p, `"`)
		c.DefaultMemberPermissions = &p
	}
	return &c
}
