package telling

import (
	"strconv"
	"strings"

	"amytis/bot/text"
	"amytis/engine/table"
)

// LobbyOrder returns the players in the lobby, in seat order if that is not random.
func LobbyOrder(t *table.Table) []table.Player {
	if t.Order == nil {
		return t.Players
	}
	return t.Seating(nil)
}

// HostName returns the host's name, not escaped: see text.Plain.
func HostName(t *table.Table) string { return NameOf(t, t.Host) }

// NameOf returns a player's name, not escaped; "" if the user has no seat at the table.
func NameOf(t *table.Table, user table.UserID) string {
	for _, p := range t.Players {
		if p.User == user {
			return p.Name
		}
	}
	return ""
}

// SeatNames returns the escaped names of seats listed as "1,3". An entry that is no seat of the
// table stays as it is. t may be nil.
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

// ChannelMentions returns mentions of channels.
func ChannelMentions(ids []table.ChannelID) []string {
	mentions := make([]string, len(ids))
	for i, id := range ids {
		mentions[i] = "<#" + id.String() + ">"
	}
	return mentions
}

// RoleMention returns a mention of a role.
func RoleMention(id table.RoleID) string { return "<@&" + id.String() + ">" }

// UserMention returns a mention of a user. It pings only if the message's Mentions list the user.
func UserMention(id table.UserID) string { return "<@" + id.String() + ">" }

// AllNames returns the escaped names of the players in seat order.
func AllNames(t *table.Table) []string {
	all := make([]string, len(t.Players))
	for i, p := range t.Players {
		all[i] = text.Plain(p.Name)
	}
	return all
}
