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

// places follows what happens to servers, channels and threads. A game whose place is gone is given
// up: nobody could go on with it, and it would stay among its players' open games for ever. Discord
// tells about a deleted channel, but not about its threads, and not about what was deleted while
// the bot was away.
type places struct {
	*interaction.Services
	announcer *announce.Announcer
}

// guildSeen remembers a server's language for messages that no interaction asks for, and checks
// whether the channels of its games still exist.
func (p *places) guildSeen(ctx context.Context, g *discordgo.Guild) {
	p.Languages.Note(ctx, table.ParseID[table.GuildID](g.ID), g.PreferredLocale)
	p.lookAfter(ctx, g.ID, placesOf(g))
	p.changed(ctx, g.ID)
}

// changed has announcements tried again that failed on a server.
func (p *places) changed(_ context.Context, guild string) {
	p.announcer.RetryGuild(table.ParseID[table.GuildID](guild))
}

// channelGone gives up the games of a channel that was deleted and of its threads.
func (p *places) channelGone(ctx context.Context, guild, channel string) {
	p.threadGone(ctx, guild, channel)
	p.lookAfter(ctx, guild, nil)
}

// threadGone gives up the game of a thread that was deleted.
func (p *places) threadGone(ctx context.Context, guild, thread string) {
	id, err := p.Store.OpenTable(ctx, table.ParseID[table.ChannelID](thread))
	if err == nil {
		err = p.Tables.GiveUp(ctx, id)
	}
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		p.Log.Error("giving up the game of a deleted channel",
			slog.String("guild", guild), slog.String("channel", thread), slog.Any("err", err))
	}
	p.changed(ctx, guild)
}

// guildGone gives up the games of a server that the bot was removed from.
func (p *places) guildGone(ctx context.Context, guild string) {
	p.eachOpen(ctx, guild, func(s tables.Loaded) error { return p.Tables.GiveUp(ctx, s.ID) })
	p.changed(ctx, guild)
}

// lookAfter gives up the games of a server whose channels are gone. It asks Discord about channels
// that are not among those known to be there.
func (p *places) lookAfter(ctx context.Context, guild string, there []string) {
	p.eachOpen(ctx, guild, func(s tables.Loaded) error {
		channel := s.Header.Channel
		if channel == 0 || slices.Contains(there, channel.String()) {
			return nil
		}
		exists, err := p.Client.ChannelExists(ctx, channel.String())
		if err != nil || exists {
			return err
		}
		return p.Tables.GiveUp(ctx, s.ID)
	})
}

// eachOpen visits the open tables of a server.
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
		p.Log.Error("looking after the games of a server", slog.String("guild", guild), slog.Any("err", err))
	}
}

// placesOf lists the channels and threads that a server is known to have. Archived threads are not
// among them.
func placesOf(g *discordgo.Guild) []string {
	var ids []string
	for _, ch := range slices.Concat(g.Channels, g.Threads) {
		ids = append(ids, ch.ID)
	}
	return ids
}
