// Package bot plays the games in Discord: it joins the connection, the handlers of interactions,
// the announcer and the sweeper into one program, and passes each event to the part that handles
// it.
//
// It keeps nothing in memory that matters: every control carries its position in its custom_id, and
// everything else is in the store. What is done about an interaction is decided in bot/seats,
// bot/turns, bot/views and bot/settings.
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

	"github.com/bwmarrin/discordgo"

	"amytis/bot/announce"
	"amytis/bot/choice"
	"amytis/bot/commands"
	"amytis/bot/interaction"
	"amytis/bot/pictures"
	"amytis/bot/posts"
	"amytis/bot/session"
	"amytis/bot/tables"
	"amytis/bot/telling"
	"amytis/engine"
	"amytis/render"
	"amytis/store"
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

// Timing is the pace of a bot's work in the background. Zero values are the usual pauses; tests set
// others.
type Timing struct {
	// AnnounceRetry is the pause before an announcement that failed is tried again for the first
	// time; 0 is a second. It doubles with each failure.
	AnnounceRetry time.Duration
	// RegisterRetry is the same for registering the commands; 0 is a second.
	RegisterRetry time.Duration
	// LiveBeat is the pause between two changes of a live game's message, and before something is
	// tried again because the server has changed; 0 is two seconds.
	LiveBeat time.Duration
	// Sweep is how often deadlines are looked for; 0 is half a second.
	Sweep time.Duration
}

// Bot plays the games. Make it with New, then Run it.
type Bot struct {
	client    *session.Client
	router    *router
	places    *places
	announcer *announce.Announcer
	sweeper   *tables.Sweeper
	registrar *commands.Registrar
}

// New wires a bot up. It does not connect: Run does.
func New(o Options) (*Bot, error) {
	if o.Store == nil {
		return nil, errors.New("bot: no store")
	}
	o = o.withDefaults()
	o.Session.Logger = o.Logger
	b := &Bot{} // complete before New returns: the client needs its handlers, and they need the client
	client, err := session.New(o.Session, b.handlers())
	if err != nil {
		return nil, fmt.Errorf("bot: %w", err)
	}
	log := slog.New(session.Redact(o.Logger.Handler(), o.Session.Token))
	services := &interaction.Services{
		Client:    client,
		Log:       log,
		Store:     o.Store,
		Tables:    tables.New(o.Store, o.Now, o.Rand),
		Pictures:  pictures.NewDrawer(render.NewCache(o.PictureCache), runtime.GOMAXPROCS(0), log),
		Languages: telling.NewLanguages(o.Store, log),
		Rankings:  choice.NewRankings(),
		Now:       o.Now,
	}
	router, err := newRouter(services)
	if err != nil {
		return nil, fmt.Errorf("bot: %w", err)
	}
	announcer := announce.New(announce.Options{
		Client: client, Store: o.Store, Tables: services.Tables, Languages: services.Languages,
		Writer: posts.NewWriter(services.Tables, services.Pictures, o.Now), Log: log, Now: o.Now,
		Retry: o.Timing.AnnounceRetry, Beat: o.Timing.LiveBeat,
	})
	*b = Bot{
		client:    client,
		router:    router,
		places:    &places{services, announcer},
		announcer: announcer,
		sweeper:   tables.NewSweeper(services.Tables, log, o.Timing.Sweep),
		registrar: commands.NewRegistrar(o.Store, client, log, o.Timing.RegisterRetry),
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

// handlers are what the bot does about each kind of event. They are called after New only.
func (b *Bot) handlers() session.Handlers {
	type (
		ctx   = context.Context
		event = *discordgo.InteractionCreate
	)
	return session.Handlers{
		Interaction:  func(c ctx, i event) { b.router.handle(c, i) },
		Busy:         func(c ctx, i event) { b.router.busy(c, i) },
		Unreadable:   func(c ctx, i event) { b.router.unreadable(c, i) },
		OnPanic:      func(c ctx, i event) { b.router.panicked(c, i) },
		Ready:        b.ready,
		Resumed:      b.resumed,
		GuildSeen:    func(c ctx, g *discordgo.Guild) { b.places.guildSeen(c, g) },
		GuildGone:    func(c ctx, guild string) { b.places.guildGone(c, guild) },
		ChannelGone:  func(c ctx, guild, channel string) { b.places.channelGone(c, guild, channel) },
		ThreadGone:   func(c ctx, guild, thread string) { b.places.threadGone(c, guild, thread) },
		PlaceChanged: func(c ctx, guild string) { b.places.changed(c, guild) },
	}
}

// systemRand is chance that nobody can foresee.
type systemRand struct{}

func (systemRand) IntN(n int) int { return rand.IntN(n) }

// flushTimeout bounds how long a stop waits for announcements.
const flushTimeout = 5 * time.Second

// Run plays until the context ends, and then stops gracefully: what was acknowledged is stored, and
// what can be announced at once is announced; the rest is announced after the next start.
func (b *Bot) Run(ctx context.Context) error {
	if err := b.sweeper.Begin(context.WithoutCancel(ctx)); err != nil {
		return fmt.Errorf("bot: %w", err)
	}
	announcing, stop := context.WithCancel(context.WithoutCancel(ctx))
	var announcer, others sync.WaitGroup
	announcer.Go(func() { b.announcer.Run(announcing) })
	working, halt := context.WithCancel(ctx)
	others.Go(func() { b.sweeper.Run(working) })
	others.Go(func() { b.registrar.Run(working) })
	err := b.client.Run(ctx)
	halt()
	others.Wait()
	b.announcer.Flush(flushTimeout)
	stop()
	announcer.Wait()
	return err
}

// resumed is called when the bot is connected again.
func (b *Bot) resumed(context.Context) { b.announcer.Reconnected() }

// ready is called when a session begins.
func (b *Bot) ready(_ context.Context, r *discordgo.Ready) {
	b.announcer.Reconnected()
	b.registrar.Begin(r)
}
