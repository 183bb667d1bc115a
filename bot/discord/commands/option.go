package commands

import (
	"fmt"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/form"
	"amytis/bot/play/games"
	"amytis/bot/play/lessons"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

func english(key string) string { return text.For("en").Say(key) }

// localized returns the texts of a key by locale, without English, which all other locales get.
// https://discord.com/developers/docs/reference#locales
func localized(key string) map[discordgo.Locale]string {
	all := map[discordgo.Locale]string{}
	for _, lang := range text.Langs()[1:] {
		for _, locale := range text.Locales(lang) {
			all[discordgo.Locale(locale)] = text.For(string(lang)).Say(key)
		}
	}
	return all
}

// option returns an option with its words from the catalogs, under key.
func option(key string, kind discordgo.ApplicationCommandOptionType) *discordgo.ApplicationCommandOption {
	return &discordgo.ApplicationCommandOption{
		Type:                     kind,
		Name:                     english(key + ".name"),
		NameLocalizations:        localized(key + ".name"),
		Description:              english(key + ".description"),
		DescriptionLocalizations: localized(key + ".description"),
	}
}

func flag(key string) *discordgo.ApplicationCommandOption {
	return option(key, discordgo.ApplicationCommandOptionBoolean)
}

// completed returns an option for a text that the bot completes.
func completed(key string) *discordgo.ApplicationCommandOption {
	o := option(key, discordgo.ApplicationCommandOptionString)
	o.Autocomplete = true
	return o
}

// number returns an option for a whole number. 0 as the highest is no limit.
func number(key string, lowest, highest int) *discordgo.ApplicationCommandOption {
	o := option(key, discordgo.ApplicationCommandOptionInteger)
	o.MinValue, o.MaxValue = new(float64(lowest)), float64(highest)
	return o
}

// choices returns an option with values to choose from. Their names are under prefix.
func choices(key, prefix string, values ...string) *discordgo.ApplicationCommandOption {
	o := option(key, discordgo.ApplicationCommandOptionString)
	for _, value := range values {
		o.Choices = append(o.Choices, optionChoice(prefix+value, value))
	}
	return o
}

// texts returns values as fmt.Sprint writes them.
func texts[T any](values []T) []string {
	all := make([]string, len(values))
	for i, value := range values {
		all[i] = fmt.Sprint(value)
	}
	return all
}

func optionChoice(key, value string) *discordgo.ApplicationCommandOptionChoice {
	return &discordgo.ApplicationCommandOptionChoice{
		Name: english(key), NameLocalizations: localized(key), Value: value,
	}
}

// described gives an option another description.
func described(o *discordgo.ApplicationCommandOption, key string) *discordgo.ApplicationCommandOption {
	o.Description, o.DescriptionLocalizations = english(key), localized(key)
	return o
}

func required(o *discordgo.ApplicationCommandOption) *discordgo.ApplicationCommandOption {
	o.Required = true
	return o
}

// PostChannels are the channels that a server can be told something in.
var PostChannels = []discordgo.ChannelType{discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildNews}

// seatOption is for a player of the channel's game.
func seatOption() *discordgo.ApplicationCommandOption {
	return described(completed("option.player"), "bot.moderation.player")
}

func gameOption() *discordgo.ApplicationCommandOption {
	o := option("option.game", discordgo.ApplicationCommandOptionString)
	for _, g := range games.All {
		o.Choices = append(o.Choices, optionChoice(g.Info().ID+".name", g.Info().ID))
	}
	return o
}

func lessonOption() *discordgo.ApplicationCommandOption {
	o := option("option.game", discordgo.ApplicationCommandOptionString)
	for _, l := range lessons.All() {
		o.Choices = append(o.Choices, optionChoice(l.Game+".name", l.Game))
	}
	return o
}

// How and when a user is pinged.
const (
	PingByMention = "mention"
	PingDirect    = "direct"

	PingAtOnce = "at_once"
	PingDaily  = "daily"
	PingNever  = "never"
)

// PingDelays are for how long a ping can wait for the player to look, in seconds.
var PingDelays = []int{600, 1800, 3600, 10800, 43200}

func whenOption() *discordgo.ApplicationCommandOption {
	values := append([]string{PingAtOnce}, texts(PingDelays)...)
	return choices("option.when", "bot.pings.when.", append(values, PingDaily, PingNever)...)
}

// paceOption offers the time controls with a name, and none.
func paceOption() *discordgo.ApplicationCommandOption {
	return choices("option.pace", "bot.limit.", append(texts(table.Paces), table.TimeControl{}.String())...)
}

func limitOption() *discordgo.ApplicationCommandOption {
	return choices("option.limit", "bot.limit.", texts(table.Limits)...)
}

func reserveOption() *discordgo.ApplicationCommandOption {
	return orNone(choices("option.reserve", "bot.limit.", texts(table.Reserves[1:])...), "bot.reserve.none")
}

// computersOption allows computers in all seats but one.
func computersOption() *discordgo.ApplicationCommandOption {
	most := 0
	for _, g := range games.All {
		most = max(most, g.Info().MaxSeats-1)
	}
	return number("option.computers", 0, most)
}

func levelOption(key string) *discordgo.ApplicationCommandOption {
	return choices(key, "bot.computer.level.", texts(form.Numbers(1, engine.ComputerLevels))...)
}

// orNone adds a first choice with the value 0.
func orNone(o *discordgo.ApplicationCommandOption, key string) *discordgo.ApplicationCommandOption {
	o.Choices = append([]*discordgo.ApplicationCommandOptionChoice{optionChoice(key, "0")}, o.Choices...)
	return o
}
