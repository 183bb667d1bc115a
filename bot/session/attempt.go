package session

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

var errOpenTimeout = errors.New("no READY from Discord in time")

// attempt is one gateway connection: one discordgo session, opened once and never again.
type attempt struct {
	client  *Client
	resumes bool
	session *discordgo.Session
	state   *resumable
	opened  bool // Open succeeded

	mu     sync.Mutex
	conn   *gatewayConn
	ready  chan struct{} // closed at READY or RESUMED
	once   sync.Once     // closes ready
	closed chan struct{} // closed when discordgo has closed the session
}

// outcome is how an attempt went.
type outcome struct {
	cause error
	ready bool       // it got as far as READY or RESUMED
	state *resumable // to go on with, or nil
}

// connect opens one gateway connection and returns when it has ended. It resumes the session in state, if there is one.
func (c *Client) connect(ctx context.Context, state *resumable) outcome {
	a := &attempt{client: c, resumes: state != nil, state: state, ready: make(chan struct{}), closed: make(chan struct{})}
	if state == nil {
		a.state = &resumable{token: c.cfg.Token}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	a.session = a.newSession(ctx)

	c.log.Debug("connecting to Discord", slog.Bool("resume", a.resumes))
	cause := a.open(ctx)
	if cause == nil {
		cause = a.stay(ctx)
	}
	a.settle()
	a.hangUp(ctx.Err() != nil)
	return outcome{cause: cause, ready: a.isReady(), state: a.next(cause)}
}

func (a *attempt) newSession(ctx context.Context) *discordgo.Session {
	cfg := a.client.cfg
	s, _ := discordgo.New("Bot " + cfg.Token) // never fails
	s.Identify.Intents = discordgo.IntentsGuilds
	s.Identify.Compress, s.Compress = false, false // a decompressor for each event costs more than it saves
	s.ShouldReconnectOnError = false
	s.ShouldReconnectVoiceOnSessionError = false
	s.StateEnabled = false
	s.SyncEvents = false
	s.MaxRestRetries = 0
	s.ShouldRetryOnRateLimit = false
	s.LogLevel = libraryLevel(a.client.log)
	s.Client = &http.Client{Timeout: cfg.OpenTimeout, Transport: &gatewayLookup{ctx: ctx, attempt: a}}
	s.Dialer = &websocket.Dialer{
		HandshakeTimeout:  cfg.OpenTimeout,
		NetDialContext:    a.dialer(ctx, false),
		NetDialTLSContext: a.dialer(ctx, true),
	}
	// One handler for all events: it has the number and the raw text of each, and costs one goroutine an event.
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) { a.event(e) })
	closed := sync.OnceFunc(func() { close(a.closed) })
	s.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) { closed() }) // AddHandlerOnce has a data race
	return s
}

// dialer opens the connection below the websocket. TLS is done here too, so that the frames can be seen.
func (a *attempt) dialer(ctx context.Context, secure bool) func(context.Context, string, string) (net.Conn, error) {
	return func(dialing context.Context, network, addr string) (net.Conn, error) {
		dialing, cancel := context.WithCancel(dialing)
		defer cancel()
		defer context.AfterFunc(ctx, cancel)()
		var conn net.Conn
		var err error
		if secure {
			conn, err = (&tls.Dialer{Config: a.client.tls}).DialContext(dialing, network, addr)
		} else {
			conn, err = (&net.Dialer{}).DialContext(dialing, network, addr)
		}
		if err != nil {
			return nil, err
		}
		watched := newGatewayConn(conn, a.client.cfg.ReadTimeout, a.toResume())
		a.mu.Lock()
		a.conn = watched
		a.mu.Unlock()
		return watched, nil
	}
}

func (a *attempt) toResume() *resumable {
	if !a.resumes {
		return nil
	}
	return a.state
}

// open runs discordgo's Open, which may hang, until Discord is ready. It never leaves Open behind: ending the
// connection, or the context of the lookup, ends it.
func (a *attempt) open(ctx context.Context) error {
	opening, cancel := context.WithTimeout(ctx, a.client.cfg.OpenTimeout)
	defer cancel()
	opened := make(chan error, 1)
	go func() { opened <- a.session.Open() }()

	select {
	case err := <-opened:
		if err != nil {
			return a.why(err)
		}
		a.opened = true
	case <-opening.Done():
		a.drop()
		<-opened
		return a.late(ctx)
	}
	select {
	case <-a.ready:
		return nil
	case <-a.connection().ended:
		return a.connection().cause
	case <-opening.Done():
		return a.late(ctx)
	}
}

func (a *attempt) late(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return errOpenTimeout
}

// settleTime is how long the goroutine that handles READY may take to run.
const settleTime = 500 * time.Millisecond

// settle waits for a READY that came just before the end: discordgo has started its goroutine, which may not have run.
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

// hangUp ends what is left of the session. At the end of the bot Discord is told; otherwise it is not, because a close
// frame would end the session that is to be resumed, and discordgo is given the time to come to the end of what it has
// read: Close would throw that away. Run waits for this, the next attempt does not.
func (a *attempt) hangUp(polite bool) {
	if polite {
		a.client.leftovers.Go(func() { _ = a.session.Close() })
		return
	}
	a.drop()
	if !a.opened {
		return // there is nothing left
	}
	a.client.leftovers.Go(func() {
		select {
		case <-a.closed:
		case <-time.After(closeTime):
			_ = a.session.Close()
		}
	})
}

// closeTime is how long discordgo may take to close by itself. It sleeps for a second in doing so.
const closeTime = 3 * time.Second

// drop ends the connection without a word.
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

// why prefers what the connection knows over what discordgo makes of it.
func (a *attempt) why(err error) error {
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

// next is the session to resume after this attempt, nil if a new one has to be begun.
func (a *attempt) next(cause error) *resumable {
	if !a.isReady() && !a.resumes {
		return nil
	}
	var code *closeError
	switch {
	case errors.Is(cause, errInvalid):
		return nil
	case errors.As(cause, &code):
		switch code.code {
		case websocket.CloseNormalClosure, websocket.CloseGoingAway, 4003, 4007, 4009:
			return nil // the session is over, says Discord
		}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.state.id == "" {
		return nil
	}
	return a.state
}

// event takes every event of the gateway, each on a goroutine of its own.
func (a *attempt) event(e *discordgo.Event) {
	a.state.saw(e.Sequence)
	switch e.Type {
	case "READY":
		a.gotReady(e)
	case "RESUMED":
		a.once.Do(func() { close(a.ready) })
	}
	a.client.events.dispatch(e)
}

func (a *attempt) gotReady(e *discordgo.Event) {
	ready, ok := e.Struct.(*discordgo.Ready)
	if !ok {
		return
	}
	if ready.Application != nil && ready.Application.ID != "" {
		a.client.appID.Store(&ready.Application.ID)
	}
	a.mu.Lock()
	a.state.ready(e.RawData, ready)
	a.mu.Unlock()
	a.once.Do(func() { close(a.ready) })
}
