// Package guilds follows the servers that the bot is on by Discord's events. Games stand still
// while the bot cannot see their channel, and end if it is deleted.
package guilds

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/background/announce"
	"amytis/bot/discord"
	"amytis/bot/discord/rest"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/engine/table"
	"amytis/store"
)

// Watcher suspends the games that the bot cannot see, and gives up those whose channel is deleted:
// they would stay in lists of open games for ever. Only events tell for certain that a channel is
// deleted. Discord sends none for its threads, and none while the bot is offline.
type Watcher struct {
	services  *interaction.Services
	notes     store.Admin
	announcer *announce.Announcer
	members   *Membership
	// due has the servers where a look at all games has yet to begin, which sees further changes
	// too.
	due     sync.Map
	looking [64]sync.Mutex // see look
}

func NewWatcher(
	services *interaction.Services, notes store.Admin, announcer *announce.Announcer, members *Membership,
) *Watcher {
	return &Watcher{services: services, notes: notes, announcer: announcer, members: members}
}

// Seen handles a server that Discord reports as available. It notes the language for messages
// without an interaction, and looks whether the bot sees the channels of games. The event may be
// late: the bot may have been removed since.
func (w *Watcher) Seen(ctx context.Context, g *discordgo.Guild) {
	defer w.look(g.ID)()
	if !w.noteBack(ctx, table.ParseID[table.GuildID](g.ID)) {
		return
	}
	w.members.Join(g)
	w.services.Languages.Note(ctx, table.ParseID[table.GuildID](g.ID), g.PreferredLocale)
	seen := discord.Seen(g.Channels, g.Threads)
	if len(g.Channels) > 0 {
		w.each(g.ID, w.openAt(ctx, g.ID, ""), func(s tables.Loaded) error { return w.judge(ctx, s, seen, true) })
	}
	w.retry(g.ID, "", seen)
}

// Changed looks at the games in a changed channel or thread and in the threads of that channel, if
// they go on or stand still now. With place "" it looks at all games of the server.
func (w *Watcher) Changed(ctx context.Context, guild, place string, now discord.Sight) {
	if place != "" {
		defer w.look(place)()
		w.checkChannels(ctx, guild, place, now)
		return
	}
	if _, waits := w.due.LoadOrStore(guild, true); waits {
		return
	}
	defer w.look(guild)()
	w.due.Delete(guild)
	w.checkChannels(ctx, guild, "", now)
}

// look waits until no other event of a server or channel is handled: what Discord answered to that
// one would be old when it is acted on. Call done after the look. Some share a lock.
func (w *Watcher) look(id string) (done func()) {
	look := &w.looking[uint64(table.ParseID[table.GuildID](id))>>22%uint64(len(w.looking))]
	look.Lock()
	return look.Unlock
}

// checkChannels asks Discord whether the bot sees the channels of games, since an event may be
// late. For one channel it asks for that, else for the lists of all.
func (w *Watcher) checkChannels(ctx context.Context, guild, place string, now discord.Sight) {
	open := w.openAt(ctx, guild, place)
	if place != "" {
		open = slices.DeleteFunc(open, func(s tables.Loaded) bool { return s.Table.Suspended() == (now != discord.Visible) })
	}
	var seen map[string]bool // nil if there is nothing to ask
	var err error
	switch {
	case len(open) == 0 && now != discord.Visible:
		return
	case len(open) == 0:
	case slices.ContainsFunc(open, func(s tables.Loaded) bool { return s.Header.Channel.String() != place }):
		seen, err = w.services.Guilds.Seen(ctx, guild)
	default:
		var sight discord.Sight
		sight, err = w.services.Guilds.Sight(ctx, place)
		seen = map[string]bool{place: sight == discord.Visible}
	}
	if w.logged(guild, err); err != nil {
		open, seen = nil, nil
	}
	w.each(guild, open, func(s tables.Loaded) error { return w.judge(ctx, s, seen, false) })
	w.retry(guild, place, seen)
}

// judge has a game go on if the bot sees its channel, and else stand still. seen is what Discord
// has told of, of whole servers also hidden channels: a game ends whose channel Discord does not
// know at all. Archived, locked and private threads may be missing.
func (w *Watcher) judge(ctx context.Context, s tables.Loaded, seen map[string]bool, whole bool) error {
	channel, home := s.Header.Channel, cmp.Or(s.Header.Parent, s.Header.Channel)
	sees, answered := seen[channel.String()]
	around, answeredAround := seen[home.String()]
	ask := channel
	switch {
	case answered, answeredAround && !around, !answeredAround && !whole:
		ask = 0
	case !answeredAround:
		ask = home
	case !whole && !s.Table.Suspended():
		return nil // a thread that is no longer active
	}
	if ask != 0 {
		sight, err := w.services.Guilds.Sight(ctx, ask.String())
		if err != nil {
			return err
		}
		if sight == discord.Unknown && !answeredAround {
			return w.services.Tables.GiveUp(ctx, s.ID, 0)
		}
		sees = sight == discord.Visible
	}
	if sees {
		return tables.Resume(ctx, w.services.Tables, s)
	}
	return tables.Suspend(ctx, w.services.Tables, s)
}

// retry sends what waits at a place and below, or with "" on a server, where seen; nil is all.
func (w *Watcher) retry(guild, place string, seen map[string]bool) {
	w.announcer.RetryIn(table.ParseID[table.GuildID](guild), func(channel, parent table.ChannelID) bool {
		at, around := channel.String(), parent.String()
		sees, answered := seen[at]
		return (place == "" || at == place || around == place) && (seen == nil || sees || !answered && seen[around])
	})
}

// PlaceGone gives up the games of a deleted channel and its threads. A thread's parent is told.
func (w *Watcher) PlaceGone(ctx context.Context, guild, place, parent string) {
	w.each(guild, w.openAt(ctx, guild, place), func(s tables.Loaded) error {
		return w.services.Tables.GiveUp(ctx, s.ID, table.ParseID[table.ChannelID](parent))
	})
	w.retry(guild, place, nil)
}

// Gone suspends the games of a server that the bot was removed from, and notes the time. The event
// may be late, or the bot may come back meanwhile: Seen may have run then.
func (w *Watcher) Gone(ctx context.Context, guild string) {
	defer w.look(guild)()
	if w.isOn(ctx, guild) {
		return
	}
	w.members.known.Delete(guild)
	w.noteGone(ctx, table.ParseID[table.GuildID](guild))
	w.each(guild, w.openAt(ctx, guild, ""), func(s tables.Loaded) error { return tables.Suspend(ctx, w.services.Tables, s) })
	if w.isOn(ctx, guild) {
		w.noteBack(ctx, table.ParseID[table.GuildID](guild))
		w.checkChannels(ctx, guild, "", discord.Visible)
	}
	w.retry(guild, "", nil)
}

func (w *Watcher) isOn(ctx context.Context, guild string) bool {
	on, err := w.services.Guilds.OnGuild(ctx, guild)
	return err == nil && on
}

// openAt returns the open tables in a channel or thread and in its threads, with place "" all of
// the server. It leaves out damaged ones, which wait until they are readable.
func (w *Watcher) openAt(ctx context.Context, guild, place string) (open []tables.Loaded) {
	ids, err := w.services.Store.Playing(ctx, table.ParseID[table.GuildID](guild), 0)
	w.logged(guild, err)
	at := table.ParseID[table.ChannelID](place)
	for _, id := range ids {
		h, err := w.services.Store.Header(ctx, id)
		if err != nil || at != 0 && h.Channel != at && h.Parent != at {
			continue
		}
		if s, err := w.services.Tables.Load(ctx, id); err == nil {
			open = append(open, s)
		} else if !errors.Is(err, tables.ErrDamaged) {
			w.logged(guild, err)
		}
	}
	return open
}

// each calls visit for each table, up to the first error, which it logs.
func (w *Watcher) each(guild string, open []tables.Loaded, visit func(tables.Loaded) error) {
	for _, s := range open {
		if err := visit(s); err != nil {
			w.logged(guild, err)
			return
		}
	}
}

// logged logs an error, unless Discord refuses what concerns a server that the bot is just leaving.
func (w *Watcher) logged(guild string, err error) {
	if err != nil && !errors.Is(err, rest.ErrForbidden) {
		w.services.Log.Error("checking the games of a server", slog.String("guild", guild), slog.Any("err", err))
	}
}

// Ready handles the start of a shard's session. Discord then lists all servers of the shard, also
// servers with an outage. Ready asks Discord before it notes a missing server as gone.
func (w *Watcher) Ready(ctx context.Context, r *discordgo.Ready) {
	w.members.Join(r.Guilds...)
	on := map[table.GuildID]bool{}
	for _, g := range r.Guilds {
		on[table.ParseID[table.GuildID](g.ID)] = true
	}
	gone, err := w.notes.Notes(ctx, store.GoneNote(0))
	if err != nil {
		w.services.Log.Error("cannot read which servers the bot has left", slog.Any("err", err))
		return
	}
	for name := range gone {
		if guild := store.GoneGuild(name); on[guild] {
			w.noteBack(ctx, guild)
		}
	}
	known, err := w.services.Languages.Known(ctx)
	if err != nil {
		w.services.Log.Error("cannot read which servers the bot was on", slog.Any("err", err))
		return
	}
	for _, guild := range known {
		_, noted := gone[store.GoneNote(guild)]
		if guild == 0 || on[guild] || noted || !isOnShard(guild, r.Shard) {
			continue
		}
		if member, err := w.services.Guilds.OnGuild(ctx, guild.String()); err == nil && !member {
			w.Gone(ctx, guild.String())
		}
	}
}

// isOnShard reports whether a server belongs to a shard, given as its number and the number of all
// shards. nil is the only shard. https://discord.com/developers/docs/events/gateway#sharding
func isOnShard(guild table.GuildID, shard *[2]int) bool {
	return shard == nil || shard[1] < 1 || int(uint64(guild)>>22%uint64(shard[1])) == shard[0]
}

func (w *Watcher) noteGone(ctx context.Context, guild table.GuildID) {
	w.changeGone(ctx, guild, func(old string) (string, error) {
		return cmp.Or(old, store.Gone{Since: w.services.Now().UnixMilli()}.String()), nil
	})
}

// noteBack removes the note, unless the server is already being forgotten. It returns false if the
// bot is not there.
func (w *Watcher) noteBack(ctx context.Context, guild table.GuildID) bool {
	if note, err := w.notes.Note(ctx, store.GoneNote(guild)); err == nil && note == "" {
		return true // as nearly always
	}
	if on, err := w.services.Guilds.OnGuild(ctx, guild.String()); err == nil && !on {
		return false
	}
	w.changeGone(ctx, guild, func(old string) (string, error) {
		if store.BeingForgotten(old) {
			return old, nil
		}
		return "", nil
	})
	return true
}

// changeGone changes the note of when the bot was removed from a server, which it forgets some time
// later. It only logs a failure: the next session tries again.
func (w *Watcher) changeGone(ctx context.Context, guild table.GuildID, change func(old string) (string, error)) {
	if guild == 0 {
		return
	}
	if err := w.notes.ChangeNote(ctx, store.GoneNote(guild), change); err != nil {
		w.services.Log.Error("cannot note whether the bot is on a server", slog.Any("guild", guild),
			slog.Any("err", err))
	}
}

// Membership knows the servers that the bot is a member of. An application can be installed with
// its commands only. Then its interactions look as on any other server, but no session lists the
// server, and the bot cannot see or post anything there.
type Membership struct {
	guilds *discord.Guilds
	log    *slog.Logger
	now    func() time.Time
	known  sync.Map // by server, the time when Discord said that the bot is not there, zero if it is
}

const (
	absentFor     = time.Minute // how long OnlyCommands believes an absence; Join ends it
	memberTimeout = time.Second // of the three that Discord gives for an answer
)

func NewMembership(guilds *discord.Guilds, log *slog.Logger, now func() time.Time) *Membership {
	return &Membership{guilds: guilds, log: log, now: now}
}

func (m *Membership) Join(guilds ...*discordgo.Guild) {
	for _, g := range guilds {
		m.known.Store(g.ID, time.Time{})
	}
}

// OnlyCommands reports whether a server has the bot's commands but not the bot. It asks Discord
// about a server without an event, since events can be late or lost. In doubt it returns false.
func (m *Membership) OnlyCommands(ctx context.Context, guild string) bool {
	if found, known := m.known.Load(guild); known {
		if at := found.(time.Time); at.IsZero() || m.now().Sub(at) < absentFor {
			return !at.IsZero()
		}
	}
	ctx, cancel := context.WithTimeout(ctx, memberTimeout)
	defer cancel()
	member, err := m.guilds.OnGuild(ctx, guild)
	switch {
	case err != nil:
		m.log.Warn("asking whether the bot is on a server", slog.String("guild", guild), slog.Any("err", err))
		return false
	case member:
		m.Join(&discordgo.Guild{ID: guild})
		return false
	}
	m.known.Store(guild, m.now())
	m.log.Warn("a server has the commands but not the bot", slog.String("guild", guild))
	return true
}
