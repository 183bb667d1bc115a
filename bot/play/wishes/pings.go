// Package wishes says when and how players want to be reached: their pings, quiet hours, absences
// and invitations, by the calendar of their time zone. Package store keeps what they have chosen.
package wishes

import (
	"slices"
	"time"

	"amytis/engine/table"
	"amytis/store"
)

// ByMessage reports whether pings are direct messages. A daily summary always is.
func ByMessage(p store.Pings) bool { return p.Direct || p.When == store.PingDaily }

// CallAt returns when to make a held-back ping, 0 for never. Quiet hours may delay it.
func CallAt(p *store.Preferences, at int64) int64 {
	switch p.Pings.When {
	case store.PingLater:
		return at + int64(p.Pings.After)*int64(time.Second/time.Millisecond)
	case store.PingDaily:
		_, next := summaryHours(p, at)
		return next
	case store.PingNever:
		return 0
	}
	return at
}

func SummaryBefore(p *store.Preferences, at int64) int64 {
	last, _ := summaryHours(p, at)
	return last
}

// summaryHours returns the times of the last daily summary at or before at, and of the next one.
func summaryHours(p *store.Preferences, at int64) (last, next int64) {
	now := time.UnixMilli(at).In(Location(p))
	year, month, day := now.Date()
	// A change of the clock may move the hour across midnight.
	for ahead := -2; ahead <= 2; ahead++ {
		next = time.Date(year, month, day+ahead, p.Pings.Hour, 0, 0, 0, Location(p)).UnixMilli()
		if next > at {
			break
		}
		last = next
	}
	return last, next
}

// inviteEvery is how often a player may be told of a new lobby.
const inviteEvery = int64(time.Hour / time.Millisecond)

// MayInvite reports whether to tell a player of an open lobby, again if it is the one told last.
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
