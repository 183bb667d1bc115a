// Package localdiscord is a Discord on this machine: the part of Discord's REST API and gateway
// that this bot's client uses, served over loopback and as strict as Discord itself. End-to-end
// tests run the bot against it, and people can play without an account. It serves no other client,
// imports nothing of the bot, and knows no game.
//
// It has three sides:
//
//   - The bot's side is HTTP and a websocket ([Server.URL], [Server.Token]). Interactions come by
//     the websocket, or by HTTP after [Server.SetEndpoint]. Bodies are checked against the limits
//     in Discord's documentation. What the bot does wrong is answered as Discord does, and kept in
//     [Server.Violations].
//   - The people's side is [User]: a person who can do what a person can do in a Discord client and
//     nothing else. A disabled button cannot be pressed, an ephemeral message for another user
//     cannot be seen.
//   - The script's side is [Faults]: lost replies, rate limits, silent gateways, duplicated and
//     reordered events.
//
// What happens can be stored in a file ([Server.KeepIn]) and watched ([Server.Watch]). The package
// page shows it in a browser.
//
// Voice, reactions, polls, stickers, file uploads in forms, webhooks except for interactions, and
// everything about moderation are missing. A request for something missing is refused and recorded,
// never silently accepted.
//
// The documentation followed is https://discord.com/developers/docs (API v10).
package localdiscord

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"path"
	"strings"
	"sync/atomic"
	"time"

	"amytis/bot/localdiscord/gateway"
	"amytis/bot/localdiscord/keep"
	"amytis/bot/localdiscord/rest"
	"amytis/bot/localdiscord/traffic"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

// Server is one Discord. Many can run side by side.
type Server struct {
	*world.State
	*gateway.Gateway
	stop   func() error
	closed atomic.Bool
	api    *rest.API
	faults Faults
	file   *keep.File // nil: everything ends with the process
}

// Start serves an empty world: no guilds, no users but the bot.
func Start(options Options) (*Server, error) {
	listener := options.Listener
	if listener == nil {
		var err error
		if listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
			return nil, fmt.Errorf("localdiscord: %w", err)
		}
	}
	s := &Server{State: world.New(options, "http://"+listener.Addr().String())}
	s.Gateway = gateway.New(s.State)
	s.api = rest.New(s.State, s.Gateway)
	s.faults = Faults{&s.api.Faults, s.Gateway.Faults()}
	s.stop = Serve(listener, http.HandlerFunc(s.serve), 0, s.Logger)
	return s, nil
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Date", s.Now().UTC().Format(http.TimeFormat))
	switch {
	case strings.HasPrefix(r.URL.Path, "/gateway"):
		s.serveGateway(w, r)
	case strings.HasPrefix(r.URL.Path, emojiFolder):
		s.ServeEmoji(w, r)
	default:
		s.api.ServeHTTP(w, r)
	}
}

func (s *Server) serveGateway(w http.ResponseWriter, r *http.Request) {
	hit := s.faults.Match(r.Method, r.URL.Path)
	switch {
	case hit != nil && hit.DropRequest:
		panic(http.ErrAbortHandler)
	case hit != nil && hit.Status != 0:
		http.Error(w, hit.String(), hit.Status)
	default:
		s.Gateway.ServeHTTP(w, r)
	}
}

// Close ends every connection and waits until everything has ended.
func (s *Server) Close() error {
	if s.closed.Swap(true) {
		return nil
	}
	s.Gateway.Close()
	s.State.Close()
	err := s.stop()
	s.Wait()
	if s.file != nil {
		err = errors.Join(err, s.file.Close())
	}
	return err
}

// KeepIn restores the world from a file and stores there what happens from now on, see [keep.Open].
func (s *Server) KeepIn(path string) error {
	var err error
	s.file, err = keep.Open(path, s.State)
	return err
}

// Token has the prefix "Bot ".
func (s *Server) Token() string { return "Bot " + s.BotToken }

func (s *Server) Faults() *Faults { return &s.faults }

// Log has the oldest first.
func (s *Server) Log() []traffic.Entry { return s.Traffic.Entries() }

// Violations has what the bot did and Discord refuses, see [traffic.Log.Violations].
func (s *Server) Violations(except ...int) []traffic.Violation {
	return s.Traffic.Violations(except...)
}

func (s *Server) ForgetViolations() { s.Traffic.ForgetViolations() }

// emojiFolder starts the paths of emoji: /emojis/{id}.png
// https://discord.com/developers/docs/reference#image-formatting-cdn-endpoints
const emojiFolder = "/emojis/"

// ServeEmoji answers GET /emojis/{id}.{extension} with a PNG file, whatever the extension.
func (s *Server) ServeEmoji(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, emojiFolder)
	id := strings.TrimSuffix(name, path.Ext(name))
	e := world.Read(s.State, func(w *world.World) *wire.ApplicationEmoji { return w.EmojiByID(id) })
	if e == nil || id == name || r.Method != http.MethodGet && r.Method != http.MethodHead {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "image/png")
	h.Set("Cache-Control", "max-age=86400, immutable") // the picture of an emoji never changes
	_, _ = w.Write(e.Data)                             // a reader that went away misses nothing
}

// What callers need of other packages. Permissions and the codes of refusals are in [wire], the
// kinds of violations in [traffic].
type (
	Options      = world.Options
	Guild        = world.Guild
	Channel      = world.Channel
	User         = world.User
	Args         = world.Args
	RefusedError = world.RefusedError
	Label        = world.Label
	Watch        = world.Watch
	Change       = world.Change
	Ping         = world.Ping
	Interaction  = world.Interaction
	Outcome      = world.Outcome
	Message      = wire.Message
	Component    = wire.Component
	Choice       = wire.Choice
	Modal        = wire.Modal
	Leaf         = wire.Leaf
	Traffic      = traffic.Entry
	RESTFault    = rest.Fault
	ArmedFault   = rest.Armed
	Endpoint     = gateway.Endpoint
)

const (
	Replied      = world.Replied
	Suggested    = world.Suggested
	Asked        = world.Asked
	Failed       = world.Failed
	NotResponded = world.NotResponded
	BotName      = world.BotName
)

// Faults are what goes wrong with requests and the gateway, by the script of a test.
type Faults struct {
	*rest.RequestFaults
	*gateway.Faults
}

// Clear ends all faults except a rejected token.
func (f *Faults) Clear() {
	f.RequestFaults.Clear()
	f.Faults.Clear()
}

// Down cuts the gateway and has all requests fail, until that fault is removed.
func (f *Faults) Down(by RESTFault) {
	f.REST(by)
	f.CutGateway()
}

// Serve serves HTTP until stop, which ends all connections. request is how long a client may take
// to send one, 30 s if zero, and a third of it for the header. An answer may take four times as
// long, as may the wait for the next request. Websockets have no limit.
func Serve(at net.Listener, handler http.Handler, request time.Duration, log *slog.Logger) (stop func() error) {
	request = cmp.Or(request, 30*time.Second)
	s := &http.Server{Handler: handler, ReadHeaderTimeout: request / 3, ReadTimeout: request,
		WriteTimeout: 4 * request, IdleTimeout: 4 * request, MaxHeaderBytes: 64 << 10,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug)}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := s.Serve(at); !errors.Is(err, http.ErrServerClosed) {
			log.Error("a server has stopped", slog.Any("address", at.Addr()), slog.Any("err", err))
		}
	}()
	return func() error {
		ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		defer cancel()
		err := s.Shutdown(ctx)
		if errors.Is(err, context.DeadlineExceeded) {
			err = s.Close()
		}
		<-ended
		return err
	}
}
