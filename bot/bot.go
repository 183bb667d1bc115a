// Package bot is the Discord bot as a whole: it makes and runs the parts, and passes each event to
// its handler. A restart loses nothing: a control's custom_id carries its table and version, and
// everything else is in the store.
package bot

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/background/announce"
	"amytis/bot/background/challenge"
	"amytis/bot/background/computers"
	"amytis/bot/background/monitor"
	"amytis/bot/background/news"
	"amytis/bot/background/retention"
	"amytis/bot/background/reviewqueue"
	"amytis/bot/discord"
	"amytis/bot/discord/commands"
	"amytis/bot/discord/emoji"
	"amytis/bot/handle"
	"amytis/bot/handle/guilds"
	"amytis/bot/handle/hints"
	"amytis/bot/handle/interaction"
	"amytis/bot/handle/refresh"
	"amytis/bot/play/choice"
	"amytis/bot/play/tables"
	"amytis/bot/say/pictures"
	"amytis/bot/say/posts"
	"amytis/bot/say/sentences"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/render"
	"amytis/store"
)

// Options configures a Bot. Discord and Store are required; other fields have defaults.
type Options struct {
	Discord discord.Config
	Store   store.Store
	Logger  *slog.Logger
	Now     func() time.Time
	// Rand is the source of chance in the games; nil is a generator that nobody can predict.
	Rand         engine.Rand
	PictureCache int // limits the cache of pictures, in bytes; 0 is 32 MiB
	// Caps returns a server's limits, which may change; nil means none. It is called concurrently.
	Caps    func() tables.Caps
	Privacy interaction.Privacy
	NoIcons bool         // leave the emoji of the application alone: buttons and menus have no icons
	HTTP    net.Listener // where to serve the health and the metrics; nil is nowhere. Run closes it
	Host    monitor.Host
	Timing  Timing
}

// Timing holds the pauses of the background work. Those before a retry double with each failure.
type Timing struct {
	AnnounceRetry time.Duration // before a failed announcement is tried again; 0 is a second
	RegisterRetry time.Duration // before the commands are registered again; 0 is a second
	UploadRetry   time.Duration // before icons are uploaded again; 0 is a minute
	LiveBeat      time.Duration // between two edits of a live game's message, and before a retry; 0 is two seconds
	Sweep         time.Duration // between two searches for overdue deadlines; 0 is half a second
	ComputerStep  time.Duration // a computer's, before each step of a live game; 0 is three seconds
	Forced        tables.Grace
	Hint          time.Duration // of a search for a hint, which ends with its best so far; 0 is three seconds
	Look          time.Duration // for Discord to say who is on a server, before an answer without it; 0 is a second
	Retention     time.Duration // between two searches for old data; 0 is a minute
	News          time.Duration // between two looks for what servers are to be told; 0 is half a minute
	Flush         time.Duration // of Run, at the end, for the last announcements; 0 is three seconds
	Patience      time.Duration // for the outbox to be stuck, before the bot counts as unhealthy
}

// Bot runs the games on Discord. It never changes after New.
type Bot struct {
	client              *discord.Client
	duty                *gatewayDuty
	router              *handle.Router
	guilds              *guilds.Watcher
	announcer           *announce.Announcer
	adviser             *hints.Adviser
	sweeper             *tables.Sweeper
	computers           *computers.Worker
	monitor             *monitor.Monitor
	options             Options
	registrar           *commands.Registrar
	uploader            *emoji.Uploader
	work                []func(context.Context) // what runs beside the client and the announcer
	beginWithoutSession func()                  // tells the uploader to begin, once, if another process has the shards
	begun               atomic.Bool             // setUpApplication was called
}

// New creates a bot, which Run connects. The error says what is missing or invalid in o.
func New(o Options) (*Bot, error) {
	if o.Store == nil {
		return nil, errors.New("bot: no store")
	}
	o = o.withDefaults()
	b := &Bot{
		duty: &gatewayDuty{
			store: o.Store, hold: store.NewHold(o.Store, "gateway", 0),
			mark: fmt.Sprintf("%.4x ", sha256.Sum256([]byte(o.Discord.REST.Token))),
		},
		router:  &handle.Router{},
		options: o,
	}
	mentions := &commands.Mentions{}
	icons := emoji.NewIcons()
	if err := b.connect(o, mentions, icons); err != nil {
		return nil, fmt.Errorf("bot: %w", err)
	}
	s := b.services(o, icons)
	b.adviser = hints.NewAdviser(o.Timing.Hint)
	reviewer := reviewqueue.New(o.Store, s.Log)
	members := guilds.NewMembership(b.client.Guilds, s.Log, o.Now)
	b.router.Services, b.router.OnlyCommands = s, members.OnlyCommands
	b.router.Routes = handle.Routes(b.adviser, reviewer)
	commits := monitor.NewCommits()
	s.Tables.Committed = commits.Count
	b.announcer = announce.New(announce.Options{
		Messages: b.client.Messages, Guilds: b.client.Guilds, Store: o.Store, Tables: s.Tables,
		Languages: s.Languages, Writer: posts.NewWriter(s.Tables, s.Pictures, o.Now), Log: s.Log, Now: o.Now,
		Retry: o.Timing.AnnounceRetry, Beat: o.Timing.LiveBeat,
	})
	b.guilds = guilds.NewWatcher(s, o.Store, b.announcer, members)
	b.sweeper = tables.NewSweeper(s.Tables, o.Store, s.Log, o.Timing.Sweep)
	b.sweeper.Reachable = func() bool { return b.client.Reachable(tables.OutageAfter) && !b.announcer.Down() }
	b.computers = computers.New(computers.Options{
		Tables: s.Tables, Log: s.Log, Now: o.Now, Busy: b.router.Serving, Mine: b.sweeper.Mine,
		Step: o.Timing.ComputerStep,
	})
	inTime := func(ctx context.Context) bool { // for what cannot be undone
		return b.sweeper.MineNow(ctx) && (b.client.Clock.Right() || b.client.AskTime(ctx) == nil && b.client.Clock.Right())
	}
	old := &retention.Worker{
		Store: o.Store, Languages: s.Languages, OnGuild: b.client.Guilds.OnGuild, Mine: inTime,
		Log: s.Log, Now: o.Now, KeepNames: o.Privacy.KeepNames(), Every: o.Timing.Retention,
	}
	told := news.New(news.Options{
		Messages: b.client.Messages, Guilds: b.client.Guilds, Store: o.Store, Tables: s.Tables,
		Languages: s.Languages, Pictures: s.Pictures, Mine: inTime, Log: s.Log, Now: o.Now, Every: o.Timing.News,
	})
	puzzles := challenge.New(told)
	b.monitor = monitor.New(monitor.Options{
		Store: o.Store, Commits: commits, Status: b.client.Status, Stuck: b.announcer.Stuck, Sweeps: b.sweeper.Sweeps,
		Thought: b.computers.Thought, Damaged: s.Tables.Damage.Tables, ClockRight: b.client.Clock.Right, Log: s.Log, Patience: o.Timing.Patience, Host: o.Host,
	})
	b.router.Count = b.monitor.Handled
	b.registrar = commands.NewRegistrar(o.Store, b.client.Application, mentions, s.Log, o.Timing.RegisterRetry)
	mineIcons := store.NewHold(o.Store, "icons", 0).Mine
	b.uploader = emoji.NewUploader(icons, b.client.Application, mineIcons, s.Log, o.Timing.UploadRetry)
	b.beginWithoutSession = sync.OnceFunc(b.uploader.BeginSession)
	b.work = []func(context.Context){
		b.sweeper.Run, s.Tables.Damage.Examine, b.computers.Run, s.Panels.Run, b.registrar.Run, old.Run, told.Run, b.adviser.Run,
		func(ctx context.Context) { puzzles.Run(ctx, b.waitedFor) },
		func(ctx context.Context) { reviewer.Run(ctx, b.waitedFor) },
		func(ctx context.Context) { present(ctx, o.Store, b.client.Present) },
	}
	if !o.NoIcons {
		b.work = append(b.work, b.uploader.Run)
	}
	if o.HTTP != nil {
		b.work = append(b.work, func(ctx context.Context) { b.monitor.Serve(ctx, o.HTTP) })
	}
	return b, nil
}

// connect makes the client.
func (b *Bot) connect(o Options, mentions *commands.Mentions, icons *emoji.Icons) (err error) {
	c := o.Discord
	c.Logger = o.Logger
	c.Gateway.Mine = b.hasDuty
	c.Gateway.Leave = b.duty.leave
	c.Rewrite = mentions.Insert
	c.Interactions.EmojiRefused = icons.Refused
	b.client, err = discord.New(c, b.handlers())
	return err
}

func (b *Bot) services(o Options, icons *emoji.Icons) *interaction.Services {
	log := slog.New(calmStop{o.Logger.Handler()})
	s := &interaction.Services{
		Responder: b.client.Responder,
		Guilds:    b.client.Guilds,
		Messages:  b.client.Messages,
		Log:       log,
		Store:     o.Store,
		Tables:    tables.New(o.Store, o.Now, o.Rand),
		Pictures:  pictures.NewDrawer(render.NewCache(o.PictureCache), runtime.GOMAXPROCS(0), log),
		Languages: sentences.NewLanguages(o.Store, log),
		Rankings:  choice.NewRankings(),
		Icons:     icons,
		Now:       o.Now,
		Caps:      o.Caps,
		Privacy:   o.Privacy, LookWithin: cmp.Or(o.Timing.Look, time.Second),
	}
	s.Tables.Forced.Grace = o.Timing.Forced
	s.Tables.Damage.Seen = func(id table.ID, err error) {
		log.Error("a game is damaged, and its players are told so: restore a backup, or let them stop it with /game abort",
			slog.Any("table", id), slog.Any("err", err))
	}
	s.Tables.ClockRight = b.client.Clock.Right
	s.Panels = refresh.New(s.Responder, s.Tables, log, o.Now)
	return s
}

func (o Options) withDefaults() Options {
	o.Logger = cmp.Or(o.Logger, slog.Default())
	o.Rand = cmp.Or(o.Rand, engine.Rand(systemRand{}))
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Caps == nil {
		o.Caps = func() tables.Caps { return tables.Caps{} }
	}
	o.PictureCache = cmp.Or(o.PictureCache, 32<<20)
	o.Timing.Hint = cmp.Or(o.Timing.Hint, 3*time.Second)
	o.Timing.Flush = cmp.Or(o.Timing.Flush, 3*time.Second) // containers are killed after ten
	return o
}

// handlers returns what handles each kind of Discord event. None is called before New returns.
func (b *Bot) handlers() discord.Handlers {
	type ctx = context.Context
	return discord.Handlers{
		Interactions: b.router.Handlers(),
		Ready:        b.ready,
		Resumed:      b.resumed,
		GuildSeen:    func(c ctx, g *discordgo.Guild) { b.guilds.Seen(c, g) },
		GuildGone:    func(c ctx, guild string) { b.guilds.Gone(c, guild) },
		PlaceGone:    func(c ctx, guild, place, parent string) { b.guilds.PlaceGone(c, guild, place, parent) },
		PlaceChanged: func(c ctx, guild, place string, now discord.Sight) { b.guilds.Changed(c, guild, place, now) },
	}
}

// calmStop lowers log records about cancelled calls, which end with the bot, to debug.
type calmStop struct{ slog.Handler }

func (h calmStop) Handle(ctx context.Context, r slog.Record) error {
	r.Attrs(func(a slog.Attr) bool {
		err, isError := a.Value.Any().(error)
		if isError && errors.Is(err, context.Canceled) {
			r.Level = slog.LevelDebug
		}
		return r.Level != slog.LevelDebug
	})
	if !h.Enabled(ctx, r.Level) {
		return nil
	}
	return h.Handler.Handle(ctx, r)
}

func (h calmStop) WithAttrs(attrs []slog.Attr) slog.Handler {
	return calmStop{h.Handler.WithAttrs(attrs)}
}
func (h calmStop) WithGroup(name string) slog.Handler { return calmStop{h.Handler.WithGroup(name)} }

// systemRand is a source of chance that nobody can predict.
type systemRand struct{}

func (systemRand) IntN(n int) int { return rand.IntN(n) }

// Run runs the bot until the context ends or the connection fails for good, and then stops
// gracefully. Announcements that cannot be sent in time are sent after the next start.
func (b *Bot) Run(ctx context.Context) error {
	if err := b.sweeper.BeginSweeping(context.WithoutCancel(ctx)); err != nil {
		return fmt.Errorf("bot: %w", err)
	}
	announcing, stop := context.WithCancel(context.WithoutCancel(ctx))
	var announcer, others sync.WaitGroup
	announcer.Go(func() { b.announcer.Run(announcing) })
	working, halt := context.WithCancel(ctx)
	for _, run := range b.work {
		others.Go(func() { run(working) })
	}
	err := b.client.Run(ctx)
	halt()
	others.Wait()
	b.announcer.Flush(b.options.Timing.Flush)
	stop()
	announcer.Wait()
	return err
}

// waitedFor reports whether people wait for an answer, or for the turn of a computer.
func (b *Bot) waitedFor() bool { return b.router.Serving() || b.computers.Thinking() }

// resumed begins, like ready, if this process has taken the session over from another.
func (b *Bot) resumed(context.Context) {
	b.announcer.Reconnected()
	if !b.begun.Swap(true) {
		b.setUpApplication(&discordgo.Ready{})
	}
}

func (b *Bot) setUpApplication(r *discordgo.Ready) {
	b.registrar.BeginSession(r)
	b.uploader.BeginSession()
}

// ready handles the start of a shard's session. Only the first shard has it begin with the commands
// and icons: once is enough for all.
func (b *Bot) ready(ctx context.Context, r *discordgo.Ready) {
	b.announcer.Reconnected()
	if r.Shard == nil || r.Shard[0] == 0 {
		b.begun.Store(true)
		b.setUpApplication(r)
	}
	b.guilds.Ready(ctx, r)
}

// hasDuty reports whether this process is to be connected. If not, it begins with the icons.
func (b *Bot) hasDuty(ctx context.Context, sessions string) (mine bool, kept string, err error) {
	mine, kept, err = b.duty.mine(ctx, sessions)
	if !mine && err == nil {
		b.beginWithoutSession()
	}
	return mine, kept, err
}
