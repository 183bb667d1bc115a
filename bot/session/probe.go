package session

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// Probe finds out what the bot would meet at Discord, without running it. Its requests are made
// once, except that they wait when Discord asks for a pause. Errors are as for [Messages.Send], or
// a [FinalError] if the operator must change something.
type Probe struct {
	cfg    Config
	rest   *rest
	dialer dialer
	info   gatewayInfo
	botID  string // "" until it is known

	mu     sync.Mutex
	skew   time.Duration
	margin time.Duration // how wrong skew can be, 0 while it is not known
}

// ErrBusy means that Discord asks to connect again later. It does so if another process with the
// same token has just started a session, or if a server of Discord is about to stop.
var ErrBusy = errors.New("the gateway asks to connect again later")

const (
	// probeRate limits the requests in a second, so that they do not slow down the running bot.
	probeRate = 10
	// probeWait limits the pauses that Discord asks for.
	probeWait = 10 * time.Second
)

// NewProbe returns a probe for this configuration, of which it uses what concerns requests.
func NewProbe(cfg Config) (*Probe, error) {
	cfg.RequestsPerSecond = probeRate
	cfg, err := cfg.withDefaults()
	if err != nil {
		return nil, err
	}
	rest, err := newREST(cfg, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	p := &Probe{cfg: cfg, rest: rest, dialer: dialer{proxy: http.ProxyFromEnvironment, direct: cfg.Dial}}
	rest.transport = &dateWatcher{next: rest.transport, saw: p.sawDate}
	return p, nil
}

// Close closes the connections.
func (p *Probe) Close() { p.rest.closeIdle() }

// dateWatcher tells of the Date header of each answer.
type dateWatcher struct {
	next http.RoundTripper
	saw  func(date, sent, received time.Time)
}

func (w *dateWatcher) RoundTrip(req *http.Request) (*http.Response, error) {
	sent := time.Now()
	resp, err := w.next.RoundTrip(req)
	if err == nil {
		if date, err := http.ParseTime(resp.Header.Get("Date")); err == nil {
			w.saw(date, sent, time.Now())
		}
	}
	return resp, err
}

// sawDate compares Discord's clock with this host's. The header is cut to whole seconds, and was
// written between the two times.
func (p *Probe) sawDate(date, sent, received time.Time) {
	taken := received.Sub(sent) // by the monotonic clock
	margin := (taken + time.Second) / 2
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.margin == 0 || margin < p.margin {
		p.margin = margin
		p.skew = sent.Round(0).Add(taken / 2).Sub(date.Add(time.Second / 2))
	}
}

// Skew returns how far this host's clock is ahead of Discord's, at least: 0 if it may be right.
// known is false before any answer of Discord.
func (p *Probe) Skew() (ahead time.Duration, known bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.skew > p.margin:
		return p.skew - p.margin, true
	case p.skew < -p.margin:
		return p.skew + p.margin, true
	}
	return 0, p.margin > 0
}

// get makes a GET request. It tries again after a pause that Discord asks for.
func (p *Probe) get(ctx context.Context, q request, result any) error {
	for {
		err := p.rest.limited(ctx, q, result)
		var refused *Error
		if !errors.As(err, &refused) || refused.Status != http.StatusTooManyRequests || refused.RetryAfter > probeWait {
			return err
		}
		if err := Sleep(ctx, refused.RetryAfter); err != nil {
			return err
		}
	}
}

// Token asks Discord for the gateway, which needs a good token.
func (p *Probe) Token(ctx context.Context) (err error) {
	p.info, err = p.rest.gateway(ctx, p.cfg.RequestTimeout)
	return err
}

// StartsLeft returns how many sessions the bot may still start today, and how many in a day. Call
// Token before.
func (p *Probe) StartsLeft() (left, total int) { return p.info.Limit.Remaining, p.info.Limit.Total }

// Gateway connects to the gateway, and hangs up once Discord greets. If identify is set, it also
// starts a session as the bot would, which is one of those of the day. Call Token before.
func (p *Probe) Gateway(ctx context.Context, identify bool) error {
	ctx, cancel := context.WithTimeout(ctx, p.cfg.OpenTimeout)
	defer cancel()
	conn, err := p.dialer.dial(ctx, p.info.URL)
	if err != nil {
		return fmt.Errorf("connecting: %w", err)
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	err = p.converse(conn, identify)
	if ctx.Err() != nil {
		return errOpenTimeout
	}
	return cmp.Or(finalError(err), err)
}

// converse waits for HELLO, and for READY after an identify.
func (p *Probe) converse(conn *websocket.Conn, identify bool) error {
	if err := await(conn, opHello); err != nil || !identify {
		return err
	}
	shards := max(cmp.Or(p.cfg.Shards, p.info.Shards), 1)
	if err := conn.WriteJSON(command{opIdentify, newIdentify(p.rest.token, 0, shards)}); err != nil {
		return err
	}
	if err := await(conn, opDispatch); err != nil {
		return err
	}
	bye := websocket.FormatCloseMessage(websocket.CloseNormalClosure, "")
	_ = conn.WriteControl(websocket.CloseMessage, bye, time.Now().Add(writeTimeout)) // the session is of no further use
	return nil
}

// await reads until a packet with this opcode comes.
func await(conn *websocket.Conn, op int) error {
	var text bytes.Buffer
	for {
		p, err := receive(conn, &text)
		switch {
		case err != nil:
			return err
		case p.Op == op:
			return nil
		case p.Op == opInvalidSession, p.Op == opReconnect:
			return ErrBusy
		}
	}
}
