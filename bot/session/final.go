package session

import "fmt"

const portal = "https://discord.com/developers/applications"

// FinalError is what [Client.Run] returns when a new connection cannot help and the operator must
// change something first. Its text is for the operator.
type FinalError struct {
	// Code is Discord's close code: 4004 or 4010 to 4014.
	// https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes
	Code int
}

func (e *FinalError) Error() string {
	return fmt.Sprintf("Discord ended the connection for good (close code %d): %s", e.Code, finalCodes[e.Code])
}

// finalCodes says what each final close code means and what to do about it.
var finalCodes = map[int]string{
	4004: "Discord does not accept the bot token. Make a new one at " + portal + " (Bot, Reset Token), " +
		"put it into the configuration and start again.",
	4010: "the shard numbers are wrong. This bot always uses one shard, so please report this as a bug.",
	4011: "the bot is on 2,500 or more servers. Beyond that Discord requires sharding, which this bot does not support. " +
		"Remove it from some servers.",
	4012: "Discord no longer supports the gateway version that this bot uses. Update the bot.",
	4013: "the intents that this bot asks for are not valid. Update the bot.",
	4014: "the intents that this bot asks for are not allowed for this application. It needs only the Guilds intent, " +
		"which is never restricted: check that the token belongs to the right application at " + portal + ".",
}

// finalError returns a FinalError for a finalError close code, nil for any other.
func finalError(code int) error {
	if _, ok := finalCodes[code]; ok {
		return &FinalError{Code: code}
	}
	return nil
}
