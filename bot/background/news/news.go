// Package news posts the messages that belong to a server and to no game, such as the podium of a
// season. Each is posted once, also after a crash, a lost reply or an outage. One that shows
// something that changes is edited in place.
package news

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"time"

	"amytis/bot/discord"
	"amytis/bot/discord/message"
	"amytis/bot/discord/rest"
	"amytis/bot/play/tables"
	"amytis/bot/say/pictures"
	"amytis/bot/say/sentences"
	"amytis/engine/table"
	"amytis/store"
)

const (
	lookEvery = 30 * time.Second
	// retryMax is the longest pause after a failure, and refusedMax after a refusal by Discord.
	retryMax   = 5 * time.Minute
	refusedMax = time.Hour
	// longest is the time that one message may take, so that it delays no other servers for long.
	longest = time.Minute
)

// Source says what servers are to be told. Its messages are remembered by its name.
type Source struct {
	Name string
	// Due returns the message that a server should have now, nil for none. It is asked often.
	Due func(ctx context.Context, guild table.GuildID, s store.Settings, now time.Time) (*Post, error)
}

type Post struct {
	// Key names the occasion. A key that differs from the last message's leads to a new message.
	Key     string
	Channel table.ChannelID
	Since   time.Time // from when the message may be posted unknown to the store, zero for never
	Version string    // of what the message shows: if it differs, the message is edited; "" never does
	// Make writes the message. Its first line is unlike any other of the bot's in the channel.
	Make func(ctx context.Context) (*message.Message, error)
}

type Messages interface {
	CheckGuild(ctx context.Context, channelID, guildID string) error
	Send(ctx context.Context, channelID string, m *message.Message, nonce string) (messageID string, err error)
	Edit(ctx context.Context, channelID, messageID string, m *message.Message) error
	Delete(ctx context.Context, channelID, messageID string) error
	Unarchive(ctx context.Context, threadID string) error
	FindPosted(
		ctx context.Context, channelID string, after uint64, fits func(discord.Posted) bool,
	) (messageID string, err error)
}

// Options configure a Worker. All fields but Every are required.
type Options struct {
	Messages  Messages
	Guilds    *discord.Guilds
	Store     store.Store
	Tables    *tables.Tables
	Languages *sentences.Languages
	Pictures  *pictures.Drawer
	// Mine reports whether this process works for all that share the store.
	Mine  func(ctx context.Context) bool
	Log   *slog.Logger
	Now   func() time.Time
	Every time.Duration // the pause between two looks; 0 is the usual one
}

type Worker struct {
	Options
	Sources []Source                 // set before Run
	pauses  map[place]pause          // only Run uses it and the next
	quiet   map[table.GuildID]string // the months in which servers have no season to be told of
}

type place struct {
	guild  table.GuildID
	source string
}

// pause is how long a message that failed waits, by the time of the machine.
type pause struct {
	until time.Time
	next  time.Duration
}

func New(o Options) *Worker {
	o.Every = cmp.Or(o.Every, lookEvery)
	w := &Worker{Options: o, pauses: map[place]pause{}, quiet: map[table.GuildID]string{}}
	w.Sources = []Source{{seasonNews, w.seasonDue}, {store.BoardNews, w.boardDue}}
	return w
}

// Run works until the context ends. The next start goes on with what it interrupts.
func (w *Worker) Run(ctx context.Context) {
	for {
		if w.Mine(ctx) {
			if err := w.Look(ctx); err != nil && ctx.Err() == nil {
				w.Log.Error("cannot tell servers their news", slog.Any("err", err))
			}
		}
		if rest.Sleep(ctx, w.Every) != nil {
			return
		}
	}
}

// Look tells all servers what is due now.
func (w *Worker) Look(ctx context.Context) error {
	guilds, err := w.Languages.Known(ctx)
	if err != nil {
		return err
	}
	gone, err := w.Store.Notes(ctx, store.GoneNote(0))
	if err != nil {
		return err
	}
	for _, guild := range guilds {
		_, isGone := gone[store.GoneNote(guild)]
		if isGone || guild == 0 || guild.Direct() {
			continue
		}
		if ctx.Err() != nil || !w.Mine(ctx) {
			return ctx.Err()
		}
		settings, err := w.Store.Settings(ctx, guild)
		if err != nil {
			return err
		}
		for _, source := range w.Sources {
			w.serveSource(ctx, guild, source, settings)
		}
	}
	return nil
}

// serveSource tells a server what a source says, unless that failed a short time ago.
func (w *Worker) serveSource(ctx context.Context, guild table.GuildID, source Source, settings store.Settings) {
	at := place{guild, source.Name}
	waits := w.pauses[at]
	if time.Now().Before(waits.until) {
		return
	}
	attempt, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	post, err := source.Due(attempt, guild, settings, w.Now())
	if err == nil && post != nil {
		err = w.tellServer(attempt, at, post, settings.Told[source.Name])
	}
	if err == nil || errors.Is(err, errTaken) {
		delete(w.pauses, at)
		return
	}
	most := retryMax
	if refused(err) {
		most = refusedMax
	}
	wait := min(max(waits.next, w.Every), most)
	w.pauses[at] = pause{time.Now().Add(max(wait, rest.RetryAfter(err))), 2 * wait}
	if ctx.Err() == nil {
		var channel table.ChannelID
		if post != nil {
			channel = post.Channel
		}
		w.Log.Warn(explainFailure(err), slog.Any("guild", guild), slog.String("kind", source.Name), slog.Any("channel", channel),
			slog.Duration("pause", wait), slog.Any("err", err))
	}
}
