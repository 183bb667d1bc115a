package body

import "encoding/json"

// Callback answers an interaction. Its data is a [Message].
// https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response-object
type Callback struct {
	Type int             `json:"type"`
	Data json.RawMessage `json:"data"`
}
