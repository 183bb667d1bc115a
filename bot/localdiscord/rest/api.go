// Package rest is what the bot uses of Discord's REST API. Requests for anything else are
// refused and recorded, never silently accepted.
package rest

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"amytis/bot/localdiscord/gateway"
	"amytis/bot/localdiscord/traffic"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

// API answers the requests of a bot, each while nothing else changes in the world.
type API struct {
	Faults  RequestFaults
	state   *world.State
	gateway *gateway.Gateway
	mux     http.ServeMux
	rates   rates
}

func New(state *world.State, g *gateway.Gateway) *API {
	a := &API{state: state, gateway: g,
		rates: rates{enforce: state.EnforceRate, channels: map[bucket]*traffic.Window{}}}
	for _, to := range routes {
		a.mux.HandleFunc(to.method+" "+apiPath+to.pattern, func(w http.ResponseWriter, r *http.Request) {
			a.serve(w, r, to)
		})
	}
	return a
}

func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	// The mux would redirect paths that are not clean.
	_, known := a.mux.Handler(&http.Request{Method: r.Method, URL: r.URL})
	if known != "" && path.Clean(r.URL.Path) == r.URL.Path {
		a.mux.ServeHTTP(w, r)
	} else {
		a.serve(w, r, &route{})
	}
}

const apiPath = "/api/v10"

func (a *API) serve(w http.ResponseWriter, r *http.Request, to *route) {
	c := &call{API: a, r: r, arrived: time.Now(), route: to, path: strings.TrimPrefix(r.URL.Path, apiPath)}
	var refusal *wire.Refusal
	c.payload, c.files, refusal = readBody(w, r)
	c.hit = a.Faults.Match(r.Method, c.path)
	if hit := c.hit; hit != nil {
		hit.Wait(r.Context())
		if scripted := hit.Refusal(); scripted != nil {
			c.answer(w, nil, scripted)
			return
		}
		if hit.Banned {
			w.Header().Set("Retry-After", strconv.Itoa(int(hit.RetryAfter.Seconds())))
			http.Error(w, "error code: 1015", http.StatusTooManyRequests)
			return
		}
		if hit.DropRequest {
			c.record(0, nil, nil)
			panic(http.ErrAbortHandler)
		}
	}
	var answer any
	if refusal == nil {
		answer, refusal = c.handle()
	}
	if c.hit != nil && c.hit.DropReply {
		c.record(0, nil, refusal)
		panic(http.ErrAbortHandler)
	}
	c.answer(w, answer, refusal)
}

func (c *call) handle() (answer any, refusal *wire.Refusal) {
	if c.route.method != c.r.Method {
		return nil, unknownRoute
	}
	if !c.route.open() && (c.r.Header.Get("Authorization") != "Bot "+c.state.BotToken || c.gateway.TokenReset()) {
		return nil, &wire.Refusal{Status: http.StatusUnauthorized, Message: "401: Unauthorized",
			Excused: c.gateway.TokenReset()}
	}
	if refusal := c.rates.check(c.bucket(), c.route.open(), c.state.Now()); refusal != nil {
		return nil, refusal
	}
	c.state.WithWorld(func(w *world.World) {
		c.world = w
		if c.route.find != nil {
			refusal = c.route.find(c)
		}
		if refusal == nil {
			answer, refusal = c.route.handle(c)
		}
	})
	return answer, refusal
}

func (c *call) answer(w http.ResponseWriter, body any, refusal *wire.Refusal) {
	status := cmp.Or(c.route.status, http.StatusOK)
	if m, is := body.(*wire.Message); is && m != nil {
		body = m.Sent()
	}
	if refusal != nil {
		status, body = refusal.Status, refusal.Body()
	}
	h := w.Header()
	c.rates.setHeaders(h, c.bucket(), refusal, c.state.Now())
	var out []byte
	if body == nil {
		status = http.StatusNoContent
	} else {
		out = wire.Encode(body)
		h.Set("Content-Type", "application/json")
	}
	w.WriteHeader(status)
	_, _ = w.Write(out) // the bot may be gone
	c.record(status, out, refusal)
}

func (c *call) record(status int, answer []byte, refusal *wire.Refusal) {
	e := traffic.Entry{At: c.state.Now(), Took: time.Since(c.arrived), Kind: "rest", Name: c.r.Method, Path: c.path,
		Status: status, Body: c.payload, Answer: answer}
	if c.hit != nil {
		e.Fault = c.hit.String()
	}
	if refusal != nil {
		e.Refusal = refusal.Error()
		c.rates.countRefusal(refusal.Status, c.state.Now())
		c.state.Logger.Debug("refused a request", slog.String("method", c.r.Method), slog.String("path", traffic.Conceal(c.path)),
			slog.Int("status", status), slog.String("refusal", e.Refusal))
		kind := traffic.Refused
		if refusal.UnknownRoute {
			kind = traffic.UnknownRoute
		}
		if !refusal.Excused && (c.hit == nil || refusal.UnknownRoute) {
			c.state.Traffic.Violate(traffic.Violation{Kind: kind, Code: refusal.Code,
				Request: c.r.Method + " " + traffic.Conceal(c.path), Detail: e.Refusal})
		}
	}
	c.state.Traffic.Add(e)
}

// call is one request on its way through a handler.
type call struct {
	*API
	r       *http.Request
	route   *route
	path    string // without apiPath
	payload []byte // the JSON body, or payload_json of a multipart one
	files   []wire.Upload
	arrived time.Time
	hit     *Armed // the fault that happens to the request, so what follows is not the bot's fault

	world *world.World
	// What the route finds by the path.
	guild   *world.Guild
	channel *world.Channel
	message *wire.Message
	in      *world.Interaction
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

func checked(body any) *wire.Refusal {
	var t wire.Problems
	t.Check("", body)
	return t.Refusal()
}

func (c *call) param(name string) string { return c.r.PathValue(name) }

func (c *call) query(name string) string { return c.r.URL.Query().Get(name) }

func (c *call) may(p wire.Permissions) bool { return c.channel.May(c.world.Bot.ID, p) }

func (c *call) bucket() bucket { return bucket{c.r.Method + " " + c.route.pattern, c.param("channel")} }

// https://discord.com/developers/docs/reference#uploading-files
const maxRequestSize = 25 << 20

func readBody(w http.ResponseWriter, r *http.Request) (payload []byte, files []wire.Upload, refusal *wire.Refusal) {
	raw, err := readAll(http.MaxBytesReader(w, r.Body, maxRequestSize), r.ContentLength)
	if err != nil {
		var tooLarge *http.MaxBytesError
		if errors.As(err, &tooLarge) {
			return nil, nil, wire.Refuse(http.StatusRequestEntityTooLarge, wire.CodeTooLarge,
				"Request entity too large")
		}
		// The bot was killed, which breaks no rule.
		panic(http.ErrAbortHandler)
	}
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch {
	case len(raw) == 0:
		return nil, nil, nil
	case err == nil && kind == "application/json":
		return raw, nil, nil
	case err == nil && kind == "multipart/form-data":
		payload, files, err = splitMultipart(raw, params["boundary"])
		if err != nil {
			return nil, nil, wire.InvalidField("", "MULTIPART", "%s", err.Error())
		}
		return payload, files, nil
	}
	return nil, nil, wire.InvalidField("", "CONTENT_TYPE_INVALID",
		"Expected \"Content-Type\" header to be one of {'application/json', 'multipart/form-data'}.")
}

// readAll is io.ReadAll for about size bytes, for which it makes room at once: pictures are large.
func readAll(r io.Reader, size int64) ([]byte, error) {
	all := bytes.NewBuffer(make([]byte, 0, min(max(size, 0), maxRequestSize)+bytes.MinRead))
	_, err := all.ReadFrom(r)
	return all.Bytes(), err
}

// readAhead is more than what package mime/multipart reads before it is asked.
const readAhead = 8 << 10

func splitMultipart(raw []byte, boundary string) (payload []byte, files []wire.Upload, err error) {
	unread := bytes.NewReader(raw)
	for parts := multipart.NewReader(unread, boundary); ; {
		part, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			return payload, files, nil
		}
		if err != nil {
			return nil, nil, err
		}
		if part.FormName() == "payload_json" {
			if payload, err = io.ReadAll(part); err != nil {
				return nil, nil, err
			}
			continue
		}
		data, err := readAll(part, int64(unread.Len()+readAhead))
		if err != nil {
			return nil, nil, err
		}
		key, opened := strings.CutPrefix(part.FormName(), "files[")
		key, closed := strings.CutSuffix(key, "]")
		switch {
		case !opened || !closed:
			return nil, nil, fmt.Errorf("a part named %q: files are files[n]", part.FormName())
		case slices.ContainsFunc(files, func(f wire.Upload) bool { return f.Key == key }):
			return nil, nil, fmt.Errorf("files[%s] twice", key)
		case part.FileName() == "":
			return nil, nil, fmt.Errorf("files[%s] has no filename", key)
		}
		files = append(files, wire.Upload{Key: key, Filename: part.FileName(),
			ContentType: part.Header.Get("Content-Type"), Data: data})
	}
}
