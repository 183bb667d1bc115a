package rest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"
)

// Request is made with To.
type Request struct {
	Method string
	Route  string   // the path below /api/v10, with placeholders for IDs and tokens, as errors name it
	IDs    []string // for the placeholders
	// Bucket names the lane in which requests wait for each other, "" for the route's and the first
	// ID's. What Discord counts together is shared between lanes.
	Bucket string
	Turn   Turn // when it is made while others wait for the limit of the whole bot
	Query  string
	Body   *Body // nil for none
	JSON   any   // is the body as JSON, unless it is nil
	// Repeatable says that it may be sent twice: by net/http, if the server closed the connection.
	Repeatable bool
}

// Turn is when a request is made while others wait.
type Turn int

const (
	InLine Turn = iota // after those that have waited longer
	First              // for what the bot needs to connect at all
	IfFree             // within spareTime or not at all, for what only helps
)

// spareTime is shorter than what waits in line has to wait, when many do.
const spareTime = 50 * time.Millisecond

func To(method, route string, ids ...string) Request {
	return Request{Method: method, Route: route, IDs: ids, Repeatable: method != http.MethodPost}
}

// Name contains no ID and no token.
func (q Request) Name() string { return q.Method + " " + q.Route }

func (q Request) limit() string {
	if q.Bucket != "" || len(q.IDs) == 0 {
		return cmp.Or(q.Bucket, q.Name())
	}
	return q.Name() + " " + q.IDs[0]
}

var placeholder = regexp.MustCompile(`\{\w+\}`)

// path returns the route with its IDs, which an error does not tell: one may be a token.
func (q Request) path() (path string, err error) {
	ids := q.IDs
	path = placeholder.ReplaceAllStringFunc(q.Route, func(name string) (id string) {
		if len(ids) > 0 {
			id, ids = ids[0], ids[1:]
		}
		if id == "" || id == "." || id == ".." || strings.ContainsAny(id, "/?#%\\ ") {
			err = fmt.Errorf("rest: %s: the %s is missing or not valid", q.Name(), strings.Trim(name, "{}"))
		}
		return id
	})
	return path, err
}

type Body struct {
	Data        []byte
	ContentType string
}

func JSON(v any) (*Body, error) {
	data, err := json.Marshal(v)
	return &Body{data, "application/json"}, err
}

// Object is an answer of which only the ID matters. discordgo would take long to decode the rest,
// and fail at a component that it does not know.
type Object struct {
	ID string `json:"id"`
}
