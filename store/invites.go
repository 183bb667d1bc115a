package store

import (
	"slices"
	"time"

	"amytis/engine/table"
)

// Invite is the last lobby that a player was told of.
type Invite struct {
	Table table.ID `json:"table"`
	// At is in Unix milliseconds.
	At int64 `json:"at"`
}

// inviteEvery is how often a player may be told of a new lobby.
const inviteEvery = int64(time.Hour / time.Millisecond)

// MayInvite reports whether the player wants to know at a time that a lobby for a game is open on a
// server. It repeats itself for a lobby that the player was told of last.
func (p *Preferences) MayInvite(guild table.GuildID, game string, id table.ID, at int64) bool {
	return slices.Contains(p.Invites[guild], game) && p.Pings.When != PingNever && p.Reachable(at) <= at &&
		(max(at-p.Invited.At, p.Invited.At-at) >= inviteEvery || id != 0 && p.Invited.Table == id)
}

// Invite has a player be told of new lobbies for some games on a server.
func (p *Preferences) Invite(guild table.GuildID, games []string) {
	if len(games) == 0 {
		delete(p.Invites, guild)
		return
	}
	if p.Invites == nil {
		p.Invites = map[table.GuildID][]string{}
	}
	p.Invites[guild] = games
}

// MaxInvited is how many members of a server can be told of new lobbies.
const MaxInvited = 200

// Invite adds a user to those who may want to know of new lobbies, or leaves the user out. It
// returns false if there are too many.
func (s *Settings) Invite(user table.UserID, wants bool) bool {
	s.Invited = slices.DeleteFunc(s.Invited, func(u table.UserID) bool { return u == user })
	if wants {
		s.Invited = append(s.Invited, user)
	}
	return len(s.Invited) <= MaxInvited
}
