package body

import "amytis/bot/localdiscord/wire"

// Purpose is what a message body is for. The rules differ.
type Purpose struct {
	name  string // tells it from the others
	at    string // where a body has the message's fields, "data." or ""
	edits bool
	flags int // besides FlagComponentsV2, which a bot may set everywhere
}

// The purposes are messages of channels, the first messages of posts, callbacks of types 4, 5 and
// 7, and messages of webhooks. Discord ignores the ephemeral flag of an update, so it is listed.
var (
	ForChannel  = Purpose{"message", "", false, wire.FlagSuppressNotifications}
	ForPost     = Purpose{"post", "message.", false, wire.FlagSuppressNotifications}
	ForEdit     = Purpose{"edit", "", true, 0}
	ForAnswer   = Purpose{"answer", "data.", false, wire.FlagEphemeral | wire.FlagSuppressNotifications}
	ForUpdate   = Purpose{"update", "data.", true, wire.FlagEphemeral}
	ForFollowup = Purpose{"follow-up", "", false, ForAnswer.flags}
	ForHookEdit = Purpose{"edit of an answer", "", true, 0}
)
