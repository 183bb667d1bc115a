package guilds

import (
	"cmp"
	"context"
	"log/slog"

	"github.com/bwmarrin/discordgo"

	"amytis/engine/table"
	"amytis/store"
)

// Some time after its removal from a server, the bot forgets the server. A note has the time.

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

// noteBack removes the note, unless the server is already being forgotten.
func (w *Watcher) noteBack(ctx context.Context, guild table.GuildID) {
	if note, err := w.notes.Note(ctx, store.GoneNote(guild)); err == nil && note == "" {
		return // as nearly always
	}
	w.changeGone(ctx, guild, func(old string) (string, error) {
		if store.BeingForgotten(old) {
			return old, nil
		}
		return "", nil
	})
}

// changeGone changes a server's note. It only logs a failure: the next session tries again, and the
// bot asks Discord before it forgets a server.
func (w *Watcher) changeGone(ctx context.Context, guild table.GuildID, change func(old string) (string, error)) {
	if guild == 0 {
		return
	}
	if err := w.notes.ChangeNote(ctx, store.GoneNote(guild), change); err != nil {
		w.services.Log.Error("cannot note whether the bot is on a server", slog.Any("guild", guild), slog.Any("err", err))
	}
}
