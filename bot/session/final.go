package session

import "fmt"

const portal = "https://discord.com/developers/applications"

// FinalError is what Run returns when connecting again cannot help: somebody has to change something first.
// Its text is for the operator.
type FinalError struct {
	// Code is Discord's close code: 4004 or 4010 to 4014.
	// https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes
	Code int
}

func (e *FinalError) Error() string {
	return fmt.Sprintf("Discord ended the connection for good (close code %d): %s", e.Code, finalCodes[e.Code])
}

// finalCodes says in plain words what each final close code means and what to do about it.
var finalCodes = map[int]string{
	4004: "it does not accept the bot token. Make a new one at " + portal + " (Bot, Reset Token), " +
		"put it into the configuration and start again.",
	4010: "the shard numbers are wrong. This bot uses one shard and cannot be told otherwise: please report this as a bug.",
	4011: "the bot is on 2,500 or more servers, and Discord demands sharding from there on, which this bot does not do. " +
		"Remove it from some servers.",
	4012: "the gateway version this bot speaks is no longer served. Update the bot.",
	4013: "the intents this bot asks for are not valid. Update the bot.",
	4014: "the intents this bot asks for are not allowed for this application. It needs only the Guilds intent, " +
		"which is never restricted: check that the token belongs to the right application at " + portal + ".",
}

// final tells whether a close code ends all hope.
func final(code int) error {
	if _, ok := finalCodes[code]; ok {
		return &FinalError{Code: code}
	}
	return nil
}
