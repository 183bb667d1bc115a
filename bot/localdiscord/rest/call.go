package rest

import (
	"net/http"
	"time"

	"amytis/bot/localdiscord/body"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

// call is one request on its way through a handler.
type call struct {
	*API
	r       *http.Request
	route   *route
	path    string // without apiPath
	payload []byte // the JSON body, or payload_json of a multipart one
	files   []body.File
	arrived time.Time
	hit     *Armed // the fault that happens to the request, so what follows is not the bot's fault

	world *world.World
	// What the path names, as far as the route finds it.
	guild    *world.Guild
	channel  *world.Channel
	message  *wire.Message
	in       *world.Interaction
	progress *world.Progress
}

// handler returns the answer as what to write as JSON, or nil for none.
type handler func(c *call) (any, *wire.Refusal)

// reading decodes the body.
func reading[B any](do func(*call, *B) (any, *wire.Refusal)) handler {
	return func(c *call) (any, *wire.Refusal) {
		var b B
		if refusal := wire.Decode(c.payload, &b); refusal != nil {
			return nil, refusal
		}
		return do(c, &b)
	}
}

// checked returns what is wrong with a body by its limits, or nil.
func checked(body any) *wire.Refusal {
	var t wire.Problems
	t.Check("", body)
	return t.Refusal()
}

func (c *call) param(name string) string { return c.r.PathValue(name) }

func (c *call) query(name string) string { return c.r.URL.Query().Get(name) }

// may reports whether the bot has permissions in the channel.
func (c *call) may(p wire.Permissions) bool { return c.channel.May(c.world.Bot.ID, p) }

func (c *call) bucket() bucket { return bucket{c.r.Method + " " + c.route.pattern, c.param("channel")} }
