package commands

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/choice"
	"amytis/bot/games"
	"amytis/engine"
)

// turnCommand returns a game's command. Its subcommands are the game's actions and undo.
func turnCommand(in *engine.Info) *discordgo.ApplicationCommand {
	c := command(in.Command, nil)
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
		c.Options = append(c.Options, o)
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

// newGameOptions returns the options of /game new: the game, the thread, the time limit, the
// computers, and all games' own options.
func newGameOptions() []*discordgo.ApplicationCommandOption {
	where := option("option.thread", discordgo.ApplicationCommandOptionBoolean)
	return append([]*discordgo.ApplicationCommandOption{
		gameOption(), where, limitOption(), computersOption(), levelOption(),
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
	for _, value := range o.Values {
		option.Choices = append(option.Choices, optionChoice(key+"."+value, value))
	}
	return option
}

// commandName returns a title in the form of an option's name: lower case, without spaces.
func commandName(title string) string {
	return strings.ReplaceAll(strings.ToLower(title), " ", "-")
}
