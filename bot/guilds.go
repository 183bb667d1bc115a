package bot

import (
	"context"
	"errors"
	"log/slog"
	"slices"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/announce"
	"amytis/bot/interaction"
	"amytis/bot/tables"
	"amytis/engine/table"
	"amytis/store"
)

// guildWatcher follows what happens to servers, channels and threads. It gives up the games whose
// place is gone. Nobody could continue them, and they would stay in their players' lists of open
// games for ever. Discord reports a deleted channel, but not its threads. It reports no deletion
// while the bot is offline.
type guildWatcher struct {
	*interaction.Services
	announcer *announce.Announcer
	members   *membership
}

// guildSeen handles a server that Discord reports as available. It notes the server's language for
// messages without an interaction, and checks whether the channels of its games still exist.
func (gw *guildWatcher) guildSeen(ctx context.Context, g *discordgo.Guild) {
	gw.members.join(g)
	gw.Languages.Note(ctx, table.ParseID[table.GuildID](g.ID), g.PreferredLocale)
	gw.giveUpLost(ctx, g.ID, channelIDs(g))
	gw.retryGuild(ctx, g.ID)
}

// retryGuild retries the failed announcements of a server.
func (gw *guildWatcher) retryGuild(_ context.Context, guild string) {
	gw.announcer.RetryGuild(table.ParseID[table.GuildID](guild))
}

// channelGone gives up the games of a deleted channel and of its threads.
func (gw *guildWatcher) channelGone(ctx context.Context, guild, channel string) {
	gw.threadGone(ctx, guild, channel)
	gw.giveUpLost(ctx, guild, nil)
}

// threadGone gives up the game of a deleted thread.
func (gw *guildWatcher) threadGone(ctx context.Context, guild, thread string) {
	id, err := gw.Store.OpenTable(ctx, table.ParseID[table.ChannelID](thread))
	if err == nil {
		err = gw.Tables.GiveUp(ctx, id)
	}
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		gw.Log.Error("giving up the game of a deleted channel",
			slog.String("guild", guild), slog.String("channel", thread), slog.Any("err", err))
	}
	gw.retryGuild(ctx, guild)
}

// guildGone gives up the games of a server that the bot was removed from.
func (gw *guildWatcher) guildGone(ctx context.Context, guild string) {
	gw.members.leave(guild)
	gw.eachOpen(ctx, guild, func(s tables.Loaded) error { return gw.Tables.GiveUp(ctx, s.ID) })
	gw.retryGuild(ctx, guild)
}

// giveUpLost gives up the games of a server whose channels are gone. It asks Discord about every
// channel that is not in known.
func (gw *guildWatcher) giveUpLost(ctx context.Context, guild string, known []string) {
	gw.eachOpen(ctx, guild, func(s tables.Loaded) error {
		channel := s.Header.Channel
		if channel == 0 || slices.Contains(known, channel.String()) {
			return nil
		}
		exists, err := gw.Client.ChannelExists(ctx, channel.String())
		if err != nil || exists {
			return err
		}
		return gw.Tables.GiveUp(ctx, s.ID)
	})
}

// eachOpen calls visit for each open table of a server, up to the first error, which it logs.
func (gw *guildWatcher) eachOpen(ctx context.Context, guild string, visit func(tables.Loaded) error) {
	ids, err := gw.Store.OpenTables(ctx, table.ParseID[table.GuildID](guild))
	for _, id := range ids {
		var s tables.Loaded
		if s, err = gw.Tables.Load(ctx, id); err == nil {
			err = visit(s)
		}
		if err != nil {
			break
		}
	}
	if err != nil {
		gw.Log.Error("checking the games of a server", slog.String("guild", guild), slog.Any("err", err))
	}
}

// channelIDs returns the IDs of the channels and threads that Discord sent with a server. Archived
// threads are missing.
func channelIDs(g *discordgo.Guild) []string {
	var ids []string
	for _, ch := range slices.Concat(g.Channels, g.Threads) {
		ids = append(ids, ch.ID)
	}
	return ids
}
