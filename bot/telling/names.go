package telling

import (
	"strconv"
	"strings"

	"amytis/bot/text"
	"amytis/engine/table"
)

// LobbyOrder lists who has joined: in the order of the seats if it is not left to chance.
func LobbyOrder(t *table.Table) []table.Player {
	if t.Order == nil {
		return t.Players
	}
	return t.Seating(nil)
}

// HostName is what the host is called, as typed: see text.Plain.
func HostName(t *table.Table) string { return NameOf(t, t.Host) }

// NameOf is what a player is called, "" for a user who does not play.
func NameOf(t *table.Table, user table.UserID) string {
	for _, p := range t.Players {
		if p.User == user {
			return p.Name
		}
	}
	return ""
}

// SeatNames are the names of seats listed as "1,3".
func SeatNames(t *table.Table, seats string) []string {
	var names []string
	for _, s := range strings.Split(seats, ",") {
		n, err := strconv.Atoi(s)
		if err != nil || t == nil || n < 1 || n > len(t.Players) {
			names = append(names, s)
			continue
		}
		names = append(names, text.Plain(t.Players[n-1].Name))
	}
	return names
}

// ChannelMentions names channels as Discord shows them.
func ChannelMentions(ids []table.ChannelID) []string {
	mentions := make([]string, len(ids))
	for i, id := range ids {
		mentions[i] = "<#" + id.String() + ">"
	}
	return mentions
}

// RoleMention names a role as Discord shows it.
func RoleMention(id table.RoleID) string { return "<@&" + id.String() + ">" }

// UserMention names a user in a message, who is pinged by it only if the message's Mentions say so.
func UserMention(id table.UserID) string { return "<@" + id.String() + ">" }

// AllNames lists what the players are called, escaped, in the order of their seats.
func AllNames(t *table.Table) []string {
	all := make([]string, len(t.Players))
	for i, p := range t.Players {
		all[i] = text.Plain(p.Name)
	}
	return all
}
