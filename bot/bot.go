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
	client    *session.Client
	log       *slog.Logger
	desk      *desk
	studio    *studio
	rankings  rankings
	announcer *announcer
	sweeper   *sweeper
	registrar *registrar
	recent    *recent
	now       func() time.Time
	routes    routes
}

// New wires a bot up. It does not connect: Run does.
func New(o Options) (*Bot, error) {
	if o.Store == nil {
		return nil, errors.New("bot: no store")
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Rand == nil {
		o.Rand = systemRand{}
	}
	if o.PictureCache == 0 {
		o.PictureCache = 32 << 20
	}
	b := &Bot{
		log:      slog.New(session.Redact(o.Logger.Handler(), o.Session.Token)),
		rankings: rankings{kept: map[rankingKey]*ranked{}},
		desk:     newDesk(o.Store, o.Now, o.Rand),
		studio:   newStudio(render.NewCache(o.PictureCache), runtime.GOMAXPROCS(0), o.Logger),
		recent:   newRecent(),
		now:      o.Now,
	}
	var err error
	if b.routes, err = merged(seatRoutes(), turnRoutes(), viewRoutes(), settingRoutes()); err != nil {
		return nil, fmt.Errorf("bot: %w", err)
	}
	o.Session.Logger = o.Logger
	client, err := session.New(o.Session, session.Handlers{
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
	})
	if err != nil {
		return nil, fmt.Errorf("bot: %w", err)
	}
	b.client = client
	b.announcer = newAnnouncer(b, cmp.Or(o.Timing.AnnounceRetry, retryMin), cmp.Or(o.Timing.LiveBeat, liveBeat))
	b.sweeper = &sweeper{desk: b.desk, log: b.log, every: cmp.Or(o.Timing.Sweep, sweepEvery)}
	b.registrar = newRegistrar(b.desk, client, b.log, cmp.Or(o.Timing.RegisterRetry, retryMin))
	return b, nil
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
func (b *Bot) resumed(context.Context) { b.announcer.outage.end() }

// ready is called when a session begins.
func (b *Bot) ready(_ context.Context, r *discordgo.Ready) {
	b.announcer.outage.end()
	b.registrar.begin(r)
}

// guildSeen remembers a server's language for messages that no interaction asks
// for, and looks what has become of its games' channels.
func (b *Bot) guildSeen(ctx context.Context, g *discordgo.Guild) {
	b.noteLocale(ctx, table.ParseID[table.GuildID](g.ID), g.PreferredLocale)
	b.lookAfter(ctx, g.ID, placesOf(g))
	b.announcer.stir(table.ParseID[table.GuildID](g.ID))
}

// placeChanged tries again what could not be announced on a server.
func (b *Bot) placeChanged(_ context.Context, guild string) {
	b.announcer.stir(table.ParseID[table.GuildID](guild))
}
