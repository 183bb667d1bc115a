package commands

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/play/choice"
	"amytis/bot/play/games"
	"amytis/engine"
)

// turnCommand returns a game's command. A section of actions is a subcommand group.
func turnCommand(in *engine.Info) *discordgo.ApplicationCommand {
	c := command(in.ID+".command", nil)
	c.Name = in.Command
	sections := map[string]*discordgo.ApplicationCommandOption{}
	for _, s := range choice.Subcommands(in) {
		var options []*discordgo.ApplicationCommandOption
		if s.Grouped() {
			what := required(completed(in.ID + ".arg." + choice.WhatOption))
			what.Name = choice.WhatOption
			options = append(options, what)
		}
		for _, f := range s.Fields(in) {
			o := completed(in.ID + ".arg." + f.Name)
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
			sections[s.Section] = group
			c.Options = append(c.Options, group)
		}
		group.Options = append(group.Options, o)
	}
	return c
}

// newGameOptions returns the options of /game new and of every game. Discord cannot hide options:
// the bot completes only the chosen game's.
func newGameOptions() []*discordgo.ApplicationCommandOption {
	return append([]*discordgo.ApplicationCommandOption{
		newGameOption(), flag("option.thread"), paceOption(), limitOption(), reserveOption(),
		computersOption(), levelOption("option.level"), flag("option.hints"),
		orNone(levelOption("option.stand-in"), "bot.stand_in.none"),
	}, tableOptions()...)
}

// soloOptions returns the options of /game solo. Completion is as for /game new.
func soloOptions() []*discordgo.ApplicationCommandOption {
	return append([]*discordgo.ApplicationCommandOption{newGameOption(), levelOption("option.level")}, tableOptions()...)
}

func newGameOption() *discordgo.ApplicationCommandOption {
	return described(completed("option.game"), "bot.lobby.game")
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

func tableOption(in *engine.Info, o *engine.OptionInfo) *discordgo.ApplicationCommandOption {
	key := in.ID + ".option." + o.Name
	var option *discordgo.ApplicationCommandOption
	switch o.Kind {
	case engine.OptionBool:
		option = flag(key)
	case engine.OptionInt:
		option = number(key, o.Min, o.Max)
	default:
		option = completed(key)
	}
	option.Name = o.Name
	for l, name := range option.NameLocalizations {
		option.NameLocalizations[l] = commandName(name)
	}
	return option
}

// commandName returns a title as an option's name: lower case, without spaces.
func commandName(title string) string { return strings.ReplaceAll(strings.ToLower(title), " ", "-") }
