package rest

import (
	"net/http"
	"strings"

	"amytis/bot/localdiscord/wire"
)

// route is a kind of requests. It has no pattern for requests that this Discord does not know.
type route struct {
	method  string
	pattern string
	find    func(*call) *wire.Refusal // fills in what the path names, nil if it names nothing
	need    wire.Permissions          // in the channel
	handle  handler
	status  int // of an answer, 0 for 200
}

// open reports whether no bot token is needed, since a token in the path is enough or nothing is
// secret. Such requests do not count against the 50 a second.
func (r *route) open() bool { return r.pattern == "/gateway" || strings.Contains(r.pattern, "{token}") }

const (
	get   = http.MethodGet
	post  = http.MethodPost
	put   = http.MethodPut
	patch = http.MethodPatch
	del   = http.MethodDelete
	made  = http.StatusCreated

	see         = wire.ViewChannel
	openThreads = wire.CreatePublicThreads
)

var routes = []*route{
	{get, "/gateway", nil, 0, getGateway, 0},
	{get, "/gateway/bot", nil, 0, getGatewayBot, 0},

	{get, "/users/@me", nil, 0, getMe, 0},
	{get, "/users/@me/guilds", nil, 0, getMyGuilds, 0},
	{post, "/users/@me/channels", nil, 0, reading(createDM), 0},
	{get, "/applications/@me", nil, 0, getApplication, 0},

	{get, "/applications/{app}/commands", ofBot, 0, listCommands, 0},
	{put, "/applications/{app}/commands", ofBot, 0, reading(overwriteCommands), 0},

	{get, "/applications/{app}/emojis", ofBot, 0, listEmoji, 0},
	{post, "/applications/{app}/emojis", ofBot, 0, reading(createEmoji), made},
	{del, "/applications/{app}/emojis/{emoji}", ofBot, 0, deleteEmoji, 0},

	{post, "/interactions/{interaction}/{token}/callback", unanswered, 0, reading(answerInteraction), 0},
	{post, "/webhooks/{app}/{token}", answered, 0, reading(createFollowup), 0},
	{patch, "/webhooks/{app}/{token}/messages/{message}", answered, 0, reading(editHookMessage), 0},

	{get, "/channels/{channel}", shownChannel, see, getChannel, 0},
	{patch, "/channels/{channel}", inChannel, see, reading(editThread), 0},
	{get, "/channels/{channel}/messages", inChannel, see, listMessages, 0},
	{post, "/channels/{channel}/messages", inChannel, see, reading(createMessage), 0},
	{patch, "/channels/{channel}/messages/{message}", ofMessage, see, reading(editMessage), 0},
	{del, "/channels/{channel}/messages/{message}", ofMessage, see, deleteMessage, 0},
	{post, "/channels/{channel}/messages/{message}/threads", ofMessage, openThreads, reading(startThread), made},
	{post, "/channels/{channel}/threads", inChannel, see, reading(startPost), made},

	{get, "/guilds/{guild}", inGuild, 0, getGuild, 0},
	{get, "/guilds/{guild}/channels", inGuild, 0, listChannels, 0},
	{get, "/guilds/{guild}/threads/active", inGuild, 0, listThreads, 0},
	{get, "/guilds/{guild}/members/{user}", inGuild, 0, getMember, 0},
}

var unknownRoute = &wire.Refusal{Status: http.StatusNotFound, Message: "404: Not Found", UnknownRoute: true}

func ofBot(c *call) *wire.Refusal {
	if c.param("app") == c.world.Bot.ID {
		return nil
	}
	return wire.Refuse(http.StatusForbidden, wire.CodeNotYourApplication,
		"You are not authorized to perform this action on this application")
}

func inGuild(c *call) *wire.Refusal {
	c.guild = c.world.Guilds[c.param("guild")]
	switch {
	case c.guild == nil:
		return wire.Unknown(wire.CodeUnknownGuild, "Guild")
	case !c.guild.HasBot:
		return wire.MissingAccess
	}
	return nil
}

func inChannel(c *call) *wire.Refusal {
	c.channel = c.world.Channels[c.param("channel")]
	switch {
	case c.channel == nil:
		return wire.Unknown(wire.CodeUnknownChannel, "Channel")
	case !c.channel.SeenBy(c.world.Bot.ID):
		return wire.MissingAccess
	case !c.may(c.route.need):
		return wire.MissingPermissions
	}
	return nil
}

// shownChannel knows no channel that is hidden from the bot. Discord does not document that it no
// longer answers 50001, as it did before 16 November 2026.
func shownChannel(c *call) *wire.Refusal {
	if ch := c.world.Channels[c.param("channel")]; ch != nil && ch.HiddenFromBot() {
		return wire.Unknown(wire.CodeUnknownChannel, "Channel")
	}
	return inChannel(c)
}

// ofMessage finds a public message. The bot cannot see ephemeral ones here, its own included.
func ofMessage(c *call) *wire.Refusal {
	if refusal := inChannel(c); refusal != nil {
		return refusal
	}
	c.message = c.world.Messages.ByID(c.param("message"))
	if c.message == nil || c.message.ChannelID != c.channel.ID || c.message.OnlyFor != "" {
		return wire.Unknown(wire.CodeUnknownMessage, "Message")
	}
	return nil
}

func unanswered(c *call) *wire.Refusal {
	c.in = c.world.Interaction(c.param("token"))
	if c.in == nil || c.in.ID != c.param("interaction") {
		return wire.Unknown(wire.CodeUnknownInteraction, "interaction")
	}
	return c.in.MayAnswer(c.world)
}

// answered finds the interaction whose token the path has as a webhook.
// https://discord.com/developers/docs/interactions/receiving-and-responding#followup-messages
func answered(c *call) *wire.Refusal {
	c.in = c.world.Interaction(c.param("token"))
	switch {
	case c.param("app") != c.world.Bot.ID:
		return wire.Unknown(wire.CodeUnknownWebhook, "Webhook")
	case c.in == nil || c.in.Expired(c.world):
		return wire.Refuse(http.StatusUnauthorized, wire.CodeInvalidToken, "Invalid Webhook Token")
	}
	if !c.in.Answered {
		return wire.Unknown(wire.CodeUnknownWebhook, "Webhook")
	}
	return nil
}
