package posts

import (
	"slices"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/message"
	"amytis/engine"
	"amytis/engine/table"
)

// silence sends a message without a notification if all players in it have quiet hours.
// https://discord.com/developers/docs/resources/message#message-object-message-flags
func (wr *Writer) silence(m *message.Message, quiet table.Quiet, concerned []table.Player) {
	awake := func(p table.Player) bool { return !wr.inQuietHours(quiet, p) }
	if len(concerned) > 0 && !slices.ContainsFunc(concerned, awake) {
		m.Flags |= discordgo.MessageFlagsSuppressNotifications
	}
}

func (wr *Writer) inQuietHours(quiet table.Quiet, p table.Player) bool {
	now := wr.now().UnixMilli()
	return quiet(p.User, now) > now
}

// concerned returns the people that a message concerns: those it calls, else those in turn, or all
// players of a game that is over.
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

func people(players []table.Player) []table.Player {
	return slices.DeleteFunc(slices.Clone(players), table.Player.IsComputer)
}
