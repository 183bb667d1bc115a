package bot

import (
	"context"
	"slices"

	"amytis/bot/session"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"

	"github.com/bwmarrin/discordgo"
)

// manager reports whether who asks may manage the server.
func (r *request) manager() bool { return r.may(discordgo.PermissionManageGuild) }

// mayOpen refuses to open a game where the server's settings have none, and to
// whom they do not allow it. The place binds those who manage the server as well.
func (r *request) mayOpen(ctx context.Context) error {
	s, err := r.store.Settings(ctx, r.guild)
	switch {
	case err != nil:
		return err
	case !r.inChannelOf(ctx, s):
		return engine.Refuse(refusedNoGamesHere, "", "channels", r.words.List(channelMentions(s.Channels), r.words.Say("list.or")))
	case s.Role != 0 && !r.manager() && !slices.Contains(r.i.Member.Roles, s.Role.String()):
		return engine.Refuse(refusedNotOpener, "", "role", roleMention(s.Role))
	}
	return nil
}

// inChannelOf reports whether games may be opened here; a thread counts as its
// channel.
func (r *request) inChannelOf(ctx context.Context, s store.Settings) bool {
	parent := table.ParseID[table.ChannelID](session.ThreadParent(ctx))
	return len(s.Channels) == 0 || slices.Contains(s.Channels, r.channel) || slices.Contains(s.Channels, parent)
}
