package rest

import (
	"net/http"
	"strconv"
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
	faulty  bool // hit by a scripted fault, so what follows is not the bot's fault

	world *world.World
}

// handler returns the answer as what to write as JSON, or nil for none.
type handler func(c *call) (any, *wire.Refusal)

// created is the answer of a handler that has made an object.
type created struct{ object any }

// reading decodes the body before anything else.
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

func (c *call) bucket() bucket { return bucket{c.r.Method, c.route.pattern, c.param("channel")} }
