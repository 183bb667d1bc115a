package seats

import (
	"context"
	"slices"

	"amytis/bot/discord/interactions"
	"amytis/bot/handle/interaction"
	"amytis/bot/say/sentences"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

func checkMayOpen(ctx context.Context, r *interaction.Request) error {
	s, err := r.Store.Settings(ctx, r.Guild)
	if err != nil {
		return err
	}
	return checkAllowed(r, s, table.ParseID[table.ChannelID](interactions.ThreadParent(ctx)))
}

// checkAllowed refuses a new game in a channel that the settings do not allow, and a user without
// the role that they require, except a manager. A thread counts as its parent channel.
func checkAllowed(r *interaction.Request, s store.Settings, parent table.ChannelID) error {
	here := len(s.Channels) == 0 || slices.Contains(s.Channels, r.Channel) || slices.Contains(s.Channels, parent)
	switch {
	case !here:
		return engine.Refuse(
			refusedNoGamesHere, "", "channels",
			r.Words.List(sentences.ChannelMentions(s.Channels), r.Words.Say("list.or")),
		)
	case s.Role != 0 && !r.Manager() && !slices.Contains(r.Interaction.Member.Roles, s.Role.String()):
		return engine.Refuse(refusedNotOpener, "", "role", sentences.RoleMention(s.Role))
	}
	return nil
}
