package seats

import (
	"context"
	"slices"

	"amytis/bot/interaction"
	"amytis/bot/session"
	"amytis/bot/telling"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// mayOpen refuses a new game outside of the channels that the server's settings name, and to
// members without the role that they name. Managers of the server need no role, but the right
// channel.
func mayOpen(ctx context.Context, r *interaction.Request) error {
	s, err := r.Store.Settings(ctx, r.Guild)
	switch {
	case err != nil:
		return err
	case !inChannelOf(ctx, r, s):
		return engine.Refuse(
			refusedNoGamesHere, "", "channels",
			r.Words.List(telling.ChannelMentions(s.Channels), r.Words.Say("list.or")),
		)
	case s.Role != 0 && !r.Manager() && !slices.Contains(r.Interaction.Member.Roles, s.Role.String()):
		return engine.Refuse(refusedNotOpener, "", "role", telling.RoleMention(s.Role))
	}
	return nil
}

// inChannelOf reports whether games may be opened here; a thread counts as its channel.
func inChannelOf(ctx context.Context, r *interaction.Request, s store.Settings) bool {
	parent := table.ParseID[table.ChannelID](session.ThreadParent(ctx))
	return len(s.Channels) == 0 || slices.Contains(s.Channels, r.Channel) || slices.Contains(s.Channels, parent)
}
