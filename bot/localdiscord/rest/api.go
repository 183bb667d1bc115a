// Package rest is Discord's REST API, as far as a game bot uses it. Requests for anything else are
// refused and recorded, never silently accepted.
package rest

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"amytis/bot/localdiscord/cdn"
	"amytis/bot/localdiscord/fault"
	"amytis/bot/localdiscord/interaction"
	"amytis/bot/localdiscord/rate"
	"amytis/bot/localdiscord/schema"
	"amytis/bot/localdiscord/traffic"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

type Config struct {
	Token     string // what the Authorization header must be
	PublicKey string // of the application
	// Gateway tells a bot on so many guilds about the gateway.
	Gateway    func(guilds int) wire.GatewayBot
	TokenReset func() bool // whether the token is no longer accepted

	State        *world.State
	Interactions *interaction.Registry
	Files        *cdn.Store
	Schemas      *schema.Description // nil: bodies are only checked against the documented limits
	Traffic      *traffic.Log
	Faults       *fault.Requests
	Rates        *rate.Limits
	Now          func() time.Time
	Log          *slog.Logger
}

type API struct{ Config }

func New(config Config) *API { return &API{config} }

func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c := &call{API: a, r: r, arrived: time.Now()}
	path, versioned := apiPath(r.URL.Path)
	c.path = path
	c.route, c.params = findRoute(r.Method, path)
	payload, files, refusal := readBody(w, r)
	c.payload, c.files = payload, files

	hit := a.Faults.Match(r.Method, path)
	if hit != nil {
		c.faulty = true
		hit.Wait(r.Context())
		if scripted := hit.Refusal(); scripted != nil {
			c.answer(w, reply{}, scripted, hit)
			return
		}
		if hit.DropRequest {
			c.record(0, nil, nil, hit)
			panic(http.ErrAbortHandler)
		}
	}
	var answer reply
	if refusal == nil {
		answer, refusal = c.handle(versioned)
	}
	if hit != nil && hit.DropReply {
		c.record(0, nil, refusal, hit)
		// Aborting closes the connection without a byte: the bot cannot know that its request was
		// carried out.
		panic(http.ErrAbortHandler)
	}
	c.answer(w, answer, refusal, hit)
}

func apiPath(path string) (rest string, ok bool) {
	for _, prefix := range []string{"/api/v9/", "/api/v10/"} {
		if rest, found := strings.CutPrefix(path, prefix); found {
			return "/" + rest, true
		}
	}
	return path, false
}

func (c *call) handle(versioned bool) (reply, *wire.Refusal) {
	if !versioned {
		return reply{}, unknownRoute(http.StatusNotFound)
	}
	if c.route == nil {
		if known(c.path) {
			return reply{}, unknownRoute(http.StatusMethodNotAllowed)
		}
		return reply{}, unknownRoute(http.StatusNotFound)
	}
	if !c.route.open && (c.r.Header.Get("Authorization") != c.Token || c.TokenReset()) {
		return reply{}, &wire.Refusal{Status: http.StatusUnauthorized, Message: "401: Unauthorized", Excused: c.TokenReset()}
	}
	if refusal := c.Rates.Check(c.rated(), c.Now()); refusal != nil {
		return reply{}, refusal
	}
	return c.route.handle(c)
}

func unknownRoute(status int) *wire.Refusal {
	message := "404: Not Found"
	if status == http.StatusMethodNotAllowed {
		message = "405: Method Not Allowed"
	}
	return &wire.Refusal{Status: status, Message: message, UnknownRoute: true}
}

func (c *call) answer(w http.ResponseWriter, answer reply, refusal *wire.Refusal, hit *fault.Armed) {
	status, body := answer.status, answer.body
	if refusal != nil {
		status, body = refusal.Status, refusal.Body()
	}
	h := w.Header()
	c.Rates.Headers(h, c.rated(), refusal, c.Now())
	if body == nil {
		c.checkAnswer(status, nil)
		w.WriteHeader(status)
		c.record(status, nil, refusal, hit)
		return
	}
	out, err := json.Marshal(body)
	if err != nil {
		c.Log.Error("cannot write an answer as JSON", slog.String("path", c.path), slog.Any("err", err))
		status, out = http.StatusInternalServerError, []byte(`{"message":"500: Internal Server Error","code":0}`)
	}
	c.checkAnswer(status, out)
	h.Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(out) // the bot may be gone
	c.record(status, out, refusal, hit)
}

// checkAnswer records an answer that Discord would not give. That is a fault of this Discord, not
// of the bot.
func (c *call) checkAnswer(status int, payload []byte) {
	if c.route == nil {
		return
	}
	if err := c.Schemas.CheckAnswer(c.r.Method, c.route.pattern, status, payload); err != nil {
		c.Traffic.Violate(traffic.Violation{At: c.Now(), Kind: traffic.BadAnswer,
			Request: c.r.Method + " " + redact(c.path), Detail: err.Error()})
	}
}

func (c *call) record(status int, answer []byte, refusal *wire.Refusal, hit *fault.Armed) {
	if refusal != nil && !refusal.Excused && (!c.faulty || refusal.UnknownRoute) {
		c.Traffic.Violate(traffic.Violation{At: c.Now(), Kind: traffic.KindOf(refusal), Code: refusal.Code,
			Request: c.r.Method + " " + redact(c.path), Detail: refusal.Error()})
	}
	if refusal != nil {
		c.Rates.CountRefusal(refusal.Status, c.Now())
		c.Log.Debug("refused a request", slog.String("method", c.r.Method), slog.String("path", redact(c.path)),
			slog.Int("status", status), slog.String("refusal", refusal.Error()))
	}
	if !c.Traffic.Wanted() {
		return
	}
	e := traffic.Entry{At: c.Now(), Took: time.Since(c.arrived), Kind: "rest", Name: c.r.Method, Path: c.path,
		Status: status, Body: traffic.Cut(c.payload), Answer: traffic.Cut(answer)}
	if refusal != nil {
		e.Refusal = refusal.Error()
	}
	if hit != nil {
		e.Fault = hit.String()
	}
	c.Traffic.Add(e)
}

// redact removes the tokens of interactions from a path.
func redact(path string) string {
	parts := strings.Split(path, "/")
	if len(parts) > 3 && (parts[1] == "interactions" || parts[1] == "webhooks") {
		parts[3] = "token"
	}
	return strings.Join(parts, "/")
}
