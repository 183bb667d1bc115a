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

// places gives up the games whose server, channel or thread is gone. Nobody could continue them, and
// they would stay in their players' lists of open games for ever. Discord reports a deleted channel,
// but neither its threads nor a deletion while the bot was offline.
type places struct {
	*interaction.Services
	announcer *announce.Announcer
}

// guildSeen handles a server that Discord reports as available. It notes the server's language for
// messages without an interaction, and checks whether the channels of its games still exist.
func (p *places) guildSeen(ctx context.Context, g *discordgo.Guild) {
	p.Languages.Note(ctx, table.ParseID[table.GuildID](g.ID), g.PreferredLocale)
	p.giveUpLost(ctx, g.ID, channelIDs(g))
	p.retryGuild(ctx, g.ID)
}

// retryGuild retries the failed announcements of a server.
func (p *places) retryGuild(_ context.Context, guild string) {
	p.announcer.RetryGuild(table.ParseID[table.GuildID](guild))
}

// channelGone gives up the games of a deleted channel and of its threads.
func (p *places) channelGone(ctx context.Context, guild, channel string) {
	p.threadGone(ctx, guild, channel)
	p.giveUpLost(ctx, guild, nil)
}

// threadGone gives up the game of a deleted thread.
func (p *places) threadGone(ctx context.Context, guild, thread string) {
	id, err := p.Store.OpenTable(ctx, table.ParseID[table.ChannelID](thread))
	if err == nil {
		err = p.Tables.GiveUp(ctx, id)
	}
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		p.Log.Error("giving up the game of a deleted channel",
			slog.String("guild", guild), slog.String("channel", thread), slog.Any("err", err))
	}
	p.retryGuild(ctx, guild)
}

// guildGone gives up the games of a server that the bot was removed from.
func (p *places) guildGone(ctx context.Context, guild string) {
	p.eachOpen(ctx, guild, func(s tables.Loaded) error { return p.Tables.GiveUp(ctx, s.ID) })
	p.retryGuild(ctx, guild)
}

// giveUpLost gives up the games of a server whose channels are gone. It asks Discord about every
// channel that is not in known.
func (p *places) giveUpLost(ctx context.Context, guild string, known []string) {
	p.eachOpen(ctx, guild, func(s tables.Loaded) error {
		channel := s.Header.Channel
		if channel == 0 || slices.Contains(known, channel.String()) {
			return nil
		}
		exists, err := p.Client.ChannelExists(ctx, channel.String())
		if err != nil || exists {
			return err
		}
		return p.Tables.GiveUp(ctx, s.ID)
	})
}

// eachOpen calls visit for each open table of a server, up to the first error, which it logs.
func (p *places) eachOpen(ctx context.Context, guild string, visit func(tables.Loaded) error) {
	ids, err := p.Store.OpenTables(ctx, table.ParseID[table.GuildID](guild))
	for _, id := range ids {
		var s tables.Loaded
		if s, err = p.Tables.Load(ctx, id); err == nil {
			err = visit(s)
		}
		if err != nil {
			break
		}
	}
	if err != nil {
		p.Log.Error("checking the games of a server", slog.String("guild", guild), slog.Any("err", err))
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
