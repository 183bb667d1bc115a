package gateway

// Opcodes of the gateway. [session.dispatch] writes 0, the opcode of events.
// https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway
const (
	opHeartbeat      = 1
	opIdentify       = 2
	opPresence       = 3
	opResume         = 6
	opReconnect      = 7
	opInvalidSession = 9
	opHello          = 10
	opHeartbeatAck   = 11
)

var commandNames = map[int]string{opHeartbeat: "heartbeat", opIdentify: "identify", opResume: "resume",
	opPresence: "presence"}

// Intents: the kinds of events that a bot asks for when it identifies itself.
// https://discord.com/developers/docs/topics/gateway#gateway-intents
const (
	intentGuilds = 1 << 0
	// intentsPrivileged are for members, presences and contents. Discord grants them on request.
	intentsPrivileged = 1<<1 | 1<<8 | 1<<15
)

// Close codes of the gateway.
// https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes
const (
	closeUnknownOp         = 4001
	closeDecodeError       = 4002
	closeNotAuthenticated  = 4003
	closeAuthFailed        = 4004
	closeAlreadyAuthed     = 4005
	closeRateLimited       = 4008
	closeSessionTimedOut   = 4009
	closeInvalidShard      = 4010
	closeShardingRequired  = 4011
	closeInvalidVersion    = 4012
	closeInvalidIntents    = 4013
	closeDisallowedIntents = 4014
)
