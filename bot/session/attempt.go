package session

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

var (
	errOpenTimeout    = errors.New("timeout: no READY from Discord")
	errSecondIdentify = errors.New("a second identify on the same connection")
)

// attempt is one gateway connection. It uses one discordgo session, which it opens once.
type attempt struct {
	shard   *shard
	gateway *gateway
	start   *start // permission to start a session, nil to resume
	session *discordgo.Session
	state   *resumable
	opened  bool // Open succeeded
	greeted atomic.Bool

	mu     sync.Mutex
	conn   *gatewayConn
	ready  chan struct{} // closed at READY or RESUMED
	once   sync.Once     // closes ready
	closed chan struct{} // closed when discordgo has closed the session
}

// outcome is the result of an attempt.
type outcome struct {
	cause   error
	greeted bool       // identify or resume was sent
	ready   bool       // READY or RESUMED arrived
	state   *resumable // session to resume, nil for a new one
}

// connect opens one gateway connection and returns when it has ended. It starts a session, or
// resumes the one of the shard if start is nil.
func (s *shard) connect(ctx context.Context, url string, start *start) outcome {
	a := &attempt{
		shard:   s,
		gateway: s.gateway,
		start:   start,
		state:   s.state,
		ready:   make(chan struct{}),
		closed:  make(chan struct{}),
	}
	if start != nil {
		a.state = &resumable{token: s.gateway.cfg.Token}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	a.session = a.newSession(ctx, url)

	s.log.Debug("connecting to Discord", slog.Bool("resume", a.resumes()))
	cause := a.open(ctx)
	if cause == nil {
		cause = a.stay(ctx)
	}
	a.settle()
	a.once.Do(func() {}) // a later READY counts for nothing
	s.gateway.watch.set(s.id, Connecting)
	a.hangUp(ctx.Err() != nil)
	return outcome{cause: cause, greeted: a.greeted.Load(), ready: a.isReady(), state: a.next(cause)}
}

func (a *attempt) resumes() bool { return a.start == nil }

func (a *attempt) newSession(ctx context.Context, url string) *discordgo.Session {
	cfg := a.gateway.cfg
	s, _ := discordgo.New("Bot " + cfg.Token) // never fails
	s.Identify.Intents = discordgo.IntentsGuilds
	s.Identify.Compress, s.Compress = false, false // decompressing each event costs more than it saves
	s.ShouldReconnectOnError = false
	s.ShouldReconnectVoiceOnSessionError = false
	s.StateEnabled = false
	s.SyncEvents = false
	s.MaxRestRetries = 0
	s.ShouldRetryOnRateLimit = false
	s.LogLevel = libraryLevel(a.gateway.log)
	s.ShardID, s.ShardCount = a.shard.id, a.shard.count
	s.Client = &http.Client{Timeout: cfg.OpenTimeout, Transport: gatewayAt(url)}
	s.Dialer = &websocket.Dialer{
		HandshakeTimeout:  cfg.OpenTimeout,
		NetDialContext:    a.dialer(ctx, false),
		NetDialTLSContext: a.dialer(ctx, true),
	}
	// One handler takes all events. It gets the number and the raw text of each event, and
	// discordgo starts one goroutine per event.
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) { a.event(e) })
	closed := sync.OnceFunc(func() { close(a.closed) })
	s.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) { closed() }) // AddHandlerOnce has a data race
	return s
}

// dialer returns a function that opens the connection below the websocket.
func (a *attempt) dialer(ctx context.Context, secure bool) func(context.Context, string, string) (net.Conn, error) {
	return func(dialing context.Context, network, addr string) (net.Conn, error) {
		dialing, cancel := context.WithCancel(dialing)
		defer cancel()
		defer context.AfterFunc(ctx, cancel)()
		conn, err := a.gateway.dialer.dial(dialing, network, addr, secure)
		if err != nil {
			return nil, err
		}
		greet := func(identify []byte) ([]byte, error) { return a.greet(ctx, identify) }
		watched := newGatewayConn(conn, a.gateway.cfg, greet)
		watched.heartbeats.took = func(d time.Duration) { a.gateway.watch.acknowledged(a.shard.id, d) }
		a.mu.Lock()
		a.conn = watched
		a.mu.Unlock()
		return watched, nil
	}
}

// greet returns what to send in place of discordgo's identify. That is the same, once the session
// has been counted, or a resume.
func (a *attempt) greet(ctx context.Context, identify []byte) ([]byte, error) {
	if a.greeted.Swap(true) {
		return nil, errSecondIdentify
	}
	if a.resumes() {
		return a.state.resumeFrame()
	}
	if err := a.start.use(ctx); err != nil {
		a.greeted.Store(false)
		return nil, err
	}
	return identify, nil
}

// open runs discordgo's Open, which may hang, and waits until Discord is ready. Open always ends
// before open returns: closing the connection ends it, and so does the end of the lookup's context.
func (a *attempt) open(ctx context.Context) error {
	opening, cancel := context.WithTimeout(ctx, a.gateway.cfg.OpenTimeout)
	defer cancel()
	opened := make(chan error, 1)
	go func() { opened <- a.session.Open() }()

	select {
	case err := <-opened:
		if err != nil {
			return a.openError(err)
		}
		a.opened = true
	case <-opening.Done():
		a.drop()
		<-opened
		return a.timeoutError(ctx)
	}
	select {
	case <-a.ready:
		return nil
	case <-a.connection().ended:
		return a.connection().cause
	case <-opening.Done():
		return a.timeoutError(ctx)
	}
}

func (a *attempt) timeoutError(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return errOpenTimeout
}

// settleTime is how long the goroutine that handles READY may take to start.
const settleTime = 500 * time.Millisecond

// settle waits for a READY that came just before the end. discordgo has started its goroutine, but
// that may not have run yet.
func (a *attempt) settle() {
	if !a.opened {
		return
	}
	select {
	case <-a.ready:
	case <-time.After(settleTime):
	}
}

// stay waits for the end of an open connection.
func (a *attempt) stay(ctx context.Context) error {
	conn := a.connection()
	select {
	case <-conn.ended:
		return conn.cause
	case <-ctx.Done():
		return ctx.Err()
	}
}

// hangUp closes what is left of the session. If polite, it sends Discord a close frame and waits
// for the answer. Otherwise it sends none, because a close frame would end a session that will be
// resumed. It then gives discordgo time to handle what it has read, which Close would discard. Run
// waits for this; the next attempt does not.
func (a *attempt) hangUp(polite bool) {
	if polite {
		a.gateway.closing.Go(a.close)
		return
	}
	a.drop()
	if !a.opened {
		return // no session is left
	}
	a.gateway.closing.Go(func() {
		select {
		case <-a.closed:
		case <-time.After(closeTime):
			_ = a.session.Close()
		}
	})
}

// close sends Discord a close frame and returns once Discord has answered it, which ends the
// connection. discordgo sleeps for a second whether it has or not; nobody waits for the rest of it.
func (a *attempt) close() {
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		_ = a.session.Close()
	}()
	var ended chan struct{}
	if conn := a.connection(); conn != nil {
		ended = conn.ended
	}
	select {
	case <-ended:
	case <-closed:
	}
}

// closeTime is how long discordgo may take to close by itself. It sleeps for a second while
// closing.
const closeTime = 3 * time.Second

// drop ends the connection without a close frame.
func (a *attempt) drop() {
	if conn := a.connection(); conn != nil {
		conn.Close()
	}
}

func (a *attempt) connection() *gatewayConn {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.conn
}

// openError returns the reason for a failed Open. It prefers the connection's reason to discordgo's
// error.
func (a *attempt) openError(err error) error {
	conn := a.connection()
	if conn == nil {
		return fmt.Errorf("connecting: %w", withoutURL(err))
	}
	select {
	case <-conn.ended:
		if !errors.Is(conn.cause, net.ErrClosed) {
			return conn.cause
		}
	default:
	}
	return fmt.Errorf("connecting: %w", withoutURL(err))
}

func (a *attempt) isReady() bool {
	select {
	case <-a.ready:
		return true
	default:
		return false
	}
}

// next returns the session to resume after this attempt, nil if a new one must be started. The
// codes 1000 and 1001 end a session only if the bot closes with them. After one from Discord the
// bot tries to resume, and op 9 tells if that was wrong.
// https://discord.com/developers/docs/events/gateway#initiating-a-disconnect
func (a *attempt) next(cause error) *resumable {
	if !a.isReady() && !a.resumes() {
		return nil
	}
	var code *closeError
	switch {
	case errors.Is(cause, errInvalidSession):
		return nil
	case errors.As(cause, &code):
		switch code.code {
		case 4003, 4007, 4009:
			return nil // Discord says that the session is over
		}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.state.id == "" {
		return nil
	}
	return a.state
}

// event handles one gateway event. discordgo calls it on a new goroutine for each event.
func (a *attempt) event(e *discordgo.Event) {
	a.state.sawSequence(e.Sequence)
	switch e.Type {
	case "READY":
		a.gotReady(e)
	case "RESUMED":
		a.once.Do(a.becomeReady)
	}
	a.gateway.events.dispatch(e)
}

func (a *attempt) gotReady(e *discordgo.Event) {
	ready, ok := e.Struct.(*discordgo.Ready)
	if !ok {
		return
	}
	if ready.Application != nil && ready.Application.ID != "" {
		a.gateway.application.id.Store(&ready.Application.ID)
	}
	a.mu.Lock()
	a.state.ready(e.RawData, ready)
	a.mu.Unlock()
	if a.shard.count > 1 {
		a.shard.log.Info("a shard is connected", slog.Int("servers", len(ready.Guilds)))
	}
	a.once.Do(a.becomeReady)
}

// becomeReady notes that READY or RESUMED has arrived.
func (a *attempt) becomeReady() {
	a.gateway.watch.ready(a.shard.id, a.resumes())
	close(a.ready)
}
