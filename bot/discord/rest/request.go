package rest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// Request is one HTTP request to Discord. Make it with To.
type Request struct {
	Method string
	// Route is the path below /api/v10, with placeholders for IDs and tokens. Errors and logs name
	// it.
	Route string
	IDs   []string // for the placeholders
	// Bucket names the rate limit, "" for that of the route and the first ID.
	Bucket string
	Query  string
	Body   *Body // nil for none
	JSON   any   // is the body as JSON, unless it is nil
	// Repeatable says that sending a POST twice has the same effect as once; it is true of all
	// other
	// methods. net/http may then retry it when the server has just closed the connection.
	Repeatable bool
}

// To returns a request for a route.
func To(method, route string, ids ...string) Request {
	return Request{Method: method, Route: route, IDs: ids, Repeatable: method != http.MethodPost}
}

// Name returns the method and the route, which contain no ID and no token.
func (q Request) Name() string { return q.Method + " " + q.Route }

func (q Request) limit() string {
	if q.Bucket != "" || len(q.IDs) == 0 {
		return cmp.Or(q.Bucket, q.Name())
	}
	return q.Name() + " " + q.IDs[0]
}

// path returns the route with its IDs. An ID may be a token, so the error does not tell it.
func (q Request) path() (string, error) {
	var path strings.Builder
	rest, ids := q.Route, q.IDs
	for {
		part, after, more := strings.Cut(rest, "{")
		path.WriteString(part)
		if !more {
			return path.String(), nil
		}
		var name string
		name, rest, _ = strings.Cut(after, "}")
		if len(ids) == 0 || !isPathSafe(ids[0]) {
			return "", fmt.Errorf("rest: %s: the %s is missing or not valid", q.Name(), name)
		}
		path.WriteString(ids[0])
		ids = ids[1:]
	}
}

// isPathSafe reports whether an ID can be put into a path.
func isPathSafe(id string) bool {
	return id != "" && !strings.ContainsAny(id, "/?#%\\ ") && id != "." && id != ".."
}

// Body is the body of a request.
type Body struct {
	Data        []byte
	ContentType string
}

// JSONType is the type of a body that JSON returns.
const JSONType = "application/json"

// JSON returns v as a body.
func JSON(v any) (*Body, error) {
	data, err := json.Marshal(v)
	return &Body{data, JSONType}, err
}

// Object is an answer of which only the ID matters. Decoding the rest with discordgo would cost
// time. It would also fail at a component that discordgo does not know, although the request was
// accepted.
type Object struct {
	ID string `json:"id"`
}
