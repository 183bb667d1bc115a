package tables

import (
	"amytis/engine/table"
	"amytis/store"
)

// pingOf is what becomes of the ping of a turn.
type pingOf uint8

const (
	noPing   pingOf = iota // the player or the server wants none
	heldPing               // the player is called later, or by a direct message
	pingNow
)

// pingOf returns what becomes of the ping of a user whose turn begins at a time. mentions says that
// the server allows mentions of players.
func (c Calendar) pingOf(user table.UserID, at int64, mentions bool) pingOf {
	chosen := c.of(user).Pings
	switch {
	case chosen.When == store.PingNever, !mentions && !chosen.ByMessage():
		return noPing
	case chosen.When != store.PingAtOnce, chosen.Direct, c.Quiet(user, at) > at:
		return heldPing
	}
	return pingNow
}

// calls is a table.Calls.
func (c Calendar) calls(user table.UserID, held int64) int64 { return c.of(user).CallAt(held) }

func (c Calendar) of(user table.UserID) *store.Preferences {
	if p := c[user]; p != nil {
		return p
	}
	return &store.Preferences{}
}

// MayMention reports whether a message that is not about a user's turn may ping the user at a time:
// not in quiet hours or absences, and not if the user never wants pings.
func (c Calendar) MayMention(user table.UserID, at int64) bool {
	return c.of(user).Pings.When != store.PingNever && c.Quiet(user, at) <= at
}
