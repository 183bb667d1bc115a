package rest

import (
	"net/http"
	"net/url"
	"path"
	"strings"

	"amytis/bot/localdiscord/wire"
)

// route has no pattern for what this Discord does not serve.
type route struct {
	method  string
	pattern string
	handle  handler
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
)

var routes = []*route{
	{get, "/gateway", getGateway},
	{get, "/gateway/bot", getGatewayBot},

	{get, "/users/@me", getMe},
	{get, "/users/@me/guilds", getMyGuilds},
	{post, "/users/@me/channels", reading(createDM)},
	{get, "/applications/@me", getApplication},

	{get, "/applications/{app}/commands", listCommands},
	{put, "/applications/{app}/commands", reading(overwriteCommands)},

	{get, "/applications/{app}/emojis", listEmoji},
	{post, "/applications/{app}/emojis", reading(createEmoji)},
	{del, "/applications/{app}/emojis/{emoji}", deleteEmoji},

	{post, "/interactions/{interaction}/{token}/callback", reading(answerInteraction)},
	{post, "/webhooks/{app}/{token}", reading(createFollowup)},
	{patch, "/webhooks/{app}/{token}/messages/{message}", reading(editHookMessage)},

	{get, "/channels/{channel}", getChannel},
	{patch, "/channels/{channel}", reading(editThread)},
	{get, "/channels/{channel}/messages", listMessages},
	{post, "/channels/{channel}/messages", reading(createMessage)},
	{patch, "/channels/{channel}/messages/{message}", reading(editMessage)},
	{del, "/channels/{channel}/messages/{message}", deleteMessage},
	{post, "/channels/{channel}/messages/{message}/threads", reading(startThread)},
	{post, "/channels/{channel}/threads", reading(startPost)},

	{get, "/guilds/{guild}", inGuild(getGuild)},
	{get, "/guilds/{guild}/channels", inGuild(listChannels)},
	{get, "/guilds/{guild}/threads/active", inGuild(listThreads)},
	{get, "/guilds/{guild}/members/{user}", inGuild(getMember)},
}

// knows reports whether there is a route. The router would redirect paths that are not clean.
func (a *API) knows(method string, at *url.URL) bool {
	_, pattern := a.mux.Handler(&http.Request{Method: method, URL: at})
	return pattern != "" && path.Clean(at.Path) == at.Path
}

var unknownRoute = &wire.Refusal{Status: http.StatusNotFound, Message: "404: Not Found", UnknownRoute: true}
