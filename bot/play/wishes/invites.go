package wishes

import (
	"slices"
	"time"

	"amytis/engine/table"
	"amytis/store"
)

// inviteEvery is how often a player may be told of a new lobby.
const inviteEvery = int64(time.Hour / time.Millisecond)

// MayInvite reports whether the player wants to know at a time that a lobby for a game is open on a
// server. It repeats itself for a lobby that the player was told of last.
func MayInvite(p *store.Preferences, guild table.GuildID, game string, id table.ID, at int64) bool {
	return slices.Contains(p.Invites[guild], game) && p.Pings.When != store.PingNever && Reachable(p, at) <= at &&
		(max(at-p.Invited.At, p.Invited.At-at) >= inviteEvery || id != 0 && p.Invited.Table == id)
}

// Invite has a player be told of new lobbies for some games on a server.
func Invite(p *store.Preferences, guild table.GuildID, games []string) {
	if len(games) == 0 {
		delete(p.Invites, guild)
		return
	}
	if p.Invites == nil {
		p.Invites = map[table.GuildID][]string{}
	}
	p.Invites[guild] = games
}
