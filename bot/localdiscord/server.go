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
	*Driver
	stop   func() error
	closed atomic.Bool

	gateway *gateway.Gateway
	api     *rest.API
	faults  Faults
	file    *keep.File // nil: everything ends with the process
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
	s := &Server{Driver: &Driver{world.New(options, "http://"+listener.Addr().String())}}
	s.gateway = gateway.New(s.state)
	s.api = rest.New(s.state, s.gateway)
	s.faults = Faults{&s.api.Faults, s.gateway.Faults()}
	s.stop = Serve(listener, http.HandlerFunc(s.serve), 0, s.state.Logger)
	return s, nil
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Date", s.state.Now().UTC().Format(http.TimeFormat))
	path := r.URL.Path
	switch {
	case strings.HasPrefix(path, "/gateway"):
		s.serveGateway(w, r)
	case strings.HasPrefix(path, emojiFolder):
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
		s.gateway.ServeHTTP(w, r)
	}
}

// Close ends every connection and waits until everything has ended.
func (s *Server) Close() error {
	if s.closed.Swap(true) {
		return nil
	}
	s.gateway.Close()
	s.state.Close()
	err := s.stop()
	s.gateway.Wait()
	if s.file != nil {
		err = errors.Join(err, s.file.Close())
	}
	return err
}

// KeepIn restores the world from a file and stores there what happens from now on, see [keep.Open].
func (s *Server) KeepIn(path string) error {
	var err error
	s.file, err = keep.Open(path, s.state)
	return err
}

// URL is http://host:port.
func (s *Server) URL() string { return s.state.URL }

// Token has the prefix "Bot ".
func (s *Server) Token() string { return "Bot " + s.state.BotToken }

// BotID is also the ID of the application.
func (s *Server) BotID() string { return s.state.BotID() }

// BotPresence is what stands below the bot's name.
func (s *Server) BotPresence() string {
	return world.Read(s.state, func(w *world.World) string { return w.Bot.Presence })
}

func (s *Server) Faults() *Faults { return &s.faults }

func (s *Server) Sessions() int { return s.gateway.Sessions() }

// Identifies returns how often a bot has identified itself. Beyond 1,000 times a day Discord resets
// the token.
func (s *Server) Identifies() int { return s.gateway.Identifies() }

// GiveUpInteractions tells everybody at once that the bot, which has died, did not respond.
func (s *Server) GiveUpInteractions() {
	s.state.WithWorld(func(w *world.World) { w.GiveUpInteractions(NotResponded) })
}

// ForgetNonces does what Discord does after some minutes.
func (s *Server) ForgetNonces() {
	s.state.WithWorld(func(w *world.World) { w.Messages.ForgetNonces() })
}

// Log has the oldest first.
func (s *Server) Log() []traffic.Entry { return s.state.Traffic.Entries() }

// Violations has what the bot did and Discord refuses, see [traffic.Log.Violations].
func (s *Server) Violations(except ...int) []traffic.Violation {
	return s.state.Traffic.Violations(except...)
}

func (s *Server) ForgetViolations() { s.state.Traffic.ForgetViolations() }

// PublicKey returns the key with which a bot verifies interactions by HTTP, as hex digits.
func (s *Server) PublicKey() string { return s.gateway.PublicKey() }

// SetEndpoint has interactions delivered by HTTP, see [gateway.Gateway.SetEndpoint].
func (s *Server) SetEndpoint(ctx context.Context, e Endpoint) error {
	return s.gateway.SetEndpoint(ctx, e)
}

// What callers need of other packages. Permissions and the codes of refusals are in [wire], the
// kinds of violations in [traffic].
type (
	Options     = world.Options
	Change      = world.Change
	Ping        = world.Ping
	Interaction = world.Interaction
	Outcome     = world.Outcome
	Message     = wire.Message
	Component   = wire.Component
	Choice      = wire.Choice
	Modal       = wire.Modal
	Leaf        = wire.Leaf
	Traffic     = traffic.Entry
	RESTFault   = rest.Fault
	ArmedFault  = rest.Armed
	Endpoint    = gateway.Endpoint
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
