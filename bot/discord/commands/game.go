package commands

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/play/choice"
	"amytis/bot/play/games"
	"amytis/engine"
)

// turnCommand returns a game's command. Its subcommands are the game's actions and undo. A section
// of actions is a subcommand group, at the place of its first one.
func turnCommand(in *engine.Info) *discordgo.ApplicationCommand {
	c := command(in.ID+".command", nil)
	c.Name = in.Command
	sections := map[string]*discordgo.ApplicationCommandOption{}
	for _, s := range choice.Subcommands(in) {
		var options []*discordgo.ApplicationCommandOption
		if s.Grouped() {
			options = append(options, whatChoices(in, s))
		}
		for _, f := range s.Fields(in) {
			o := completed(option(in.ID+".arg."+f.Name, discordgo.ApplicationCommandOptionString))
			o.Name = f.Name
			o.Required = f.Required
			options = append(options, o)
		}
		o := sub(in.ID+".sub."+s.Name, options...)
		o.Name = s.Name
		if s.Section == "" {
			c.Options = append(c.Options, o)
			continue
		}
		group := sections[s.Section]
		if group == nil {
			group = option(in.ID+".section."+s.Section, discordgo.ApplicationCommandOptionSubCommandGroup)
			group.Name = s.Section
			sections[s.Section], c.Options = group, append(c.Options, group)
		}
		group.Options = append(group.Options, o)
	}
	c.Options = append(c.Options, sub("command.game.undo"))
	return c
}

// whatChoices returns the option that chooses among the verbs of a group.
func whatChoices(in *engine.Info, s choice.Subcommand) *discordgo.ApplicationCommandOption {
	o := option(in.ID+".arg."+choice.WhatOption, discordgo.ApplicationCommandOptionString)
	o.Name = choice.WhatOption
	o.Required = true
	for _, v := range s.Verbs {
		name := in.VerbInfo(v).Name
		o.Choices = append(o.Choices, optionChoice(in.ID+".verb."+name, name))
	}
	return o
}

// newGameOptions returns the options of /game new: the game, the thread, the time per turn, the
// computers, hints, stand-ins, and all games' own options. Discord cannot hide those of other
// games, so the bot completes the game, with the last one first, and offers values for its options
// only.
func newGameOptions() []*discordgo.ApplicationCommandOption {
	where := option("option.thread", discordgo.ApplicationCommandOptionBoolean)
	hints := option("option.hints", discordgo.ApplicationCommandOptionBoolean)
	game := completed(option("option.game", discordgo.ApplicationCommandOptionString))
	game.Description, game.DescriptionLocalizations = english("bot.lobby.game"), localized("bot.lobby.game")
	return append([]*discordgo.ApplicationCommandOption{
		game, where, paceOption(), limitOption(), reserveOption(), computersOption(), levelOption(), hints,
		standInOption(),
	}, tableOptions()...)
}

// tableOptions returns the options of all games, each name once.
func tableOptions() []*discordgo.ApplicationCommandOption {
	var options []*discordgo.ApplicationCommandOption
	seen := map[string]bool{}
	for _, g := range games.All {
		in := g.Info()
		for i := range in.Options {
			if o := &in.Options[i]; !seen[o.Name] {
				seen[o.Name] = true
				options = append(options, tableOption(in, o))
			}
		}
	}
	return options
}

// tableOption returns a game's option as an option of /game new.
func tableOption(in *engine.Info, o *engine.OptionInfo) *discordgo.ApplicationCommandOption {
	key := in.ID + ".option." + o.Name
	kind := discordgo.ApplicationCommandOptionString
	switch o.Kind {
	case engine.OptionBool:
		kind = discordgo.ApplicationCommandOptionBoolean
	case engine.OptionInt:
		kind = discordgo.ApplicationCommandOptionInteger
	}
	option := option(key, kind)
	option.Name = o.Name
	for l, name := range option.NameLocalizations {
		option.NameLocalizations[l] = commandName(name)
	}
	if o.Kind == engine.OptionInt {
		lowest := float64(o.Min)
		option.MinValue, option.MaxValue = &lowest, float64(o.Max)
		return option
	}
	option.Autocomplete = o.Kind == engine.OptionWord
	return option
}

// commandName returns a title in the form of an option's name: lower case, without spaces.
func commandName(title string) string {
	return strings.ReplaceAll(strings.ToLower(title), " ", "-")
}
