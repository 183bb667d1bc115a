package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime"
	"sync"
	"time"

	"amytis/bot/session"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/render"
	"amytis/store"

	"github.com/bwmarrin/discordgo"
	lru "github.com/hashicorp/golang-lru/v2"
)

// Options is what a Bot needs. Zero values of optional fields get defaults.
type Options struct {
	Session session.Config
	Store   store.Store
	// Logger takes what happens; nil is slog.Default.
	Logger *slog.Logger
	// Now is the clock; nil is time.Now.
	Now func() time.Time
	// Rand deals the games; nil is a generator seeded by the system.
	Rand engine.Rand
	// PictureCache bounds the pictures kept, in bytes; 0 is 32 MiB.
	PictureCache int
	// Timing is the pace of the work in the background.
	Timing Timing
}

// Timing is the pace of a bot's work in the background. Zero values are the usual pauses; tests
// set others.
type Timing struct {
	// AnnounceRetry is the pause before an announcement that failed is tried again for the first
	// time; 0 is a second. It doubles with each failure.
	AnnounceRetry time.Duration
	// RegisterRetry is the same for registering the commands; 0 is a second.
	RegisterRetry time.Duration
	// LiveBeat is the pause between two changes of a live game's message, and before something
	// is tried again because the server has changed; 0 is two seconds.
	LiveBeat time.Duration
	// Sweep is how often deadlines are looked for; 0 is half a second.
	Sweep time.Duration
}

// Bot plays the games. Make it with New, then Run it.
type Bot struct {
	*services
	announcer *announcer
	sweeper   *sweeper
	registrar *registrar
	routes    routes
	// recent are the interactions that came lately. Discord delivers some twice, and the second
	// would be refused, perhaps before the first is answered. That none is committed twice does
	// not depend on this memory: the store sees to it.
	recent *lru.Cache[string, struct{}]
}

// recentInteractions is how many are remembered.
const recentInteractions = 4096

// New wires a bot up. It does not connect: Run does.
func New(o Options) (*Bot, error) {
	if o.Store == nil {
		return nil, errors.New("bot: no store")
	}
	o = o.withDefaults()
	whole, err := merged(seatRoutes(), turnRoutes(), viewRoutes(), settingRoutes())
	if err != nil {
		return nil, fmt.Errorf("bot: %w", err)
	}
	recent, err := lru.New[string, struct{}](recentInteractions)
	if err != nil {
		return nil, fmt.Errorf("bot: %w", err)
	}
	b := &Bot{} // the client's handlers need it, and it needs the client
	o.Session.Logger = o.Logger
	client, err := session.New(o.Session, b.handlers())
	if err != nil {
		return nil, fmt.Errorf("bot: %w", err)
	}
	log := slog.New(session.Redact(o.Logger.Handler(), o.Session.Token))
	tables := newDesk(o.Store, o.Now, o.Rand)
	pictures := newStudio(render.NewCache(o.PictureCache), runtime.GOMAXPROCS(0), log)
	languages := newLanguages(o.Store, log)
	*b = Bot{
		services: &services{
			client: client, log: log, store: o.Store, desk: tables, studio: pictures,
			languages: languages, rankings: newRankings(), now: o.Now,
		},
		announcer: newAnnouncer(announcerOptions{
			client: client, store: o.Store, tables: tables, languages: languages,
			writer: newWriter(tables, pictures, o.Now), log: log, now: o.Now,
			retry: o.Timing.AnnounceRetry, beat: o.Timing.LiveBeat,
		}),
		sweeper:   newSweeper(tables, log, o.Timing.Sweep),
		registrar: newRegistrar(o.Store, client, log, o.Timing.RegisterRetry),
		routes:    whole,
		recent:    recent,
	}
	return b, nil
}

func (o Options) withDefaults() Options {
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Rand == nil {
		o.Rand = systemRand{}
	}
	o.PictureCache = cmp.Or(o.PictureCache, 32<<20)
	return o
}

// handlers are what the bot does about each kind of event.
func (b *Bot) handlers() session.Handlers {
	return session.Handlers{
		Interaction:  b.interaction,
		Busy:         b.busy,
		Unreadable:   b.unreadable,
		OnPanic:      b.panicked,
		Ready:        b.ready,
		Resumed:      b.resumed,
		GuildSeen:    b.guildSeen,
		GuildGone:    b.guildGone,
		ChannelGone:  b.channelGone,
		ThreadGone:   b.threadGone,
		PlaceChanged: b.placeChanged,
	}
}

// systemRand is chance that nobody can foresee.
type systemRand struct{}

func (systemRand) IntN(n int) int { return rand.IntN(n) }

// flushTimeout bounds how long a stop waits for announcements.
const flushTimeout = 5 * time.Second

// Run plays until the context ends, and then stops gracefully: what was
// acknowledged is stored, and what can be announced at once is announced; the
// rest is announced after the next start.
func (b *Bot) Run(ctx context.Context) error {
	if err := b.sweeper.begin(context.WithoutCancel(ctx)); err != nil {
		return fmt.Errorf("bot: %w", err)
	}
	announcing, stop := context.WithCancel(context.WithoutCancel(ctx))
	var announcer, others sync.WaitGroup
	announcer.Go(func() { b.announcer.run(announcing) })
	working, halt := context.WithCancel(ctx)
	others.Go(func() { b.sweeper.run(working) })
	others.Go(func() { b.registrar.run(working) })
	err := b.client.Run(ctx)
	halt()
	others.Wait()
	b.announcer.flush(flushTimeout)
	stop()
	announcer.Wait()
	return err
}

// resumed is called when the bot is connected again.
func (b *Bot) resumed(context.Context) { b.announcer.back() }

// ready is called when a session begins.
func (b *Bot) ready(_ context.Context, r *discordgo.Ready) {
	b.announcer.back()
	b.registrar.begin(r)
}

// guildSeen remembers a server's language for messages that no interaction asks
// for, and looks what has become of its games' channels.
func (b *Bot) guildSeen(ctx context.Context, g *discordgo.Guild) {
	b.languages.note(ctx, table.ParseID[table.GuildID](g.ID), g.PreferredLocale)
	b.lookAfter(ctx, g.ID, placesOf(g))
	b.announcer.retryGuild(table.ParseID[table.GuildID](g.ID))
}

// placeChanged tries again what could not be announced on a server.
func (b *Bot) placeChanged(_ context.Context, guild string) {
	b.announcer.retryGuild(table.ParseID[table.GuildID](guild))
}
