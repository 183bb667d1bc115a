package body

import (
	"amytis/bot/localdiscord/schema"
	"amytis/bot/localdiscord/wire"
)

// Purpose is what a message body is for. The rules differ.
type Purpose struct {
	Schema schema.Place
	at     string // where a body has the message's fields, "data." or ""
	edits  bool
	flags  int // besides FlagComponentsV2, which a bot may set everywhere
}

// The purposes are messages of channels, the first messages of posts, callbacks of types 4, 5 and
// 7, and messages of webhooks. Discord ignores the ephemeral flag of an update, so it is listed.
var (
	ForChannel  = Purpose{schema.MessageCreate, "", false, wire.FlagSuppressNotifications}
	ForPost     = Purpose{schema.Post, "message.", false, wire.FlagSuppressNotifications}
	ForEdit     = Purpose{schema.MessageEdit, "", true, 0}
	ForAnswer   = Purpose{schema.Answer, "data.", false, wire.FlagEphemeral | wire.FlagSuppressNotifications}
	ForUpdate   = Purpose{schema.Update, "data.", true, wire.FlagEphemeral}
	ForFollowup = Purpose{schema.Followup, "", false, ForAnswer.flags}
	ForHookEdit = Purpose{schema.HookEdit, "", true, 0}
)
