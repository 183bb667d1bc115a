package rest

import (
	"net/http"
	"strconv"
	"time"

	"amytis/bot/localdiscord/body"
	"amytis/bot/localdiscord/rate"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

// call is one request on its way through a handler.
type call struct {
	*API
	r       *http.Request
	route   *route            // nil if there is none
	path    string            // without /api/v9
	params  map[string]string // the values of {name} in the route's pattern
	payload []byte            // the JSON body, or payload_json of a multipart one
	files   []body.File
	arrived time.Time
	faulty  bool // hit by a scripted fault, so what follows is not the bot's fault
}

// reply is what a handler answers. Without a body it is a 204.
type reply struct {
	status int
	body   any
}

func ok(body any) (reply, *wire.Refusal) { return reply{http.StatusOK, body}, nil }

func noContent() (reply, *wire.Refusal) { return reply{status: http.StatusNoContent}, nil }

func refused(refusal *wire.Refusal) (reply, *wire.Refusal) { return reply{}, refusal }

type handler func(c *call) (reply, *wire.Refusal)

func locked(do func(c *call, w *world.World) (reply, *wire.Refusal)) handler {
	return func(c *call) (reply, *wire.Refusal) {
		return c.locked(func(w *world.World) (reply, *wire.Refusal) { return do(c, w) })
	}
}

func (c *call) locked(do func(w *world.World) (reply, *wire.Refusal)) (answer reply, refusal *wire.Refusal) {
	c.State.With(func(w *world.World) { answer, refusal = do(w) })
	return answer, refusal
}

func (c *call) param(name string) string { return c.params[name] }

// userID takes "@me" for the bot.
func (c *call) userID() string {
	if id := c.param("user"); id != "@me" {
		return id
	}
	return world.BotID
}

func (c *call) query(name string) string { return c.r.URL.Query().Get(name) }

// limit reads how many objects are wanted.
func (c *call) limit(otherwise, most int) (int, *wire.Refusal) {
	text := c.query("limit")
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > most {
		return 0, wire.InvalidField("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and %d.", most)
	}
	return n, nil
}

func (c *call) rated() rate.Request {
	if c.route == nil {
		return rate.Request{}
	}
	return rate.Request{Method: c.r.Method, Pattern: c.route.pattern, Channel: c.param("channel"),
		Exempt: c.route.exempt}
}
