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

// Handles on the world, and what people do with them.
type (
	Guild        = driver.Guild
	Channel      = driver.Channel
	User         = driver.User
	Args         = driver.Args
	CallOption   = driver.CallOption
	Label        = driver.Label
	RefusedError = driver.RefusedError
	Watch        = driver.Watch
	Change       = world.Change
	Ping         = world.Ping
	Interaction  = interaction.Interaction
	Outcome      = interaction.Outcome
)

// Twice delivers the interaction twice, which happens on Discord now and then.
func Twice() CallOption { return driver.Twice() }

const (
	Thinking     = interaction.Thinking
	Acknowledged = interaction.Acknowledged
	Replied      = interaction.Replied
	Updated      = interaction.Updated
	Suggested    = interaction.Suggested
	Failed       = interaction.Failed
)

// NotResponded is what Discord tells a user whose interaction nobody answered in time.
const NotResponded = interaction.NotResponded

// What people read and press.
type (
	Message   = wire.Message
	Picture   = wire.Picture
	Component = wire.Component
	Choice    = wire.Choice
	Leaf      = wire.Leaf
)

const FlagComponentsV2 = wire.FlagComponentsV2

type Permissions = wire.Permissions

// The permissions that members and the bot can be given.
const (
	ManageChannels         = wire.ManageChannels
	ManageGuild            = wire.ManageGuild
	ViewChannel            = wire.ViewChannel
	SendMessages           = wire.SendMessages
	ManageMessages         = wire.ManageMessages
	EmbedLinks             = wire.EmbedLinks
	AttachFiles            = wire.AttachFiles
	ReadMessageHistory     = wire.ReadMessageHistory
	MentionEveryone        = wire.MentionEveryone
	UseApplicationCommands = wire.UseApplicationCommands
	ManageThreads          = wire.ManageThreads
	CreatePublicThreads    = wire.CreatePublicThreads
	SendMessagesInThreads  = wire.SendMessagesInThreads
	DefaultUserPermissions = wire.DefaultUserPermissions
	DefaultBotPermissions  = wire.DefaultBotPermissions
)

// What the bot and Discord said to each other, and what goes wrong by script.
type (
	Traffic    = traffic.Entry
	RESTFault  = fault.RESTFault
	ArmedFault = fault.Armed
	Endpoint   = webhook.Endpoint
)

const (
	UnknownRoute   = traffic.UnknownRoute
	LateAnswer     = traffic.LateAnswer
	DoubleAnswer   = traffic.DoubleAnswer
	NoPermission   = traffic.NoPermission
	TooFast        = traffic.TooFast
	EndpointMisuse = traffic.EndpointMisuse
)

// Codes of refusals that tests expect. [wire] has all of them.
const (
	CodeUnknownChannel     = wire.CodeUnknownChannel
	CodeUnknownMember      = wire.CodeUnknownMember
	CodeUnknownMessage     = wire.CodeUnknownMessage
	CodeUnknownWebhook     = wire.CodeUnknownWebhook
	CodeUnknownInteraction = wire.CodeUnknownInteraction
	CodeTooManyCommands    = wire.CodeTooManyCommands
	CodeOldMessageEdits    = wire.CodeOldMessageEdits
	CodeTooLarge           = wire.CodeTooLarge
	CodeAlreadyAnswered    = wire.CodeAlreadyAnswered
	CodeMissingAccess      = wire.CodeMissingAccess
	CodeNotYourMessage     = wire.CodeNotYourMessage
	CodeCannotDM           = wire.CodeCannotDM
	CodeInvalidRecipient   = wire.CodeInvalidRecipient
	CodeInvalidBody        = wire.CodeInvalidBody
	CodeNewDMsTooFast      = wire.CodeNewDMsTooFast
	CodeNoMutualGuilds     = wire.CodeNoMutualGuilds
	CodeMissingPermissions = wire.CodeMissingPermissions
	CodeInvalidToken       = wire.CodeInvalidToken
	CodeArchivedThread     = wire.CodeArchivedThread
	CodeThreadExists       = wire.CodeThreadExists
	CodeLockedThread       = wire.CodeLockedThread
)
