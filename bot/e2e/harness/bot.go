package harness

import (
	"cmp"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"regexp"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot"
	"amytis/bot/discord"
	"amytis/bot/discord/gateway"
	"amytis/bot/discord/interactions"
	"amytis/bot/discord/rest"
	"amytis/bot/localdiscord"
	"amytis/bot/play/tables"
	"amytis/store"
)

// Bot runs the bot of an environment inside the test.
type Bot struct {
	env     *Env
	options bot.Options
	wrap    func(store.Store) store.Store
	second  bool // another bot uses the same store
	// endpoint is where the local Discord delivers interactions by HTTP; nil for the gateway.
	endpoint *localdiscord.Endpoint
	address  string
	Stop     func() error // returns the error of Run, at each call
	stopped  atomic.Bool
	watched  string // the URL of the bot's health and metrics
}

// never is longer than any test, also by a clock that it puts forward.
const never = 10 * 365 * 24 * time.Hour

func newBot(e *Env, o Options) *Bot {
	b := &Bot{env: e, wrap: o.WrapStore}
	retry := max(o.Retry, time.Millisecond)
	b.options = bot.Options{
		Discord: discord.Config{
			REST: rest.Config{Token: e.Discord.Token(), BaseURL: e.Discord.URL(), PerSecond: 10_000},
			Gateway: gateway.Config{
				BackoffMin: 5 * time.Millisecond, BackoffMax: 50 * time.Millisecond, IdentifySpacing: time.Millisecond,
			},
			Interactions: interactions.Config{
				AnswerWithin: cmp.Or(o.AnswerWithin, max(o.Discord.AnswerWithin, 3*time.Second)), DeferAfter: o.DeferAfter,
			},
			GraceTimeout: 20 * time.Second,
		},
		Logger: slog.New(slog.NewTextHandler(&e.BotLog.LockedBuffer, &slog.HandlerOptions{Level: o.LogLevel})),
		Rand:   o.Chance, Now: e.Clock.Now,
		Caps: func() tables.Caps { return o.Caps }, Privacy: o.Privacy,
		NoIcons: !o.Icons,
		Timing: bot.Timing{
			AnnounceRetry: retry, RegisterRetry: retry, UploadRetry: retry, LiveBeat: 20 * time.Millisecond,
			Sweep: 5 * time.Millisecond, ComputerStep: 20 * time.Millisecond, Retention: 50 * time.Millisecond,
			News: 50 * time.Millisecond, Hint: never, Look: never, Flush: Slowness * time.Second / 2,
		},
	}
	if e.memory != nil {
		b.options.Discord.REST.Dial = e.memory.dial
	}
	if o.UsualTiming {
		b.options.Timing = bot.Timing{}
	}
	b.options.Timing.Forced, b.options.Timing.Patience = o.Forced, o.Patience
	if o.Forced == (tables.Grace{}) {
		b.options.Timing.Forced = tables.Grace{Begins: never, Other: never}
	}
	if o.Chance == nil {
		b.options.Rand = e.rand
	}
	if o.ByHTTP {
		b.endpoint = &localdiscord.Endpoint{Timeout: o.Discord.AnswerWithin}
	}
	return b
}

// StartReplica runs another bot on the same store, as another process would. It does not wait for
// the connection, since another bot may have the shard.
func (e *Env) StartReplica(o Options) *Bot {
	b := newBot(e, o)
	b.second = true
	b.run()
	e.Cleanup(func() { require.NoError(e, b.Stop()) })
	return b
}

// Start runs a bot and waits until it is connected. The session of one before may still be open.
func (b *Bot) Start() {
	e := b.env
	before := e.BotLog.timesConnected()
	b.run()
	e.Eventually("the bot is connected", func() bool {
		return e.Discord.Sessions() > 0 && e.BotLog.timesConnected() > before
	})
	if b.endpoint != nil {
		b.TakeInteractions()
	}
}

// TakeInteractions has the local Discord deliver interactions to this bot by HTTP.
func (b *Bot) TakeInteractions() {
	to := *b.endpoint
	to.URLs = []string{b.URL()}
	require.NoError(b.env, b.env.Discord.SetEndpoint(context.Background(), to))
}

func (b *Bot) URL() string { return "http://" + b.address + interactions.EndpointPath }

func (b *Bot) run() {
	e := b.env
	o := b.options
	o.Store = e.Store
	if b.second {
		o.Store = e.Store.Second()
	}
	if b.wrap != nil {
		o.Store = b.wrap(o.Store)
	}
	if cfg := &o.Discord.Interactions; b.endpoint != nil {
		var err error
		cfg.PublicKey, err = interactions.ParsePublicKey(e.Discord.PublicKey())
		require.NoError(e, err)
		cfg.Endpoint = listen(e)
		b.address = cfg.Endpoint.Addr().String()
	}
	if e.memory == nil {
		o.HTTP = listen(e)
		b.watched = "http://" + o.HTTP.Addr().String()
	}
	running, err := bot.New(o)
	require.NoError(e, err)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- running.Run(ctx) }()
	b.stopped.Store(false)
	b.Stop = sync.OnceValue(func() error {
		b.stopped.Store(true)
		cancel()
		return <-done
	})
}

func listen(e *Env) net.Listener {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(e, err)
	return l
}

// StartAgain starts the bot after Stop, once Discord has ended its session.
func (b *Bot) StartAgain() {
	e := b.env
	e.Eventually("the session of the stopped bot has ended", func() bool { return e.Discord.Sessions() == 0 })
	b.Start()
}

// RestartAfter stops the bot, puts the clock forward, and starts the bot again.
func (b *Bot) RestartAfter(away time.Duration) {
	require.NoError(b.env, b.Stop())
	b.env.Clock.Forward(away)
	b.StartAgain()
}

// memory is a network inside the process, with one listener. Unlike TCP it works with
// testing/synctest, whose clock goes on while everything waits for data.
type memory struct {
	dialled chan net.Conn
	closing sync.Once
	closed  chan struct{}
}

func newMemory() *memory { return &memory{dialled: make(chan net.Conn), closed: make(chan struct{})} }

func (m *memory) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case m.dialled <- there:
		return here, nil
	case <-m.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (m *memory) Accept() (net.Conn, error) {
	select {
	case conn := <-m.dialled:
		return conn, nil
	case <-m.closed:
		return nil, net.ErrClosed
	}
}

func (m *memory) Close() error {
	m.closing.Do(func() { close(m.closed) })
	return nil
}

func (m *memory) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1} }

// watcher keeps no connections, which would outlive the bot.
var watcher = http.Client{Transport: &http.Transport{DisableKeepAlives: true}}

// Get reads what the bot serves to its operator.
func (b *Bot) Get(path string) (status int, body string) {
	resp, err := watcher.Get(b.watched + path)
	require.NoError(b.env, err)
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	require.NoError(b.env, err)
	return resp.StatusCode, string(text)
}

var sample = regexp.MustCompile(`(?m)^(\w+(?:\{.*\})?) (\S+)$`)

// Metrics returns the samples by name and labels, such as a{b="c"}.
func (b *Bot) Metrics() map[string]float64 {
	status, body := b.Get("/metrics")
	require.Equal(b.env, http.StatusOK, status, body)
	found := map[string]float64{}
	for _, s := range sample.FindAllStringSubmatch(body, -1) {
		value, err := strconv.ParseFloat(s[2], 64)
		require.NoError(b.env, err, s[0])
		found[s[1]] = value
	}
	return found
}
