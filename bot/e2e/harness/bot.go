package harness

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot"
	"amytis/bot/session"
	"amytis/store"
)

// Bot runs the bot of an environment inside the test.
type Bot struct {
	env     *Env
	options bot.Options
	wrap    func(store.Store) store.Store
	stop    func() error
}

func newBot(e *Env, o Options) *Bot {
	b := &Bot{env: e, wrap: o.WrapStore}
	retry := max(o.Retry, time.Millisecond)
	b.options = bot.Options{
		Session: session.Config{
			Token: e.Discord.Token(), BaseURL: e.Discord.URL(),
			BackoffMin: 5 * time.Millisecond, BackoffMax: 50 * time.Millisecond,
			IdentifySpacing: time.Millisecond, RequestsPerSecond: 10_000,
			AnswerWithin: max(o.Discord.AnswerWithin, 3*time.Second),
		},
		Logger: slog.New(e.BotLog), Rand: o.Chance, Now: e.Clock.Now, Caps: o.Caps,
		Timing: bot.Timing{
			AnnounceRetry: retry, RegisterRetry: retry, LiveBeat: 20 * time.Millisecond, Sweep: 5 * time.Millisecond,
			ComputerStep: 20 * time.Millisecond,
		},
	}
	if o.UsualTiming {
		b.options.Timing = bot.Timing{}
	}
	if o.RetryOnChangeOnly {
		b.options.Timing.AnnounceRetry = time.Hour
	}
	if o.Chance == nil {
		b.options.Rand = e.rand
	}
	return b
}

// Start runs a bot and waits until it is connected. The session of one before may still be open.
func (b *Bot) Start() {
	e := b.env
	e.Helper()
	o := b.options
	o.Store = e.Store
	if b.wrap != nil {
		o.Store = b.wrap(e.Store)
	}
	running, err := bot.New(o)
	require.NoError(e, err)
	before := e.BotLog.timesConnected()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- running.Run(ctx) }()
	b.stop = sync.OnceValue(func() error {
		cancel()
		return <-done
	})
	e.Eventually("the bot is connected", func() bool {
		return e.Discord.Sessions() > 0 && e.BotLog.timesConnected() > before
	})
}

// Stop stops the bot and returns the error of its Run. A second call returns the same.
func (b *Bot) Stop() error { return b.stop() }

// StartAgain starts a bot after one that was stopped, as soon as Discord has ended its session.
func (b *Bot) StartAgain() {
	e := b.env
	e.Helper()
	e.Eventually("the session of the stopped bot has ended", func() bool { return e.Discord.Sessions() == 0 })
	b.Start()
}

// RestartAfter stops the bot, puts the clock forward, and starts the bot again.
func (b *Bot) RestartAfter(away time.Duration) {
	e := b.env
	e.Helper()
	require.NoError(e, b.Stop())
	e.Clock.Forward(away)
	b.StartAgain()
}

// RestartEvery restarts the bot in the background after each pause, at most some times. Call finish
// to end that.
func (b *Bot) RestartEvery(pause time.Duration, times int) (finish func()) {
	done, finished := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(finished)
		for range times {
			select {
			case <-done:
				return
			case <-time.After(pause):
			}
			if err := b.Stop(); err != nil {
				b.env.Errorf("stopping the bot: %v", err)
			}
			b.Start()
		}
	}()
	return func() {
		close(done)
		<-finished
	}
}
