package commands

import (
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/play/games"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// option returns an option with its name and description from the catalogs, under key.
func option(key string, kind discordgo.ApplicationCommandOptionType) *discordgo.ApplicationCommandOption {
	return &discordgo.ApplicationCommandOption{
		Type:                     kind,
		Name:                     english(key + ".name"),
		NameLocalizations:        localized(key + ".name"),
		Description:              english(key + ".description"),
		DescriptionLocalizations: localized(key + ".description"),
	}
}

// seatOption returns the option for a player of the channel's game.
func seatOption() *discordgo.ApplicationCommandOption {
	o := completed(option("option.player", discordgo.ApplicationCommandOptionString))
	o.Description, o.DescriptionLocalizations = english("bot.moderation.player"), localized("bot.moderation.player")
	return o
}

// memberOption returns the option for a member of the server.
func memberOption() *discordgo.ApplicationCommandOption {
	o := option("option.player", discordgo.ApplicationCommandOptionUser)
	o.Description, o.DescriptionLocalizations = english("bot.profile.whose"), localized("bot.profile.whose")
	return o
}

// successorOption returns the option for the level of a computer that takes over a seat.
func successorOption() *discordgo.ApplicationCommandOption {
	o := levelOption()
	o.Description, o.DescriptionLocalizations = english("bot.moderation.level"), localized("bot.moderation.level")
	return o
}

// earlierOption returns the option for an ended game of the channel.
func earlierOption() *discordgo.ApplicationCommandOption {
	return completed(option("option.earlier", discordgo.ApplicationCommandOptionString))
}

func required(o *discordgo.ApplicationCommandOption) *discordgo.ApplicationCommandOption {
	o.Required = true
	return o
}

func completed(o *discordgo.ApplicationCommandOption) *discordgo.ApplicationCommandOption {
	o.Autocomplete = true
	return o
}

func optionChoice(key, value string) *discordgo.ApplicationCommandOptionChoice {
	return &discordgo.ApplicationCommandOptionChoice{
		Name: english(key), NameLocalizations: localized(key), Value: value,
	}
}

func gameOption() *discordgo.ApplicationCommandOption {
	o := option("option.game", discordgo.ApplicationCommandOptionString)
	for _, g := range games.All {
		o.Choices = append(o.Choices, optionChoice(g.Info().ID+".name", g.Info().ID))
	}
	return o
}

const (
	// OwnLanguage is the choice to use the language that the server has in Discord.
	OwnLanguage = "server"

	// PingByMention and PingByName are the choices of how a message names the player in turn.
	PingByMention = "mention"
	PingByName    = "name"
)

func languageOption() *discordgo.ApplicationCommandOption {
	o := option("option.language", discordgo.ApplicationCommandOptionString)
	o.Choices = append(o.Choices, optionChoice("bot.language."+OwnLanguage, OwnLanguage))
	for _, lang := range text.Langs() {
		o.Choices = append(o.Choices, optionChoice("bot.language."+string(lang), string(lang)))
	}
	return o
}

func pingsOption() *discordgo.ApplicationCommandOption {
	o := option("option.pings", discordgo.ApplicationCommandOptionString)
	for _, style := range []string{PingByMention, PingByName} {
		o.Choices = append(o.Choices, optionChoice("bot.settings.pings."+style, style))
	}
	return o
}

func pageOption() *discordgo.ApplicationCommandOption {
	first := 1.0
	o := option("option.page", discordgo.ApplicationCommandOptionInteger)
	o.MinValue = &first
	return o
}

// paceOption returns the option for a time control that has a name, or for none.
func paceOption() *discordgo.ApplicationCommandOption {
	o := option("option.pace", discordgo.ApplicationCommandOptionString)
	for _, c := range append(slices.Clone(table.Paces), table.TimeControl{}) {
		o.Choices = append(o.Choices, optionChoice("bot.limit."+c.String(), c.String()))
	}
	return o
}

// limitOption returns the option for a limit of the table's own.
func limitOption() *discordgo.ApplicationCommandOption {
	o := option("option.limit", discordgo.ApplicationCommandOptionString)
	for _, l := range table.Limits {
		o.Choices = append(o.Choices, optionChoice("bot.limit."+l.String(), l.String()))
	}
	return o
}

// reserveOption returns the option for a reserve of the table's own.
func reserveOption() *discordgo.ApplicationCommandOption {
	o := option("option.reserve", discordgo.ApplicationCommandOptionString)
	o.Choices = append(o.Choices, optionChoice("bot.reserve.none", "0"))
	for _, l := range table.Reserves[1:] {
		o.Choices = append(o.Choices, optionChoice("bot.limit."+l.String(), l.String()))
	}
	return o
}

// computersOption returns the option for the number of computers, up to all seats but one.
func computersOption() *discordgo.ApplicationCommandOption {
	fewest, most := 0.0, 0
	for _, g := range games.All {
		most = max(most, g.Info().MaxSeats-1)
	}
	o := option("option.computers", discordgo.ApplicationCommandOptionInteger)
	o.MinValue, o.MaxValue = &fewest, float64(most)
	return o
}

// levelOption returns the option for the level of the computers.
func levelOption() *discordgo.ApplicationCommandOption {
	o := option("option.level", discordgo.ApplicationCommandOptionString)
	for level := 1; level <= engine.ComputerLevels; level++ {
		number := strconv.Itoa(level)
		o.Choices = append(o.Choices, optionChoice("bot.computer.level."+number, number))
	}
	return o
}

// standInOption returns the option for the level of the computers that stand in for players. 0 is
// none.
func standInOption() *discordgo.ApplicationCommandOption {
	o := option("option.stand-in", discordgo.ApplicationCommandOptionString)
	o.Choices = append(o.Choices, optionChoice("bot.stand_in.none", "0"))
	for level := 1; level <= engine.ComputerLevels; level++ {
		number := strconv.Itoa(level)
		o.Choices = append(o.Choices, optionChoice("bot.computer.level."+number, number))
	}
	return o
}

func hourOption(key string) *discordgo.ApplicationCommandOption {
	first := 0.0
	o := option(key, discordgo.ApplicationCommandOptionInteger)
	o.MinValue, o.MaxValue = &first, 23
	return o
}

// zoneOption returns the option for the user's time zone.
func zoneOption() *discordgo.ApplicationCommandOption {
	return completed(option("option.zone", discordgo.ApplicationCommandOptionString))
}
