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
	// Route is the path below /api/v10, with placeholders for IDs and tokens. Errors and logs name
	// it.
	Route string
	IDs   []string // for the placeholders
	// Bucket names the lane in which requests wait for each other, "" for the route's and the first
	// ID's. What Discord counts together is shared between lanes.
	Bucket string
	// Turn says when the request is made while others wait for the limit of the whole bot.
	Turn  Turn
	Query string
	Body  *Body // nil for none
	JSON  any   // is the body as JSON, unless it is nil
	// Repeatable says that sending it twice has the same effect as once, so net/http may retry it
	// when the server has just closed the connection.
	Repeatable bool
}

// Turn is when a request is made while others wait.
type Turn int

const (
	// InLine is after those that have waited longer.
	InLine Turn = iota
	// First is for what the bot needs to connect at all.
	First
	// IfFree is within spareTime or not at all, for what only helps.
	IfFree
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

// Object is an answer of which only the ID matters. Decoding the rest with discordgo would cost
// time. It would also fail at a component that discordgo does not know, although the request was
// accepted.
type Object struct {
	ID string `json:"id"`
}
