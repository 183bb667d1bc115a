package discord

import (
	"net/url"
	"strconv"

	"github.com/bwmarrin/discordgo"
)

// InstallPermissions are the permissions that the install link asks for. The last one is for
// finding out whether a message was posted before an outage.
const InstallPermissions = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages |
	discordgo.PermissionSendMessagesInThreads | discordgo.PermissionCreatePublicThreads |
	discordgo.PermissionEmbedLinks | discordgo.PermissionAttachFiles | discordgo.PermissionReadMessageHistory

// InstallLink returns the link that adds an application to a server, with its bot and its commands.
// guildID preselects a server; "" lets the user choose one.
// https://discord.com/developers/docs/topics/oauth2#bot-authorization-flow
func InstallLink(applicationID, guildID string) string {
	link := "https://discord.com/oauth2/authorize?client_id=" + url.QueryEscape(applicationID) +
		"&scope=bot+applications.commands&permissions=" + strconv.FormatInt(InstallPermissions, 10)
	if guildID != "" {
		link += "&guild_id=" + url.QueryEscape(guildID)
	}
	return link
}
