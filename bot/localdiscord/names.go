package localdiscord

import (
	"amytis/bot/localdiscord/gateway"
	"amytis/bot/localdiscord/rest"
	"amytis/bot/localdiscord/traffic"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

// What callers need of other packages. Permissions and the codes of refusals are in [wire], the
// kinds of violations in [traffic].
type (
	Options     = world.Options
	Change      = world.Change
	Ping        = world.Ping
	Interaction = world.Interaction
	Outcome     = world.Outcome
	Message     = wire.Message
	Component   = wire.Component
	Choice      = wire.Choice
	Modal       = wire.Modal
	Leaf        = wire.Leaf
	Traffic     = traffic.Entry
	RESTFault   = rest.Fault
	ArmedFault  = rest.Armed
	Endpoint    = gateway.Endpoint
)

const (
	Replied      = world.Replied
	Suggested    = world.Suggested
	Asked        = world.Asked
	Failed       = world.Failed
	NotResponded = world.NotResponded
)
