package commands

import (
	"strconv"

	"github.com/bwmarrin/discordgo"
)

// These are choices of when and how players are told that it is their turn.
const (
	PingAtOnce = "at_once"
	PingDaily  = "daily"
	PingNever  = "never"

	PingDirect = "direct"
)

// PingDelays are the choices of how long a ping waits for the player to look, in seconds.
var PingDelays = []int{600, 1800, 3600, 10800, 43200}

// whenOption returns the option for when a player is told.
func whenOption() *discordgo.ApplicationCommandOption {
	choices := []string{PingAtOnce}
	for _, delay := range PingDelays {
		choices = append(choices, strconv.Itoa(delay))
	}
	o := option("option.when", discordgo.ApplicationCommandOptionString)
	for _, choice := range append(choices, PingDaily, PingNever) {
		o.Choices = append(o.Choices, optionChoice("bot.pings.when."+choice, choice))
	}
	return o
}

// howOption returns the option for how a player is told.
func howOption() *discordgo.ApplicationCommandOption {
	o := option("option.how", discordgo.ApplicationCommandOptionString)
	for _, choice := range []string{PingByMention, PingDirect} {
		o.Choices = append(o.Choices, optionChoice("bot.pings.how."+choice, choice))
	}
	return o
}
