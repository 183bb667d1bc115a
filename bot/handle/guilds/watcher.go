// Package guilds follows the servers that the bot is on by Discord's events, and gives up the games
// of a server, channel or thread that is gone.
package guilds

import (
	"context"
	"errors"
	"log/slog"
	"slices"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/background/announce"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/engine/table"
	"amytis/store"
)

// Watcher gives up the games whose place is gone: they would stay in their players' lists of open
// games for ever. Discord reports a deleted channel, but not its threads, and nothing while the bot
// is offline.
type Watcher struct {
	services  *interaction.Services
	notes     store.Admin
	announcer *announce.Announcer
	members   *Membership
}

func NewWatcher(
	services *interaction.Services, notes store.Admin, announcer *announce.Announcer, members *Membership,
) *Watcher {
	return &Watcher{services: services, notes: notes, announcer: announcer, members: members}
}

// Seen handles a server that Discord reports as available. It notes the language for messages
// without an interaction, and looks whether the channels of games still exist.
func (w *Watcher) Seen(ctx context.Context, g *discordgo.Guild) {
	w.members.Join(g)
	w.noteBack(ctx, table.ParseID[table.GuildID](g.ID))
	w.services.Languages.Note(ctx, table.ParseID[table.GuildID](g.ID), g.PreferredLocale)
	w.giveUpLost(ctx, g.ID, channelIDs(g))
	w.Retry(ctx, g.ID)
}

func (w *Watcher) Retry(_ context.Context, guild string) {
	w.announcer.RetryGuild(table.ParseID[table.GuildID](guild))
}

// ChannelGone gives up the games of a deleted channel and of its threads.
func (w *Watcher) ChannelGone(ctx context.Context, guild, channel string) {
	w.ThreadGone(ctx, guild, channel)
	w.giveUpLost(ctx, guild, nil)
}

func (w *Watcher) ThreadGone(ctx context.Context, guild, thread string) {
	id, err := w.services.Store.OpenTable(ctx, table.ParseID[table.ChannelID](thread))
	if err == nil {
		err = w.services.Tables.GiveUp(ctx, id)
	}
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		w.services.Log.Error("giving up the game of a deleted channel",
			slog.String("guild", guild), slog.String("channel", thread), slog.Any("err", err))
	}
	w.Retry(ctx, guild)
}

// Gone gives up the games of a server that the bot was removed from, and notes the time.
func (w *Watcher) Gone(ctx context.Context, guild string) {
	w.members.leave(guild)
	w.noteGone(ctx, table.ParseID[table.GuildID](guild))
	w.eachOpen(ctx, guild, func(s tables.Loaded) error { return w.services.Tables.GiveUp(ctx, s.ID) })
	w.Retry(ctx, guild)
}

// giveUpLost gives up the games of a server whose channels are gone. known channels exist; it asks
// Discord about the others.
func (w *Watcher) giveUpLost(ctx context.Context, guild string, known []string) {
	w.eachOpen(ctx, guild, func(s tables.Loaded) error {
		channel := s.Header.Channel
		if channel == 0 || slices.Contains(known, channel.String()) {
			return nil
		}
		exists, err := w.services.Guilds.ChannelExists(ctx, channel.String())
		if err != nil || exists {
			return err
		}
		return w.services.Tables.GiveUp(ctx, s.ID)
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

// channelIDs returns the channels and threads of a server, without archived threads.
func channelIDs(g *discordgo.Guild) []string {
	var ids []string
	for _, ch := range slices.Concat(g.Channels, g.Threads) {
		ids = append(ids, ch.ID)
	}
	return ids
}
