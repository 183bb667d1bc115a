package posts

import (
	"slices"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/message"
	"amytis/engine"
	"amytis/engine/table"
)

// silence makes Discord show a new message without a notification if it concerns some players, and
// all of them are in their quiet hours.
// https://discord.com/developers/docs/resources/message#message-object-message-flags
func (wr *Writer) silence(m *message.Message, quiet table.Quiet, concerned []table.Player) {
	awake := func(p table.Player) bool { return !wr.inQuietHours(quiet, p) }
	if len(concerned) > 0 && !slices.ContainsFunc(concerned, awake) {
		m.Flags |= discordgo.MessageFlagsSuppressNotifications
	}
}

// inQuietHours reports whether a player has quiet hours now.
func (wr *Writer) inQuietHours(quiet table.Quiet, p table.Player) bool {
	now := wr.now().UnixMilli()
	return quiet(p.User, now) > now
}

// concerned returns the players that a message about a table concerns: those it calls, or else
// those in turn, or all players of a game that is over. It concerns no computers.
func concerned(t *table.Table, called engine.SeatSet) []table.Player {
	if t.Status != table.Running {
		return people(t.Players)
	}
	if called == 0 {
		called = t.Awaited()
	}
	var players []table.Player
	for _, seat := range called.Slice() {
		players = append(players, t.Player(seat))
	}
	return people(players)
}

// people returns the players who are no computers.
func people(players []table.Player) []table.Player {
	return slices.DeleteFunc(slices.Clone(players), table.Player.IsComputer)
}
