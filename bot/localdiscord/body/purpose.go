package body

import "amytis/bot/localdiscord/wire"

// Purpose is what a message body is for. The rules differ.
type Purpose int

const (
	ForChannel  Purpose = iota // POST channels/{id}/messages
	ForEdit                    // PATCH channels/{id}/messages/{id}
	ForAnswer                  // callback types 4 and 5
	ForUpdate                  // callback type 7
	ForFollowup                // POST webhooks
	ForHookEdit                // PATCH webhooks
)

func (p Purpose) edits() bool { return p == ForEdit || p == ForUpdate || p == ForHookEdit }

// settableFlags has the flags that a bot may set. Discord ignores the ephemeral flag of an update,
// so it is listed.
var settableFlags = map[Purpose]int{
	ForChannel:  wire.FlagSuppressEmbeds | wire.FlagSuppressNotifications | wire.FlagComponentsV2,
	ForEdit:     wire.FlagSuppressEmbeds | wire.FlagComponentsV2,
	ForAnswer:   wire.FlagSuppressEmbeds | wire.FlagEphemeral | wire.FlagSuppressNotifications | wire.FlagComponentsV2,
	ForUpdate:   wire.FlagSuppressEmbeds | wire.FlagEphemeral | wire.FlagComponentsV2,
	ForFollowup: wire.FlagSuppressEmbeds | wire.FlagEphemeral | wire.FlagSuppressNotifications | wire.FlagComponentsV2,
	ForHookEdit: wire.FlagSuppressEmbeds | wire.FlagComponentsV2,
}
