package bot_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot"
	"amytis/bot/leaktest"
	"amytis/bot/localdiscord"
	"amytis/bot/session"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt"
)

// TestMain makes sure that nothing of a bot goes on when its Run has returned.
func TestMain(m *testing.M) {
	leaktest.Main(m, func() error {
		teardown.all.Wait()
		return errors.Join(teardown.errs...)
	})
}

// teardown is what goes on after a test: discordgo takes a second to leave, which
// no test has to wait for.
var teardown struct {
	all  sync.WaitGroup
	mu   sync.Mutex
	errs []error
}

func leave(steps ...func() error) {
	teardown.all.Go(func() {
		for _, step := range steps {
			if err := step(); err != nil {
				teardown.mu.Lock()
				defer teardown.mu.Unlock()
				teardown.errs = append(teardown.errs, fmt.Errorf("the end of a house: %w", err))
				return
			}
		}
	})
}

// patience bounds whatever a test waits for.
const patience = slowness * 20 * time.Second

// house is a local Discord with a server of one language, a store, and a bot
// that serves it.
type house struct {
	testing.TB
	discord *localdiscord.Server
	guild   *localdiscord.Guild
	words   *text.Words // of public messages
	game    *pastime    // what is played
	path    string      // the store's file
	db      *bolt.DB
	log     *logbook
	config  session.Config
	between func(store.Store) store.Store
	rand    *rand.Rand
	dealer  engine.Rand
	dawdles bool
	retry   time.Duration
	clock   clock // of the bot
	pace    pace  // of the people
	stop    func() error
}

// setup says what kind of house; the zero value is an English one.
type setup struct {
	locale  string
	seed    uint64
	discord localdiscord.Options
	level   slog.Level
	tweak   func(*session.Config)
	between func(store.Store) store.Store // what the bot has for its store, if not nil
	// dawdles is for a bot that tries again only when something has changed.
	dawdles bool
	game    *pastime    // gardens, if nil
	dealer  engine.Rand // by the seed, if nil
	// retry is the pause before what could not be announced is tried again; next
	// to none, if 0.
	retry time.Duration
	// oneClock has the local Discord go by the bot's clock.
	oneClock bool
}

// build makes a house with a bot that is connected. All of it ends with the
// test.
func build(t testing.TB, s setup) *house {
	t.Helper()
	if s.locale == "" {
		s.locale = "en-US"
	}
	if s.discord.AnswerWithin == 0 {
		s.discord.AnswerWithin = slowness * 3 * time.Second
	}
	h := &house{
		TB: t, words: text.For(s.locale),
		path: filepath.Join(t.TempDir(), "amytis.db"), log: &logbook{}, rand: rand.New(rand.NewPCG(s.seed, 1)),
	}
	h.dawdles = s.dawdles
	if s.oneClock {
		s.discord.Now = h.clock.now
	}
	discord, err := localdiscord.Start(s.discord)
	require.NoError(t, err)
	h.discord, h.guild = discord, discord.AddGuild("Babylon", s.locale)
	if h.game = s.game; h.game == nil {
		h.game = gardensPastime
	}
	if h.dealer = s.dealer; h.dealer == nil {
		h.dealer = h.rand
	}
	h.between = s.between
	h.retry = max(s.retry, time.Millisecond)
	h.log.handler = slog.NewTextHandler(&h.log.text, &slog.HandlerOptions{Level: s.level})
	h.config = session.Config{
		Token: discord.Token(), BaseURL: discord.URL(),
		BackoffMin: 5 * time.Millisecond, BackoffMax: 50 * time.Millisecond,
		IdentifySpacing: time.Millisecond, RequestsPerSecond: 10_000,
	}
	if s.tweak != nil {
		s.tweak(&h.config)
	}
	h.db, err = bolt.Open(h.path, bolt.Options{Program: "test"})
	require.NoError(t, err)
	h.start()
	t.Cleanup(func() {
		leave(func() error { return h.stop() }, h.db.Close, discord.Close)
		if t.Failed() {
			t.Log("the bot's log:\n" + h.log.tail(8000))
		}
	})
	return h
}

// start runs a bot and waits until it is there.
func (h *house) start() {
	h.Helper()
	kept := store.Store(h.db)
	if h.between != nil {
		kept = h.between(kept)
	}
	timing := bot.Timing{
		AnnounceRetry: h.retry, RegisterRetry: h.retry, LiveBeat: 20 * time.Millisecond, Sweep: 5 * time.Millisecond,
	}
	if h.dawdles {
		timing.AnnounceRetry = time.Hour
	}
	b, err := bot.New(bot.Options{
		Session: h.config, Store: kept, Logger: slog.New(h.log), Rand: h.dealer, Now: h.clock.now, Timing: timing,
	})
	require.NoError(h, err)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- b.Run(ctx) }()
	h.stop = sync.OnceValue(func() error {
		cancel()
		return <-done
	})
	h.eventually("the bot is connected", func() bool {
		return h.discord.Sessions() > 0 && len(h.discord.Commands("")) > 0
	})
}

// startAgain runs a bot after one that was stopped.
func (h *house) startAgain() {
	h.Helper()
	h.eventually("the bot before has left", func() bool { return h.discord.Sessions() == 0 })
	h.start()
}

// clock is one that goes as others do, but can be put forward.
type clock struct{ ahead atomic.Int64 }

func (c *clock) now() time.Time { return time.Now().Add(time.Duration(c.ahead.Load())) }

func (c *clock) forward(d time.Duration) { c.ahead.Add(int64(d)) }

// toHalfPast puts it forward to half past an hour, for tests in which no hour or
// minute may end.
func (c *clock) toHalfPast() {
	now := c.now()
	c.forward(now.Truncate(time.Hour).Add(90 * time.Minute).Sub(now))
}

// eventually waits until something holds.
func (h *house) eventually(what string, holds func() bool) {
	h.Helper()
	deadline := time.Now().Add(patience)
	for !holds() {
		if time.Now().After(deadline) {
			require.FailNow(h, "waited in vain: "+what)
		}
		time.Sleep(time.Millisecond)
	}
}

// settle waits until everything is announced.
func (h *house) settle() {
	h.Helper()
	h.eventually("everything is announced", func() bool {
		waiting, err := h.db.Outbox(context.Background(), 0, 1)
		require.NoError(h, err)
		return len(waiting) == 0
	})
}

// person makes somebody who reads in a locale and is a member.
func (h *house) person(name, locale string) *person {
	u := h.discord.AddUser(name, locale)
	u.SetDisplayName(name)
	h.guild.Join(u)
	return &person{User: u, house: h, words: text.For(locale), rand: rand.New(rand.NewPCG(h.rand.Uint64(), 2))}
}

// people makes several who read in a locale.
func (h *house) people(locale string, n int) []*person {
	all := make([]*person, n)
	for i, name := range []string{"Ana", "Bo", "Cleo", "Dan", "Eli"}[:n] {
		all[i] = h.person(name, locale)
	}
	return all
}

// tableIn is the newest table of a channel, as the store has it.
func (h *house) tableIn(ch *localdiscord.Channel) table.ID {
	h.Helper()
	id, err := h.db.LastTable(context.Background(), table.ChannelID(snowflake(ch.ID)))
	require.NoError(h, err)
	return id
}

// logbook is a log that tests can read.
type logbook struct {
	handler slog.Handler
	text    lockedBuffer
	mu      sync.Mutex
	errors  []string
}

func (l *logbook) Enabled(ctx context.Context, level slog.Level) bool {
	return l.handler.Enabled(ctx, level)
}

func (l *logbook) Handle(ctx context.Context, r slog.Record) error {
	l.note(r)
	return l.handler.Handle(ctx, r)
}

func (l *logbook) note(r slog.Record) {
	if r.Level < slog.LevelError {
		return
	}
	message := r.Message
	r.Attrs(func(a slog.Attr) bool { message += " " + a.String(); return true })
	l.mu.Lock()
	defer l.mu.Unlock()
	l.errors = append(l.errors, message)
}

func (l *logbook) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &branch{l, l.handler.WithAttrs(attrs)}
}

func (l *logbook) WithGroup(name string) slog.Handler { return &branch{l, l.handler.WithGroup(name)} }

// faults are the errors that were logged.
func (l *logbook) faults() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]string(nil), l.errors...)
}

func (l *logbook) tail(n int) string {
	all := l.text.String()
	return all[max(0, len(all)-n):]
}

// branch is a logbook with attributes.
type branch struct {
	*logbook
	own slog.Handler
}

func (b *branch) Handle(ctx context.Context, r slog.Record) error {
	b.note(r)
	return b.own.Handle(ctx, r)
}

func (b *branch) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &branch{b.logbook, b.own.WithAttrs(attrs)}
}

func (b *branch) WithGroup(name string) slog.Handler {
	return &branch{b.logbook, b.own.WithGroup(name)}
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// forget starts the list of errors afresh.
func (l *logbook) forget() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.errors = nil
}

// useLanguage is for when the language of public messages was changed.
func (h *house) useLanguage(locale string) { h.words = text.For(locale) }
