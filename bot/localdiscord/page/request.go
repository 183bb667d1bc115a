package page

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"

	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/wire"
)

type refusal struct {
	status int
	Why    string `json:"why"`
}

func (r *refusal) Error() string { return r.Why }

const maxRequest = 256 << 10

// as serves the person that a request acts as: ?as=ana.
func (p *Page) as(serve func(*localdiscord.User, http.ResponseWriter, *http.Request)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := r.URL.Query().Get("as")
		if u := p.discord.UserNamed(name); u != nil {
			serve(u, w, r)
			return
		}
		p.reply(w, nil, &refusal{http.StatusNotFound, fmt.Sprintf("nobody here is called %q", name)})
	})
}

func (p *Page) reader(answer func(*localdiscord.User, *http.Request) (any, error)) http.Handler {
	return p.as(func(u *localdiscord.User, w http.ResponseWriter, r *http.Request) {
		body, err := answer(u, r)
		p.reply(w, body, err)
	})
}

func actor[T any](p *Page, do func(*localdiscord.User, *http.Request, T) (any, error)) http.Handler {
	return p.reader(func(u *localdiscord.User, r *http.Request) (any, error) {
		// A form of another site cannot have this type.
		if kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); kind != "application/json" {
			return nil, &refusal{http.StatusUnsupportedMediaType, "the request must be JSON"}
		}
		var body T
		dec := json.NewDecoder(http.MaxBytesReader(nil, r.Body, maxRequest))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&body); err != nil {
			return nil, &refusal{http.StatusBadRequest, "the request cannot be read"}
		}
		return do(u, r, body)
	})
}

// reply answers with JSON. If a person may not do something, the answer says why in words.
func (p *Page) reply(w http.ResponseWriter, body any, err error) {
	status := http.StatusOK
	var refused *refusal
	var impossible *localdiscord.RefusedError
	switch {
	case err == nil:
	case errors.As(err, &refused):
		status, body = refused.status, refused
	case errors.As(err, &impossible):
		// The page only asks for what it shows. So the world has changed meanwhile, which is no
		// error.
		body = outcome{Kind: "refused", Failure: impossible.Why}
	default:
		status, body = http.StatusInternalServerError, &refusal{Why: "something went wrong"}
		p.log.Warn("a request of the page failed", slog.Any("err", err))
	}
	raw := wire.Encode(body)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(raw) // a browser that went away misses nothing
}
