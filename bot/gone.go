package bot

import (
	"context"
	"errors"
	"slices"

	"amytis/engine/table"
	"amytis/store"

	"github.com/bwmarrin/discordgo"
)

// A game whose place is gone is given up: nobody could go on with it, and it would
// stay among everybody's open games for ever. Discord tells of a deleted channel,
// but not of its threads, nor of what went while the bot was away.

// channelGone gives up the games of a channel that was deleted and of its threads.
func (b *Bot) channelGone(ctx context.Context, guild, channel string) {
	b.threadGone(ctx, guild, channel)
	b.lookAfter(ctx, guild, nil)
}

// threadGone gives up the game of a thread that was deleted.
func (b *Bot) threadGone(ctx context.Context, guild, thread string) {
	id, err := b.store.OpenTable(ctx, table.ParseID[table.ChannelID](thread))
	if err == nil {
		err = b.desk.giveUp(ctx, id)
	}
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		b.log.Error("giving up the game of a deleted channel", "guild", guild, "channel", thread, "err", err)
	}
	b.announcer.retryGuild(table.ParseID[table.GuildID](guild))
}

// guildGone gives up the games of a server that the bot was removed from.
func (b *Bot) guildGone(ctx context.Context, guild string) {
	b.eachOpen(ctx, guild, func(s seen) error { return b.desk.giveUp(ctx, s.id) })
	b.announcer.retryGuild(table.ParseID[table.GuildID](guild))
}

// lookAfter gives up the games of a server whose channels are gone. It asks for
// those that are not known to be there.
func (b *Bot) lookAfter(ctx context.Context, guild string, there []string) {
	b.eachOpen(ctx, guild, func(s seen) error {
		if s.header.Channel == 0 || slices.Contains(there, s.header.Channel.String()) {
			return nil
		}
		exists, err := b.client.ChannelExists(ctx, s.header.Channel.String())
		if err != nil || exists {
			return err
		}
		return b.desk.giveUp(ctx, s.id)
	})
}

// eachOpen visits the open tables of a server.
func (b *Bot) eachOpen(ctx context.Context, guild string, visit func(seen) error) {
	ids, err := b.store.OpenTables(ctx, table.ParseID[table.GuildID](guild))
	for _, id := range ids {
		var s seen
		if s, err = b.desk.load(ctx, id); err == nil {
			err = visit(s)
		}
		if err != nil {
			break
		}
	}
	if err != nil {
		b.log.Error("looking after the games of a server", "guild", guild, "err", err)
	}
}

// placesOf are the channels and threads that a server is known to have. Archived
// threads are not among them.
func placesOf(g *discordgo.Guild) []string {
	var ids []string
	for _, ch := range slices.Concat(g.Channels, g.Threads) {
		ids = append(ids, ch.ID)
	}
	return ids
}

// giveUp aborts a table that has lost its place.
func (d *desk) giveUp(ctx context.Context, id table.ID) error {
	return d.amend(ctx, id, func(t *table.Table) ([]table.Event, error) {
		if t.Status != table.Lobby && t.Status != table.Running {
			return nil, nil
		}
		return []table.Event{{Kind: table.Aborted, At: d.now().UnixMilli()}}, nil
	})
}
