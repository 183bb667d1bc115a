package wire

// Intents: the kinds of events that a bot asks for when it identifies itself.
// https://discord.com/developers/docs/topics/gateway#gateway-intents
const (
	IntentGuilds         = 1 << 0
	IntentGuildMembers   = 1 << 1
	IntentPresences      = 1 << 8
	IntentMessageContent = 1 << 15

	// IntentsPrivileged are those that Discord grants on request.
	IntentsPrivileged = IntentGuildMembers | IntentPresences | IntentMessageContent
)
