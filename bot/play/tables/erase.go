package tables

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"

	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// Erase puts a former player, with a random ID on each server and a name that name returns, in a
// user's place in the store; see store.Store.Erase. It refuses a user at an open table.
func (ts *Tables) Erase(ctx context.Context, user table.UserID, name func(table.GuildID) string) error {
	former := map[table.GuildID]table.Player{0: {User: table.FormerID(rand.Uint64()), Name: name(0)}}
	err := ts.store.Mentioning(ctx, user, func(_ table.ID, h store.Header, _ []table.Event) error {
		if _, ok := former[h.Guild]; !ok {
			former[h.Guild] = table.Player{User: table.FormerID(rand.Uint64()), Name: name(h.Guild)}
		}
		return nil
	})
	if store.NotDamage(err) != nil { // Erase names what is damaged
		return err
	}
	err = ts.store.Erase(ctx, user, func(guild table.GuildID) table.Player {
		return cmp.Or(former[guild], former[0]) // the first game on the server may be only moments old
	})
	if errors.Is(err, store.ErrPlaying) {
		return engine.Refuse(refusedStillPlaying, "")
	}
	ts.recent.Purge()
	return err
}
