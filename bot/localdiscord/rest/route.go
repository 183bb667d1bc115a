package rest

import (
	"net/http"
	"strings"
)

type route struct {
	method  string
	pattern string
	handle  handler
	// open routes need no bot token: the token in their path is enough.
	open bool
	// exempt routes do not count against the 50 requests a second.
	exempt bool

	steps []string
}

var routes = routeTable{}

// routeTable has routes by the number of steps in their path.
type routeTable map[int][]*route

func (t routeTable) add(method, pattern string, handle handler) *route {
	r := &route{method: method, pattern: pattern, handle: handle, steps: strings.Split(pattern, "/")[1:]}
	t[len(r.steps)] = append(t[len(r.steps)], r)
	return r
}

func (t routeTable) addOpen(method, pattern string, handle handler) {
	r := t.add(method, pattern, handle)
	r.open, r.exempt = true, true
}

func init() {
	const get, post, put = http.MethodGet, http.MethodPost, http.MethodPut
	const patch, del = http.MethodPatch, http.MethodDelete
	routes.add(get, "/gateway", getGateway).open = true
	routes.add(get, "/gateway/bot", getGatewayBot)

	routes.add(get, "/users/@me", locked(getMe))
	routes.add(get, "/users/@me/guilds", locked(getMyGuilds))
	routes.add(post, "/users/@me/channels", createDM)
	routes.add(get, "/applications/@me", locked(getApplication))

	for _, scope := range []string{"/applications/{app}/commands", "/applications/{app}/guilds/{guild}/commands"} {
		routes.add(get, scope, locked(listCommands))
		routes.add(put, scope, overwriteCommands)
	}

	routes.add(get, "/applications/{app}/emojis", locked(listEmoji))
	routes.add(post, "/applications/{app}/emojis", createEmoji)
	routes.add(del, "/applications/{app}/emojis/{emoji}", locked(deleteEmoji))

	routes.addOpen(post, "/interactions/{interaction}/{token}/callback", answerInteraction)
	routes.addOpen(post, "/webhooks/{app}/{token}", createFollowup)
	routes.addOpen(patch, "/webhooks/{app}/{token}/messages/{message}", editHookMessage)

	routes.add(get, "/channels/{channel}", locked(getChannel))
	routes.add(patch, "/channels/{channel}", editThread)
	routes.add(get, "/channels/{channel}/messages", listMessages)
	routes.add(post, "/channels/{channel}/messages", createMessage)
	routes.add(patch, "/channels/{channel}/messages/{message}", editMessage)
	routes.add(del, "/channels/{channel}/messages/{message}", locked(deleteMessage))

	routes.add(post, "/channels/{channel}/messages/{message}/threads", startThread)

	routes.add(get, "/guilds/{guild}", locked(getGuild))
	routes.add(get, "/guilds/{guild}/channels", locked(listChannels))
	routes.add(get, "/guilds/{guild}/members/{user}", locked(getMember))
}

// findRoute returns nil if there is no such route. Of two that match the first wins.
func findRoute(method, path string) (*route, map[string]string) {
	steps := strings.Split(path, "/")[1:]
	for _, r := range routes[len(steps)] {
		if r.method == method && r.fits(steps) {
			return r, r.params(steps)
		}
	}
	return nil, nil
}

// known reports whether a path is served for any method.
func known(path string) bool {
	steps := strings.Split(path, "/")[1:]
	for _, r := range routes[len(steps)] {
		if r.fits(steps) {
			return true
		}
	}
	return false
}

func (r *route) fits(steps []string) bool {
	for i, want := range r.steps {
		if want[0] == '{' {
			if steps[i] == "" {
				return false
			}
			continue
		}
		if steps[i] != want {
			return false
		}
	}
	return true
}

func (r *route) params(steps []string) map[string]string {
	params := make(map[string]string, 2)
	for i, want := range r.steps {
		if want[0] == '{' {
			params[want[1:len(want)-1]] = steps[i]
		}
	}
	return params
}
