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

// checkMayOpen refuses a new game in a channel that the server's settings do not allow, and a user
// without the role that they require. A manager of the server needs no role, but the right channel.
func checkMayOpen(ctx context.Context, r *interaction.Request) error {
	s, err := r.Store.Settings(ctx, r.Guild)
	switch {
	case err != nil:
		return err
	case !allowsChannel(ctx, r, s):
		return engine.Refuse(
			refusedNoGamesHere, "", "channels",
			r.Words.List(telling.ChannelMentions(s.Channels), r.Words.Say("list.or")),
		)
	case s.Role != 0 && !r.Manager() && !slices.Contains(r.Interaction.Member.Roles, s.Role.String()):
		return engine.Refuse(refusedNotOpener, "", "role", telling.RoleMention(s.Role))
	}
	return nil
}

// allowsChannel reports whether the settings allow games in the channel of a request. A thread counts
// as its channel.
func allowsChannel(ctx context.Context, r *interaction.Request, s store.Settings) bool {
	parent := table.ParseID[table.ChannelID](session.ThreadParent(ctx))
	return len(s.Channels) == 0 || slices.Contains(s.Channels, r.Channel) || slices.Contains(s.Channels, parent)
}
