package localdiscord

import (
	"amytis/bot/localdiscord/driver"
	"amytis/bot/localdiscord/fault"
	"amytis/bot/localdiscord/interaction"
	"amytis/bot/localdiscord/traffic"
	"amytis/bot/localdiscord/webhook"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

// What callers need of other packages. Permissions and the codes of refusals are in [wire], the
// kinds of violations in [traffic].
type (
	Guild        = driver.Guild
	Channel      = driver.Channel
	User         = driver.User
	Args         = driver.Args
	Label        = driver.Label
	RefusedError = driver.RefusedError
	Watch        = driver.Watch
	Change       = world.Change
	Ping         = world.Ping
	Interaction  = interaction.Interaction
	Outcome      = interaction.Outcome
	Message      = wire.Message
	Picture      = wire.Picture
	Component    = wire.Component
	Choice       = wire.Choice
	Modal        = wire.Modal
	Upload       = wire.Upload
	Leaf         = wire.Leaf
	Traffic      = traffic.Entry
	RESTFault    = fault.RESTFault
	ArmedFault   = fault.Armed
	Endpoint     = webhook.Endpoint
)

const (
	Thinking     = interaction.Thinking
	Acknowledged = interaction.Acknowledged
	Replied      = interaction.Replied
	Updated      = interaction.Updated
	Suggested    = interaction.Suggested
	Asked        = interaction.Asked
	Failed       = interaction.Failed
	NotResponded = interaction.NotResponded
)
