// Package page shows the local Discord in a browser, as a person of your choice sees it. A panel
// shows developers the traffic between the bot and Discord.
//
// The page is plain HTML, CSS and JavaScript modules, embedded into the program. Every request acts
// as a [localdiscord.User]: what that person could not see or do on Discord is not sent to the
// browser and not done. The page knows no bot.
//
// There are no accounts. A visitor can act as anybody, so the page listens on 127.0.0.1 unless told
// otherwise, and answers only requests that were meant for it (guard.go).
package page

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/wire"
)

type Options struct {
	// Request is how long a visitor may take to send a request, as for [localdiscord.Serve].
	Request time.Duration
	// Logger receives what people should know; nothing is logged if nil.
	Logger *slog.Logger
}

type Page struct {
	discord *localdiscord.Server
	log     *slog.Logger
	address net.Addr
	stop    func() error
	ending  context.Context // ends the feeds, which would go on for ever
	end     context.CancelFunc
	running sync.WaitGroup
}

// Serve shows a Discord until the page is closed, at an address from Listen.
func Serve(discord *localdiscord.Server, at net.Listener, options Options) *Page {
	p := &Page{discord: discord, log: options.Logger}
	if p.log == nil {
		p.log = slog.New(slog.DiscardHandler)
	}
	p.address = at.Addr()
	p.ending, p.end = context.WithCancel(context.Background())
	p.stop = localdiscord.Serve(at, p.handler(), options.Request, p.log)
	warning := "this is a playground without accounts, for this machine alone"
	if p.Shared() {
		warning = "this is a playground without accounts, OPEN TO THE NETWORK: every visitor can act as anybody"
	}
	p.log.Warn(warning, slog.Any("address", p.address))
	return p
}

// Listen takes an address for a page, such as 127.0.0.1:8420, or the first free one of the next
// ports. Anything but a loopback address shares the page with the network.
func Listen(addr string, next int) (net.Listener, error) {
	l, err := net.Listen("tcp", addr)
	host, port, _ := net.SplitHostPort(addr)
	for n, _ := strconv.Atoi(port); errors.Is(err, syscall.EADDRINUSE) && next > 0; next-- {
		n++
		l, err = net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(n)))
	}
	if errors.Is(err, syscall.EADDRINUSE) {
		err = fmt.Errorf("%s is taken, perhaps by another playground: close that one or listen elsewhere: %w", addr, err)
	}
	return l, err
}

// Shared reports whether other machines can reach the page.
func (p *Page) Shared() bool {
	address, is := p.address.(*net.TCPAddr)
	return !is || !address.IP.IsLoopback()
}

func (p *Page) URL() string { return p.URLs()[0] }

// URLs returns the page's address for this machine, then addresses in the network if it is shared.
func (p *Page) URLs() []string {
	host, port, err := net.SplitHostPort(p.address.String())
	address, is := p.address.(*net.TCPAddr)
	if err != nil || !is || !address.IP.IsUnspecified() {
		return []string{"http://" + net.JoinHostPort(host, port)}
	}
	urls := []string{"http://127.0.0.1:" + port}
	all, _ := net.InterfaceAddrs() // without them this machine's address is left
	for _, a := range all {
		if on, is := a.(*net.IPNet); is && on.IP.To4() != nil && !on.IP.IsLoopback() {
			urls = append(urls, "http://"+net.JoinHostPort(on.IP.String(), port))
		}
	}
	return urls
}

// Close ends every connection and waits until everything has ended.
func (p *Page) Close() error {
	p.end()
	err := p.stop()
	p.running.Wait()
	return err
}

//go:embed static
var files embed.FS

func (p *Page) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		http.ServeFileFS(w, r, files, "static/index.html")
	})
	mux.Handle("GET /static/{file}", http.FileServerFS(files))
	mux.Handle("GET /api/state", p.reader(p.state))
	mux.Handle("GET /api/messages", p.reader(p.messages))
	mux.Handle("GET /api/commands", p.reader(p.commands))
	mux.Handle("GET /api/menus", p.reader(p.menus))
	mux.Handle("GET /api/feed", p.as(p.feed))
	mux.Handle("GET /files/{message}/{attachment}", p.as(p.file))
	mux.Handle("GET /emojis/{file}", http.HandlerFunc(p.discord.ServeEmoji))
	mux.Handle("POST /api/say", actor(p, p.say))
	mux.Handle("POST /api/settings", actor(p, p.set))
	mux.Handle("POST /api/direct", actor(p, p.direct))
	mux.Handle("POST /api/dismiss", actor(p, p.dismiss))
	mux.Handle("POST /api/slash", actor(p, p.slash))
	mux.Handle("POST /api/menu", actor(p, p.menu))
	mux.Handle("POST /api/complete", actor(p, p.complete))
	mux.Handle("POST /api/press", actor(p, p.press))
	mux.Handle("POST /api/submit", actor(p, p.submit))
	mux.Handle("GET /api/developer", p.reader(p.traffic))
	return guard(mux)
}

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
		// The page only asks for what it shows, so the world has changed meanwhile.
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
