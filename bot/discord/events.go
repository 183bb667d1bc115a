package discord

import (
	"context"
	"encoding/json"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/interactions"
)

// Handlers are the bot's functions for events. They run at the same time, and a panic in one is
// logged. Events may come twice, late or out of order.
type Handlers struct {
	Interactions interactions.Handlers

	// Ready is called for each new session of each shard, but not for resumed ones.
	Ready func(ctx context.Context, r *discordgo.Ready)
	// Resumed is called when the session of a shard continues after its connection was lost.
	Resumed func(ctx context.Context)
	// GuildSeen is called for each server after Ready, when the bot joins a server, and when a
	// server is back after an outage.
	GuildSeen func(ctx context.Context, g *discordgo.Guild)
	// GuildGone is called when the bot was removed from a server, but not during a server's outage.
	GuildGone func(ctx context.Context, guildID string)
	// PlaceChanged is called when a channel or a thread of a server has changed, which is visible
	// or hidden now, and with placeID "" when permissions on all of it have. An action that was
	// refused there may be allowed now.
	PlaceChanged func(ctx context.Context, guildID, placeID string, now Sight)
	// PlaceGone is called when a channel was deleted, or a thread of the channel parentID.
	PlaceGone func(ctx context.Context, guildID, placeID, parentID string)
}

const (
	maxEvents    = 8 // how many events other than interactions are handled at once
	eventTimeout = time.Minute
)

// byName returns what to do at each event. Others are not decoded.
func (h Handlers) byName() map[string]func(ctx context.Context, data []byte) {
	type ctx = context.Context
	all := map[string]func(ctx, []byte){
		"READY":   decoded(func(c ctx, r *discordgo.Ready) { h.Ready(c, r) }),
		"RESUMED": func(c ctx, _ []byte) { h.Resumed(c) },
		"GUILD_CREATE": decoded(func(c ctx, g *discordgo.Guild) {
			if g.ID != "" && !g.Unavailable {
				h.GuildSeen(c, g)
			}
		}),
		"GUILD_DELETE": decoded(func(c ctx, g *discordgo.Guild) {
			if g.ID != "" && !g.Unavailable {
				h.GuildGone(c, g.ID)
			}
		}),
		// the parent of a channel is a category
		"CHANNEL_DELETE": decoded(func(c ctx, e *discordgo.Channel) { h.PlaceGone(c, e.GuildID, e.ID, "") }),
		"THREAD_DELETE":  decoded(func(c ctx, e *discordgo.Channel) { h.PlaceGone(c, e.GuildID, e.ID, e.ParentID) }),
	}
	for _, name := range []string{
		"CHANNEL_UPDATE", "THREAD_CREATE", "THREAD_UPDATE", "GUILD_ROLE_UPDATE", "GUILD_ROLE_DELETE",
		"GUILD_MEMBER_UPDATE",
	} {
		all[name] = decoded(func(c ctx, e *discordgo.Channel) {
			now := Visible
			if e.Flags&FlagHidden != 0 || isLocked(e) {
				now = Hidden
			}
			if e.GuildID != "" {
				h.PlaceChanged(c, e.GuildID, e.ID, now)
			}
		})
	}
	return all
}

// decoded leaves out what it cannot decode.
func decoded[T any](handle func(context.Context, *T)) func(context.Context, []byte) {
	return func(ctx context.Context, data []byte) {
		e := new(T)
		_ = json.Unmarshal(data, e)
		handle(ctx, e)
	}
}
