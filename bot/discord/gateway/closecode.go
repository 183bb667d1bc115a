package gateway

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/gorilla/websocket"

	"amytis/bot/discord/rest"
)

// FinalError means that the operator must change something first. Its text is for the operator.
type FinalError struct {
	// Code is Discord's close code, 4004 or 4010 to 4014, or 401 if HTTP requests are refused.
	// https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes
	Code int
}

func (e *FinalError) Error() string {
	if e.Code == http.StatusUnauthorized {
		return "Discord refuses the bot for good (HTTP 401): " + finalCodes[4004]
	}
	return fmt.Sprintf("Discord ended the connection for good (close code %d): %s", e.Code, finalCodes[e.Code])
}

var finalCodes = map[int]string{
	4004: "Discord does not accept the bot token. It has three parts, separated by dots. Make a new one at " +
		rest.Portal + " (Bot, Reset Token), put it into the configuration and start again.",
	4010: "Discord does not allow this number of shards. Remove discord.shards from the configuration, so that the bot " +
		"uses the number that Discord recommends.",
	4011: "the bot is on too many servers for this number of shards; a shard can have 2,500. Raise discord.shards, or " +
		"remove it from the configuration, so that the bot uses the number that Discord recommends.",
	4012: "Discord no longer supports the gateway version that this bot uses. Update the bot.",
	4013: "the intents that this bot asks for are not valid. Update the bot.",
	4014: "the intents that this bot asks for are not allowed for this application. It needs only the Guilds intent, " +
		"which is never restricted: check that the token belongs to the right application at " + rest.Portal + ".",
}

// finalError returns nil if another attempt may help.
func finalError(cause error) error {
	var final *FinalError
	var closed *websocket.CloseError
	switch {
	case errors.As(cause, &final):
		return final
	case errors.As(cause, &closed) && finalCodes[closed.Code] != "":
		return &FinalError{Code: closed.Code}
	}
	return nil
}
