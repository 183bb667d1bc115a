// Package guilds follows the servers that the bot is on by Discord's events. Games stand still
// while the bot cannot see their channel, and end if it is deleted.
package guilds

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/background/announce"
	"amytis/bot/discord"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/engine/table"
	"amytis/store"
)

// Watcher suspends the games that the bot cannot see, and gives up those whose channel is deleted:
// they would stay in their players' lists of open games for ever. Discord reports a deleted
// channel, but not its threads, and nothing while the bot is offline.
type Watcher struct {
	services  *interaction.Services
	notes     store.Admin
	announcer *announce.Announcer
	members   *Membership
	looks     sync.Map // a *look for each server with changes
}

// look is the look at the games of a server after a change.
type look struct {
	mu sync.Mutex
	// waits says that a look has yet to begin. It sees further changes too.
	waits atomic.Bool
}

func NewWatcher(
	services *interaction.Services, notes store.Admin, announcer *announce.Announcer, members *Membership,
) *Watcher {
	return &Watcher{services: services, notes: notes, announcer: announcer, members: members}
}

// Seen handles a server that Discord reports as available. It notes the language for messages
// without an interaction, and looks whether the bot sees the channels of games.
func (w *Watcher) Seen(ctx context.Context, g *discordgo.Guild) {
	w.members.Join(g)
	w.noteBack(ctx, table.ParseID[table.GuildID](g.ID))
	w.services.Languages.Note(ctx, table.ParseID[table.GuildID](g.ID), g.PreferredLocale)
	w.look(ctx, g.ID, visible(g))
	w.retry(g.ID)
}

// Changed looks at the games of a server after a change of permissions, a channel or a thread.
func (w *Watcher) Changed(ctx context.Context, guild string) {
	w.retry(guild)
	known, _ := w.looks.LoadOrStore(guild, &look{})
	l := known.(*look)
	if l.waits.Swap(true) {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.waits.Store(false)
	w.look(ctx, guild, nil)
}

func (w *Watcher) retry(guild string) { w.announcer.RetryGuild(table.ParseID[table.GuildID](guild)) }

// ChannelGone gives up the games of a deleted channel and of its threads.
func (w *Watcher) ChannelGone(ctx context.Context, guild, channel string) {
	w.ThreadGone(ctx, guild, channel, "")
	w.look(ctx, guild, nil)
}

// ThreadGone gives up the game of a deleted thread, of which the channel parent is told.
func (w *Watcher) ThreadGone(ctx context.Context, guild, thread, parent string) {
	id, err := w.services.Store.OpenTable(ctx, table.ParseID[table.ChannelID](thread))
	if err == nil {
		err = w.services.Tables.GiveUp(ctx, id, table.ParseID[table.ChannelID](parent))
	}
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		w.services.Log.Error("giving up the game of a deleted channel",
			slog.String("guild", guild), slog.String("channel", thread), slog.Any("err", err))
	}
	w.retry(guild)
}

// Gone suspends the games of a server that the bot was removed from, and notes the time. The event
// may be late, or the bot may come back meanwhile: Seen may have run then.
func (w *Watcher) Gone(ctx context.Context, guild string) {
	if w.isOn(ctx, guild) {
		return
	}
	w.members.leave(guild)
	w.noteGone(ctx, table.ParseID[table.GuildID](guild))
	w.eachOpen(ctx, guild, func(s tables.Loaded) error { return tables.Suspend(ctx, w.services.Tables, s) })
	if w.isOn(ctx, guild) {
		w.noteBack(ctx, table.ParseID[table.GuildID](guild))
		w.look(ctx, guild, nil)
	}
	w.retry(guild)
}

func (w *Watcher) isOn(ctx context.Context, guild string) bool {
	on, err := w.services.Guilds.OnGuild(ctx, guild)
	return err == nil && on
}

// look suspends the games of a server whose channel the bot cannot see, resumes those that it sees
// again, and gives up those whose channel is gone. It sees the known channels, and asks Discord
// about others.
func (w *Watcher) look(ctx context.Context, guild string, known []string) {
	w.eachOpen(ctx, guild, func(s tables.Loaded) (err error) {
		channel, sight := s.Header.Channel.String(), discord.Visible
		if s.Header.Channel == 0 {
			return nil
		}
		if !slices.Contains(known, channel) {
			if sight, err = w.services.Guilds.Sight(ctx, channel); err != nil {
				return err
			}
		}
		switch sight {
		case discord.Visible:
			return tables.Resume(ctx, w.services.Tables, s)
		case discord.Hidden:
			return tables.Suspend(ctx, w.services.Tables, s)
		}
		return w.services.Tables.GiveUp(ctx, s.ID, 0)
	})
}

// eachOpen calls visit for each open table of a server, up to the first error, which it logs.
func (w *Watcher) eachOpen(ctx context.Context, guild string, visit func(tables.Loaded) error) {
	ids, err := w.services.Store.Playing(ctx, table.ParseID[table.GuildID](guild), 0)
	for _, id := range ids {
		var s tables.Loaded
		if s, err = w.services.Tables.Load(ctx, id); err == nil {
			err = visit(s)
		}
		if err != nil && !errors.Is(err, tables.ErrDamaged) { // a damaged table waits until it is readable
			break
		}
		err = nil
	}
	if err != nil {
		w.services.Log.Error("checking the games of a server", slog.String("guild", guild), slog.Any("err", err))
	}
}

// visible returns the channels and threads of a server that the bot sees for certain. Discord lists
// only threads that it sees, and of the members only the bot.
func visible(g *discordgo.Guild) []string {
	var ids []string
	for _, ch := range g.Threads {
		ids = append(ids, ch.ID)
	}
	state := discordgo.NewState()
	if len(g.Members) != 1 || g.Members[0].User == nil || state.GuildAdd(g) != nil {
		return ids
	}
	for _, ch := range g.Channels {
		ch.GuildID = g.ID // which Discord leaves out here
		may, err := state.UserChannelPermissions(g.Members[0].User.ID, ch.ID)
		if err == nil && may&discordgo.PermissionViewChannel != 0 {
			ids = append(ids, ch.ID)
		}
	}
	return ids
}
