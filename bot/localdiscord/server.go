package localdiscord

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync/atomic"

	"amytis/bot/localdiscord/gateway"
	"amytis/bot/localdiscord/keep"
	"amytis/bot/localdiscord/rest"
	"amytis/bot/localdiscord/traffic"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

// Server is one Discord. Many can run side by side. Its driver builds the world and looks at it.
type Server struct {
	*Driver
	options Options
	url     string // http://host:port
	stop    func() error
	closed  atomic.Bool

	gateway *gateway.Gateway
	api     *rest.API
	traffic *traffic.Log
	faults  Faults
	file    *keep.File // nil: everything ends with the process
}

// Start listens and serves an empty world: no guilds, no users but the bot. [Playground] starts one
// to play in.
func Start(options Options) (*Server, error) {
	options = options.withDefaults()
	listener := options.Listener
	if listener == nil {
		var err error
		if listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
			return nil, fmt.Errorf("localdiscord: %w", err)
		}
	}
	s := &Server{options: options, url: "http://" + listener.Addr().String()}
	s.furnish()
	s.stop = Serve(listener, http.HandlerFunc(s.serve), 0, options.Logger)
	return s, nil
}

func (s *Server) furnish() {
	o := s.options
	ids := &wire.Snowflakes{}
	newID := func() string { return ids.Next(o.Now()) }
	s.traffic = traffic.NewLog(o.KeepTraffic, o.OnTraffic)
	s.gateway = gateway.New(gateway.Config{
		URL: "ws" + strings.TrimPrefix(s.url, "http") + "/gateway", ApplicationID: o.botID(), BotToken: o.BotToken,
		Heartbeat: o.HeartbeatInterval, EnforceRate: o.EnforceRate,
		Shards: o.Shards, GuildsPerShard: o.GuildsPerShard, MaxConcurrency: o.MaxConcurrency, SessionStarts: o.SessionStarts,
		AnswerWithin: o.AnswerWithin, Now: o.Now, NewID: newID, Traffic: s.traffic, Welcome: s.welcome,
		Present: func(text string) { s.state.WithWorld(func(w *world.World) { w.Present(text) }) }})
	s.Driver = &Driver{world.New(world.Config{URL: s.url, BotID: o.botID(), BotName: botName, Now: o.Now, IDs: ids,
		MaxMessages: o.MaxMessages, MaxInteractions: o.MaxInteractions, MaxFiles: o.MaxAttachments,
		NonceLife: o.NonceLife, AnswerWithin: o.AnswerWithin, Emit: s.gateway.Emit,
		EmitInteraction: s.gateway.EmitInteraction})}
	s.faults = Faults{RequestFaults: &rest.RequestFaults{}, Faults: s.gateway.Faults()}
	s.api = rest.New(rest.Config{Token: s.Token(), PublicKey: s.PublicKey(), Application: o.Application,
		Gateway: s.gateway.Info, TokenReset: s.gateway.TokenReset, State: s.state, Traffic: s.traffic,
		Faults: s.faults.RequestFaults, EnforceRate: o.EnforceRate, Now: o.Now, Log: o.Logger})
}

func (s *Server) welcome(start func(gateway.Welcome)) {
	s.state.WithWorld(func(w *world.World) {
		welcome := gateway.Welcome{Bot: w.Bot.Wire()}
		for _, g := range world.InOrder(w.Guilds) {
			if g.HasBot {
				welcome.Guilds = append(welcome.Guilds, g.WireCreate())
			}
		}
		start(welcome)
	})
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Date", s.options.Now().UTC().Format(http.TimeFormat))
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

// KeepIn restores what the file at path has, and stores in it what happens from now on. Call it
// once, when the world has been built and before a bot connects. Guilds, their channels and people
// are not stored.
func (s *Server) KeepIn(path string) error {
	var err error
	s.file, err = keep.Open(path, keep.Config{State: s.state, URL: s.url, Log: s.options.Logger})
	return err
}

// URL is http://host:port.
func (s *Server) URL() string { return s.url }

// Token has the prefix "Bot ".
func (s *Server) Token() string { return "Bot " + s.options.BotToken }

// BotID is also the ID of the application.
func (s *Server) BotID() string { return s.options.botID() }

func (s *Server) BotName() string { return botName }

// BotPresence is what stands below the bot's name.
func (s *Server) BotPresence() string {
	return world.Read(s.state, func(w *world.World) string { return w.Bot.Presence })
}

const botName = "Amytis"

func (s *Server) Faults() *Faults { return &s.faults }

func (s *Server) Sessions() int { return s.gateway.Sessions() }

// Identifies returns how often a bot has identified itself. Beyond 1,000 times a day Discord resets
// the token.
func (s *Server) Identifies() int { return s.gateway.Identifies() }

// GiveUpInteractions tells everybody who still waits for an answer of the bot that it did not
// respond. Call it when the bot has died, in place of waiting for the time to be over.
func (s *Server) GiveUpInteractions() {
	s.state.WithWorld(func(w *world.World) { w.GiveUpInteractions(NotResponded) })
}

// ForgetNonces does what Discord does after some minutes.
func (s *Server) ForgetNonces() {
	s.state.WithWorld(func(w *world.World) { w.Messages.ForgetNonces() })
}

// Log has the oldest first.
func (s *Server) Log() []traffic.Entry { return s.traffic.Entries() }

// Violations returns everything the bot did that Discord refuses, oldest first, except for the REST
// codes or close codes named. A test of a bot that does everything right asserts that it is empty.
func (s *Server) Violations(except ...int) []traffic.Violation {
	return s.traffic.Violations(except...)
}

func (s *Server) ForgetViolations() { s.traffic.ForgetViolations() }
