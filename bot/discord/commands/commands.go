// Package commands describes the bot's slash commands in every language and registers them with
// Discord. It does not carry them out.
package commands

import (
	"github.com/bwmarrin/discordgo"

	"amytis/bot/play/games"
)

// All returns all slash commands, with names and descriptions in every language. They follow from
// the registry of games and the catalogs.
func All() []*discordgo.ApplicationCommand {
	all := []*discordgo.ApplicationCommand{
		command("command.game", nil,
			sub("command.game.new", newGameOptions()...),
			sub("command.game.solo", gameOption(), levelOption()),
			sub("command.game.join"),
			sub("command.game.leave"),
			sub("command.game.start"),
			sub("command.game.ready"),
			sub("command.game.status"),
			sub("command.game.undo"),
			sub("command.game.hint", completed(option("option.move", discordgo.ApplicationCommandOptionString))),
			sub("command.game.stand-in"),
			sub("command.game.back"),
			sub("command.game.resign", seatOption()),
			sub("command.game.abort"),
			sub("command.game.skip", required(seatOption())),
			sub(
				"command.game.replace", required(seatOption()),
				option("option.by", discordgo.ApplicationCommandOptionUser), successorOption(),
			),
			sub("command.game.rematch"),
			sub("command.game.record", option("option.public", discordgo.ApplicationCommandOptionBoolean)),
			sub("command.game.mine"),
		),
		command("command.board", nil,
			completed(option("option.view", discordgo.ApplicationCommandOptionString)),
			completed(option("option.player", discordgo.ApplicationCommandOptionString)),
			completed(option("option.turn", discordgo.ApplicationCommandOptionString)),
			option("option.public", discordgo.ApplicationCommandOptionBoolean),
		),
		command("command.replay", nil, earlierOption(), option("option.public", discordgo.ApplicationCommandOptionBoolean)),
		command("command.review", nil, earlierOption(), option("option.public", discordgo.ApplicationCommandOptionBoolean)),
		command("command.leaderboard", nil, gameOption(), pageOption()),
		command(
			"command.profile", nil, memberOption(), gameOption(),
			option("option.public", discordgo.ApplicationCommandOptionBoolean),
		),
		command("command.stats", manageMessages()),
		command(
			"command.rules", nil, gameOption(), completed(option("option.topic", discordgo.ApplicationCommandOptionString)),
		),
		command("command.learn", nil, gameOption()),
		command("command.help", nil),
		command("command.privacy", nil),
		command("command.me", nil,
			sub("command.me.quiet",
				hourOption("option.from"),
				hourOption("option.to"),
				zoneOption(),
				option("option.off", discordgo.ApplicationCommandOptionBoolean),
			),
			sub("command.me.zone", zoneOption()),
			sub("command.me.pings", whenOption(), hourOption("option.hour"), howOption(),
				option("option.next", discordgo.ApplicationCommandOptionBoolean)),
			sub("command.me.away", completed(option("option.until", discordgo.ApplicationCommandOptionString))),
			sub("command.me.back"),
			sub("command.me.weekends", option("option.free", discordgo.ApplicationCommandOptionBoolean)),
			sub("command.me.text", option("option.on", discordgo.ApplicationCommandOptionBoolean)),
			sub("command.me.auto", option("option.on", discordgo.ApplicationCommandOptionBoolean)),
			sub("command.me.data"),
			sub("command.me.private", option("option.hide", discordgo.ApplicationCommandOptionBoolean)),
		),
		command(
			"command.settings", manageServer(), languageOption(), pingsOption(), paceOption(), limitOption(), reserveOption(),
			option("option.role", discordgo.ApplicationCommandOptionRole),
		),
	}
	for _, g := range games.All {
		all = append(all, turnCommand(g.Info()))
	}
	return all
}

// manageServer returns the permission that Discord calls "Manage Server".
func manageServer() *int64 {
	permission := int64(discordgo.PermissionManageGuild)
	return &permission
}

// manageMessages returns the permission that Discord calls "Manage Messages".
func manageMessages() *int64 {
	permission := int64(discordgo.PermissionManageMessages)
	return &permission
}

// command returns a slash command with its name and description from the catalogs, under key.
// permissions are those that Discord demands by default, nil for none.
func command(
	key string, permissions *int64, options ...*discordgo.ApplicationCommandOption,
) *discordgo.ApplicationCommand {
	names, descriptions := localized(key+".name"), localized(key+".description")
	return &discordgo.ApplicationCommand{
		Name:                     english(key + ".name"),
		NameLocalizations:        &names,
		Description:              english(key + ".description"),
		DescriptionLocalizations: &descriptions,
		DefaultMemberPermissions: permissions,
		Contexts:                 &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild},
		IntegrationTypes:         &[]discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall},
		Options:                  options,
	}
}

// sub returns a subcommand with its name and description from the catalogs, under key.
func sub(key string, options ...*discordgo.ApplicationCommandOption) *discordgo.ApplicationCommandOption {
	o := option(key, discordgo.ApplicationCommandOptionSubCommand)
	o.Options = options
	return o
}
