package wire

// GatewayBot tells a bot about the gateway.
// https://discord.com/developers/docs/events/gateway#get-gateway-bot
type GatewayBot struct {
	URL string `json:"url"`
	// Shards is the recommended number of shards.
	Shards int               `json:"shards"`
	Limit  SessionStartLimit `json:"session_start_limit"`
}

// SessionStartLimit is how many sessions a bot may start.
// https://discord.com/developers/docs/events/gateway#session-start-limit-object
type SessionStartLimit struct {
	// Total is how many sessions a bot may start in a day, and Remaining how many are left.
	Total     int `json:"total"`
	Remaining int `json:"remaining"`
	// ResetAfter is the time until Remaining is Total again, in milliseconds.
	ResetAfter int64 `json:"reset_after"`
	// MaxConcurrency is how many buckets of shards may each start a session in 5 s.
	MaxConcurrency int `json:"max_concurrency"`
}
