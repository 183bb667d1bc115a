package harness

import (
	"hash/fnv"
	"log/slog"
	"math"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/discord/commands"
	"amytis/bot/handle/interaction"
	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/play/tables"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt"
)

// Env is the environment of a test: a local Discord, a store, and a connected bot. Its methods fail
// the test.
type Env struct {
	testing.TB
	Discord *localdiscord.Server
	Guild   *localdiscord.Guild
	// Words has the language of public messages.
	Words   *text.Words
	locale  string
	Variant *Variant
	// Store is nil while another process has it open.
	Store     *bolt.DB
	StorePath string
	BotLog    *Log
	Clock     *Clock
	Pace      Pace
	// Bot is nil where the real program runs, as a Process.
	Bot *Bot

	rand *rand.Rand
	// mentions has the mentions of commands once these are registered; their IDs stay.
	mentions *atomic.Pointer[commands.Mentions]
	memory   *memory // with Options.InMemory
	refusals []int   // that CheckClean allows
}

// Options of an environment. The zero value is English and plays Gardens.
type Options struct {
	// Locale is the guild's; "" is en-US.
	Locale  string
	Seed    uint64
	Discord localdiscord.Options
	// LogLevel is the least level that Env.BotLog keeps the text of.
	LogLevel slog.Level
	// WrapStore, if not nil, replaces the bot's store.
	WrapStore func(store.Store) store.Store
	// Variant is what players play; nil is Gardens.
	Variant *Variant
	// Chance is the bot's source of chance; nil draws by Seed.
	Chance engine.Rand
	// Retry is the pause between attempts to announce, 0 a millisecond. With the outbox stuck for
	// Patience the bot is unhealthy; 0 is as usual.
	Retry, Patience time.Duration
	// Caps limit the open tables of each guild; zero is no limit.
	Caps    tables.Caps
	Privacy interaction.Privacy
	// UsualTiming has background work pause as in the real program, not shortly.
	UsualTiming bool
	// Forced is how long forced steps wait. By default, players take every step themselves.
	Forced tables.Grace
	// AnswerWithin is how long an answer may take, DeferAfter when the bot defers; 0 is as usual.
	AnswerWithin, DeferAfter time.Duration
	// Icons has the bot upload its icons.
	Icons bool
	// Faults begin before the bot connects.
	Faults      []localdiscord.RESTFault
	SharedClock bool
	// ByHTTP has the local Discord deliver interactions by HTTP in place of the gateway.
	ByHTTP bool
	// InMemory has the bot reach the local Discord without the network, for testing/synctest, and
	// serve no health and metrics.
	InMemory bool
	// Refusals are codes by which Discord may refuse requests, as OutOfReach.
	Refusals []int
	// Unchecked leaves out the checks at the end.
	Unchecked bool
}

// OutOfReach are codes of refusals for what was deleted, is forbidden or too old.
var OutOfReach = []int{
	wire.CodeUnknownChannel, wire.CodeUnknownMember, wire.CodeUnknownMessage, wire.CodeMissingAccess,
	wire.CodeMissingPermissions, wire.CodeThreadExists, wire.CodeLockedThread, wire.CodeInvalidToken,
}

// New returns a connected bot, and runs the test beside others. At the end everything has to be
// announced, CheckClean and CheckStore must find nothing, and the bot stops.
func New(t testing.TB, o Options) *Env {
	if !o.InMemory { // a bubble of testing/synctest runs alone
		Parallel(t)
	}
	if o.Locale == "" {
		o.Locale = "en-US"
	}
	if o.Discord.AnswerWithin == 0 {
		o.Discord.AnswerWithin = AnswerTime
	}
	clock := &Clock{}
	if o.SharedClock {
		o.Discord.Now = clock.Now
	}
	var inMemory *memory
	if o.InMemory {
		inMemory = newMemory()
		o.Discord.Listener = inMemory
		// Until connections have ended, by a bubble's clock.
		t.Cleanup(func() { time.Sleep(time.Minute) })
	}
	e := WithoutBot(t, o.Discord, o.Seed)
	for _, fault := range o.Faults {
		e.Discord.Faults().REST(fault)
	}
	e.Guild = e.Discord.AddGuild("Babylon", o.Locale)
	e.UseLanguage(o.Locale)
	e.memory = inMemory
	e.Clock = clock
	e.refusals = o.Refusals
	if o.Discord.AnswerWithin < AnswerTime && !o.InMemory { // a busy machine may be late
		e.refusals = append(e.refusals, wire.CodeUnknownInteraction)
	}
	if o.Variant != nil {
		e.Variant = o.Variant
	}
	var err error
	e.Store, err = bolt.Open(e.StorePath, bolt.Options{Program: "test", Replay: tables.Verify})
	require.NoError(t, err)
	e.Bot = newBot(e, o)
	t.Cleanup(func() {
		require.NoError(t, e.Store.Close())
		if t.Failed() {
			t.Log("the bot's log:\n" + Tail(e.BotLog.Text(), 8000))
		}
	})
	e.Bot.Start()
	t.Cleanup(func() { require.NoError(t, e.Bot.Stop()) })
	t.Cleanup(func() {
		if t.Failed() || o.Unchecked {
			return
		}
		e.Discord.Faults().Clear()
		if !e.Bot.stopped.Load() {
			e.Settle()
		}
		e.checkRefusals()
		e.CheckStore()
	})
	return e
}

var parallel sync.Map

// Parallel runs a test beside others, as New does. It can be called again.
func Parallel(t testing.TB) {
	if test, is := t.(*testing.T); is {
		if _, again := parallel.LoadOrStore(test, true); !again {
			test.Parallel()
		}
	}
}

// Judge, if the tests of a package set it, says what is wrong with a request or with its answer.
var Judge func(localdiscord.Traffic) error

// WithoutBot returns an environment for a real program: without a guild and a bot.
func WithoutBot(t testing.TB, o localdiscord.Options, seed uint64) *Env {
	if more := o.OnTraffic; Judge != nil {
		o.OnTraffic = func(e localdiscord.Traffic) {
			if err := Judge(e); err != nil {
				t.Errorf("%s %s: %v", e.Name, e.Path, err)
			}
			if more != nil {
				more(e)
			}
		}
	}
	discord, err := localdiscord.Start(o)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, discord.Close()) })
	return &Env{
		TB: t, Discord: discord, Variant: Gardens, StorePath: filepath.Join(t.TempDir(), "amytis.db"),
		BotLog: &Log{}, Clock: &Clock{}, rand: newRand(seed), mentions: &atomic.Pointer[commands.Mentions]{},
	}
}

// InGuild returns the environment for players of a game in another guild.
func (e *Env) InGuild(guild *localdiscord.Guild, locale string, v *Variant, seed uint64) *Env {
	other := *e
	other.Guild = guild
	other.UseLanguage(locale)
	other.Variant = v
	other.rand = newRand(seed)
	return &other
}

func (e *Env) UseLanguage(locale string) { e.locale, e.Words = locale, text.For(locale) }

// NewPlayer adds a member of the guild. locale is the language of its client.
func (e *Env) NewPlayer(name, locale string) *Player {
	u := e.Discord.AddUser(name, locale)
	u.SetDisplayName(name)
	e.Guild.Join(u)
	p := &Player{User: u, Words: text.For(locale), env: e, rand: dice{rand.New(rand.NewPCG(e.rand.Uint64(), 2))}}
	p.Acks.player = p
	p.Inbox.user = u
	return p
}

func (e *Env) GuildID() table.GuildID { return table.ParseID[table.GuildID](e.Guild.ID) }

// must returns what takes the results of a call, and fails the test for an error.
func must[T any](t testing.TB) func(T, error) T {
	return func(v T, err error) T {
		require.NoError(t, err)
		return v
	}
}

func (e *Env) Settings() store.Settings {
	return must[store.Settings](e)(e.Store.Settings(e.Context(), e.GuildID()))
}

// Preferences returns what the store has of a player.
func (e *Env) Preferences(p *Player) store.Preferences {
	return must[store.Preferences](e)(e.Store.Preferences(e.Context(), p.UserID()))
}

// Results returns the results of the guild, the newest first.
func (e *Env) Results() []store.Result {
	return must[[]store.Result](e)(e.Store.Results(e.Context(), e.GuildID(), math.MaxInt))
}

func (e *Env) Leaderboard(board store.Board) []store.Row {
	return must[[]store.Row](e)(e.Store.Leaderboard(e.Context(), e.GuildID(), board))
}

var playerNames = []string{"Ana", "Bo", "Cleo", "Dan", "Eli"}

// NewPlayers adds at most five people, who use the language of public messages unless one is given.
func (e *Env) NewPlayers(n int, locales ...string) []*Player {
	locale := append(locales, e.locale)[0]
	all := make([]*Player, n)
	for i, name := range playerNames[:n] {
		all[i] = e.NewPlayer(name, locale)
	}
	return all
}

func (e *Env) NewModerator(name, locale string) *Player {
	return newMember(e, name, locale, wire.ManageMessages)
}

func (e *Env) NewManager(name, locale string) *Player {
	return newMember(e, name, locale, wire.ManageGuild)
}

func newMember(e *Env, name, locale string, may wire.Permissions) *Player {
	p := e.NewPlayer(name, locale)
	e.Guild.SetPermissions(p.User, wire.DefaultUserPermissions|may)
	return p
}

// Locales has one of Discord's locales for each language of the bot.
var Locales = func() (all []string) {
	for _, lang := range text.Langs() {
		all = append(all, text.Locales(lang)[0])
	}
	return all
}()

func Locale(i int) string { return Locales[i%len(Locales)] }

// LocaleOf returns one of Locales for a test, always the same. The catalogs' tests see to it that
// every text is there in every language, and fits.
func LocaleOf(t testing.TB) string {
	name := fnv.New32a()
	_, _ = name.Write([]byte(t.Name()))
	return Locales[name.Sum32()%uint32(len(Locales))]
}

// newRand returns a source that the bot's handlers and a test can use at the same time.
func newRand(seed uint64) *rand.Rand { return rand.New(&sharedSource{Source: rand.NewPCG(seed, 1)}) }

type sharedSource struct {
	sync.Mutex
	rand.Source
}

func (s *sharedSource) Uint64() uint64 {
	s.Lock()
	defer s.Unlock()
	return s.Source.Uint64()
}
