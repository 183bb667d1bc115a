package bot

import (
	"strings"

	"amytis/bot/games"
	"amytis/bot/text"
	"amytis/engine"

	"github.com/bwmarrin/discordgo"
)

// locales are Discord's locales of each language that we speak; English is what
// everybody else gets.
// https://discord.com/developers/docs/reference#locales
var locales = map[text.Lang][]discordgo.Locale{
	"fr": {discordgo.French},
	"de": {discordgo.German},
	"es": {discordgo.SpanishES, discordgo.SpanishLATAM},
}

// commands are all slash commands, with names and descriptions in every
// language. They are derived from the registry and the catalogs.
func commands() []*discordgo.ApplicationCommand {
	all := []*discordgo.ApplicationCommand{
		command("game", nil,
			sub("command.game.new", newGameOptions()...),
			sub("command.game.join"),
			sub("command.game.leave"),
			sub("command.game.start"),
			sub("command.game.status"),
			sub("command.game.undo"),
			sub("command.game.resign"),
			sub("command.game.abort"),
			sub("command.game.rematch"),
			sub("command.game.record", option("option.public", discordgo.ApplicationCommandOptionBoolean)),
			sub("command.game.mine"),
		),
		command("board", nil,
			completed(option("option.view", discordgo.ApplicationCommandOptionString)),
			completed(option("option.player", discordgo.ApplicationCommandOptionString)),
			completed(option("option.turn", discordgo.ApplicationCommandOptionString)),
			option("option.public", discordgo.ApplicationCommandOptionBoolean),
		),
		command("leaderboard", nil, gameOption(), pageOption()),
		command("rules", nil, gameOption(), completed(option("option.topic", discordgo.ApplicationCommandOptionString))),
		command("me", nil, sub("command.me.quiet",
			hourOption("option.from"),
			hourOption("option.to"),
			option("option.utc", discordgo.ApplicationCommandOptionString),
			option("option.off", discordgo.ApplicationCommandOptionBoolean),
		)),
		command("settings", manageServer(), languageOption(), option("option.pings", discordgo.ApplicationCommandOptionBoolean)),
	}
	for _, g := range games.All {
		all = append(all, turnCommand(g.Info()))
	}
	return all
}

func manageServer() *int64 {
	permission := int64(discordgo.PermissionManageGuild)
	return &permission
}

// turnCommand is a game's command, its turn actions below it, and undo.
func turnCommand(in *engine.Info) *discordgo.ApplicationCommand {
	c := command(in.Command, nil)
	for _, s := range subcommands(in) {
		var options []*discordgo.ApplicationCommandOption
		if s.grouped() {
			options = append(options, whatChoices(in, s))
		}
		for _, f := range s.fields(in) {
			o := completed(option(in.ID+".arg."+f.name, discordgo.ApplicationCommandOptionString))
			o.Name = f.name
			o.Required = f.required
			options = append(options, o)
		}
		o := sub(in.ID+".sub."+s.name, options...)
		o.Name = s.name
		c.Options = append(c.Options, o)
	}
	c.Options = append(c.Options, sub("command.game.undo"))
	return c
}

// whatChoices is the option that chooses among the verbs of a group.
func whatChoices(in *engine.Info, s subcommand) *discordgo.ApplicationCommandOption {
	o := option(in.ID+".arg."+whatOption, discordgo.ApplicationCommandOptionString)
	o.Name = whatOption
	o.Required = true
	for _, v := range s.verbs {
		name := in.VerbInfo(v).Name
		o.Choices = append(o.Choices, choice(in.ID+".verb."+name, name))
	}
	return o
}

func command(name string, permissions *int64, options ...*discordgo.ApplicationCommandOption) *discordgo.ApplicationCommand {
	names, descriptions := localized("command."+name+".name"), localized("command."+name+".description")
	return &discordgo.ApplicationCommand{
		Name:                     name,
		NameLocalizations:        &names,
		Description:              english("command." + name + ".description"),
		DescriptionLocalizations: &descriptions,
		DefaultMemberPermissions: permissions,
		Contexts:                 &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild},
		Options:                  options,
	}
}

// sub is a subcommand; its key ends in its name.
func sub(key string, options ...*discordgo.ApplicationCommandOption) *discordgo.ApplicationCommandOption {
	o := option(key, discordgo.ApplicationCommandOptionSubCommand)
	o.Options = options
	return o
}

// option is an option whose English name is the last part of its key.
func option(key string, kind discordgo.ApplicationCommandOptionType) *discordgo.ApplicationCommandOption {
	return &discordgo.ApplicationCommandOption{
		Type:                     kind,
		Name:                     english(key + ".name"),
		NameLocalizations:        localized(key + ".name"),
		Description:              english(key + ".description"),
		DescriptionLocalizations: localized(key + ".description"),
	}
}

func completed(o *discordgo.ApplicationCommandOption) *discordgo.ApplicationCommandOption {
	o.Autocomplete = true
	return o
}

func choice(key, value string) *discordgo.ApplicationCommandOptionChoice {
	return &discordgo.ApplicationCommandOptionChoice{Name: english(key), NameLocalizations: localized(key), Value: value}
}

func gameOption() *discordgo.ApplicationCommandOption {
	o := option("option.game", discordgo.ApplicationCommandOptionString)
	for _, g := range games.All {
		o.Choices = append(o.Choices, choice(g.Info().ID+".name", g.Info().ID))
	}
	return o
}

// newGameOptions are which game, where, and how it is played.
func newGameOptions() []*discordgo.ApplicationCommandOption {
	where := option("option.thread", discordgo.ApplicationCommandOptionBoolean)
	return append([]*discordgo.ApplicationCommandOption{gameOption(), where, limitOption()}, tableOptions()...)
}

// tableOptions are the options of all games, each name once.
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
		option.Choices = append(option.Choices, choice(key+"."+value, value))
	}
	return option
}

// commandName is a title as Discord wants the names of options: lower case,
// without spaces.
func commandName(title string) string {
	return strings.ReplaceAll(strings.ToLower(title), " ", "-")
}

func languageOption() *discordgo.ApplicationCommandOption {
	o := option("option.language", discordgo.ApplicationCommandOptionString)
	o.Choices = append(o.Choices, choice("bot.language."+ownLanguage, ownLanguage))
	for _, lang := range text.Langs() {
		o.Choices = append(o.Choices, choice("bot.language."+string(lang), string(lang)))
	}
	return o
}

func pageOption() *discordgo.ApplicationCommandOption {
	first := 1.0
	o := option("option.page", discordgo.ApplicationCommandOptionInteger)
	o.MinValue = &first
	return o
}

func english(key string) string { return text.For("en").T(key, nil) }

func localized(key string) map[discordgo.Locale]string {
	all := map[discordgo.Locale]string{}
	for lang, names := range locales {
		for _, l := range names {
			all[l] = text.For(string(lang)).T(key, nil)
		}
	}
	return all
}
