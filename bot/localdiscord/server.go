package localdiscord

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"
)

// Server is one Discord. Many can run side by side.
type Server struct {
	options Options
	log     *slog.Logger
	url     string // http://host:port
	http    *http.Server
	ids     snowflakes
	schemas *schemas // nil: bodies are checked by hand only
	cdn     cdn
	faults  Faults
	traffic trafficLog
	rates   rateLimits
	gateway gateway
	running sync.WaitGroup
	closed  atomic.Bool

	mu           sync.Mutex
	world        world
	interactions interactions
	watches      map[*Watch]bool
	keeper       *keeper // nil: nothing outlasts the process
}

// Start listens and serves an empty world: no guilds, no users but the bot. See [Playground] for one to play in.
func Start(options Options) (*Server, error) {
	options = options.withDefaults()
	s := &Server{options: options, log: options.Logger}
	if err := s.loadSchemas(); err != nil {
		return nil, err
	}
	s.cdn = cdn{files: map[string]storedFile{}, limit: options.MaxAttachments}
	s.traffic = newTrafficLog(options)
	s.interactions = newInteractions()
	s.gateway = gateway{server: s, sessions: map[string]*session{}}
	s.faults.server = s
	s.watches = map[*Watch]bool{}
	s.world = newWorld(&userState{id: botID, name: options.BotName, displayName: options.BotName, bot: true})

	listener, err := net.Listen("tcp", options.Addr)
	if err != nil {
		return nil, fmt.Errorf("localdiscord: %w", err)
	}
	s.url = "http://" + listener.Addr().String()
	s.http = &http.Server{Handler: http.HandlerFunc(s.serve), ReadHeaderTimeout: 10 * time.Second,
		ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelDebug)}
	s.running.Add(1)
	go func() {
		defer s.running.Done()
		if err := s.http.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			s.log.Error("serving stopped", "error", err)
		}
	}()
	return s, nil
}

// Close ends every connection and waits for what was running.
func (s *Server) Close() error {
	if s.closed.Swap(true) {
		return nil
	}
	s.gateway.closeAll()
	s.mu.Lock()
	s.interactions.end()
	s.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	err := s.http.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		err = s.http.Close()
	}
	s.gateway.cutAll() // whoever connected in between
	s.running.Wait()
	return errors.Join(err, s.closeKeeper())
}

// URL is where the server listens, http://host:port.
func (s *Server) URL() string { return s.url }

// Token is the bot's token as discordgo wants it: with the "Bot " prefix.
func (s *Server) Token() string { return "Bot " + s.options.BotToken }

// ApplicationID is the id of the bot's application.
func (s *Server) ApplicationID() string { return botID }

// BotID is the id of the bot as a user. As on Discord today it equals the application's.
func (s *Server) BotID() string { return botID }

// BotName is the name of the bot.
func (s *Server) BotName() string { return s.options.BotName }

// botID is the same in each process, so that mentions in stored texts stay good.
const botID = "1150000000000000001"

// Transport sends what is meant for Discord to this server. It is for discordgo's Session.Client:
//
//	session.Client = &http.Client{Transport: server.Transport(nil)}
//
// A nil base gets a transport of its own that keeps 64 idle connections.
func (s *Server) Transport(base http.RoundTripper) http.RoundTripper {
	if base == nil {
		t := http.DefaultTransport.(*http.Transport).Clone()
		t.MaxIdleConnsPerHost = 64
		base = t
	}
	target, err := url.Parse(s.url)
	if err != nil {
		panic("localdiscord: own URL: " + err.Error())
	}
	return &transport{base: base, target: target}
}

type transport struct {
	base   http.RoundTripper
	target *url.URL
}

// RoundTrip sends a copy of the request to the server, whatever its host was.
func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = t.target.Scheme, t.target.Host, t.target.Host
	return t.base.RoundTrip(r)
}

// CloseIdleConnections lets http.Client.CloseIdleConnections reach the base.
func (t *transport) CloseIdleConnections() {
	if c, ok := t.base.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

// Faults scripts what goes wrong.
func (s *Server) Faults() *Faults { return &s.faults }

func (s *Server) now() time.Time { return s.options.Now() }

func (s *Server) newID() string { return s.ids.next(s.now()) }

// idTime is the time that an id carries.
func idTime(id string) time.Time {
	var n uint64
	if _, err := fmt.Sscan(id, &n); err != nil {
		return time.Time{}
	}
	return time.UnixMilli(int64(n>>22) + discordEpoch).UTC()
}
