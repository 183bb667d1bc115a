package discord

import (
	"amytis/bot/discord/gateway"
	"amytis/bot/discord/rest"
)

// Status is how a [Client] is connected, and what it has counted since New.
type Status struct {
	gateway.Status
	rest.Traffic
	// Dropped counts the interactions that got no answer because too many came at once.
	Dropped uint64
}

// Status returns the status at this moment. It may be called at any time.
func (c *Client) Status() Status {
	return Status{c.gateway.Status(), c.rest.Traffic(), c.receiver.Dropped()}
}
