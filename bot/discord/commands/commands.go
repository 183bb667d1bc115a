// Package commands describes the bot's commands in every language and registers them with Discord.
package commands

import (
	"slices"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/play/games"
)

// All returns all commands in every language, from the registry of games and the catalogs.
func All() []*discordgo.ApplicationCommand {
	all := []*discordgo.ApplicationCommand{
		command("command.game", nil,
			sub("command.game.new", newGameOptions()...),
			sub("command.game.solo", soloOptions()...),
			sub("command.game.play", gameOption()),
			sub("command.game.join"),
			sub("command.game.leave"),
			sub("command.game.start"),
			sub("command.game.ready"),
			sub("command.game.status"),
			sub("command.game.undo"),
			sub("command.game.plan"),
			sub("command.game.hint", completed("option.move")),
			sub("command.game.stand-in"),
			sub("command.game.back"),
			sub("command.game.resign", seatOption()),
			sub("command.game.abort"),
			sub("command.game.skip", required(seatOption())),
			sub("command.game.replace", required(seatOption()),
				option("option.by", discordgo.ApplicationCommandOptionUser),
				described(levelOption("option.level"), "bot.moderation.level")),
			sub("command.game.rematch"),
			sub("command.game.record", flag("option.public")),
			sub("command.game.mine"),
		),
		command("command.board", nil,
			completed("option.view"), completed("option.player"), completed("option.turn"), flag("option.public")),
		command("command.replay", nil, completed("option.earlier"), flag("option.public")),
		command("command.review", nil, completed("option.earlier"), flag("option.public")),
		command("command.leaderboard", nil, gameOption(), number("option.page", 1, 0)),
		command("command.profile", nil,
			described(option("option.player", discordgo.ApplicationCommandOptionUser), "bot.profile.whose"),
			gameOption(), flag("option.public")),
		command("command.stats", new(int64(discordgo.PermissionManageMessages))),
		command("command.rules", nil, gameOption(), completed("option.topic")),
		command("command.learn", nil, lessonOption()),
		command("command.help", nil),
		command("command.privacy", nil),
		command("command.me", nil, meOptions()...),
		command("command.settings", new(int64(discordgo.PermissionManageGuild)), settingsOptions()...),
	}
	for _, g := range games.All {
		all = append(all, turnCommand(g.Info()))
	}
	return append(all,
		menu("bot.menu.play_against", discordgo.UserApplicationCommand),
		menu("bot.menu.profile", discordgo.UserApplicationCommand),
		menu("bot.menu.board", discordgo.MessageApplicationCommand),
		menu("bot.menu.replay", discordgo.MessageApplicationCommand),
		menu("bot.menu.review", discordgo.MessageApplicationCommand),
	)
}

// menu returns a command of a context menu. Discord allows neither a description nor options.
func menu(key string, kind discordgo.ApplicationCommandType) *discordgo.ApplicationCommand {
	return &discordgo.ApplicationCommand{
		Type: kind, Name: english(key), NameLocalizations: new(localized(key)),
		Contexts:         &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild},
		IntegrationTypes: &[]discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall},
	}
}

// command returns a slash command with its words from the catalogs, under key. permissions are
// those that Discord demands by default, or nil. A command has places, its subcommands have none.
func command(
	key string, permissions *int64, options ...*discordgo.ApplicationCommandOption,
) *discordgo.ApplicationCommand {
	name := english(key + ".name")
	contexts := []discordgo.InteractionContextType{discordgo.InteractionContextGuild,
		discordgo.InteractionContextBotDM, discordgo.InteractionContextPrivateChannel}
	installed := []discordgo.ApplicationIntegrationType{
		discordgo.ApplicationIntegrationGuildInstall, discordgo.ApplicationIntegrationUserInstall,
	}
	switch {
	case slices.Contains(OnlyOnServers, name):
		contexts, installed = contexts[:1], installed[:1]
	case !slices.Contains(Everywhere, name):
		contexts, installed = contexts[:2], installed[:1]
	}
	return &discordgo.ApplicationCommand{
		Name:                     name,
		NameLocalizations:        new(localized(key + ".name")),
		Description:              english(key + ".description"),
		DescriptionLocalizations: new(localized(key + ".description")),
		DefaultMemberPermissions: permissions,
		Contexts:                 &contexts,
		IntegrationTypes:         &installed,
		Options:                  options,
	}
}

// Commands with other places than servers and direct channels, by default name: only on servers,
// and wherever a user who has installed the bot goes.
var (
	OnlyOnServers = []string{"leaderboard", "stats", "settings"}
	Everywhere    = []string{"learn", "game", "rules", "help", "privacy", "me", "profile", "replay"}
)

// WithoutUsers takes away what Discord refuses if only servers can install the bot.
func WithoutUsers(all []*discordgo.ApplicationCommand) []*discordgo.ApplicationCommand {
	for _, c := range all {
		*c.IntegrationTypes = (*c.IntegrationTypes)[:1]
		*c.Contexts = (*c.Contexts)[:min(2, len(*c.Contexts))]
	}
	return all
}

// sub returns a subcommand with its words from the catalogs, under key.
func sub(key string, options ...*discordgo.ApplicationCommandOption) *discordgo.ApplicationCommandOption {
	o := option(key, discordgo.ApplicationCommandOptionSubCommand)
	o.Options = options
	return o
}
