package interaction

import (
	"context"
	"errors"
	"log/slog"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord"
	"amytis/bot/discord/rest"
	"amytis/engine"
	"amytis/engine/table"
)

// Place is a kind of place of an interaction.
type Place uint8

const (
	OnServer Place = iota
	// Direct is the user's direct channel with the bot. Its games are the user's alone.
	Direct
	// Elsewhere is where the user has the commands but the bot is not: another private channel, or
	// a server. The bot can only answer there, and only to the user.
	Elsewhere
)

// The codes of refusals by the place. Their texts are in the catalogs below table.refused.
const (
	RefusedInDirect  = "in_direct"
	RefusedElsewhere = "elsewhere"
	RefusedNoDirect  = "no_direct"
)

// inDirect has other words for refusals in a direct channel.
var inDirect = map[string]string{"no_table": "no_direct_table", "channel_taken": "direct_taken"}

func placeOf(i *discordgo.Interaction) Place {
	_, byServer := i.AuthorizingIntegrationOwners[discordgo.ApplicationIntegrationGuildInstall]
	_, byUser := i.AuthorizingIntegrationOwners[discordgo.ApplicationIntegrationUserInstall]
	switch {
	case i.GuildID == "" && i.Context == discordgo.InteractionContextBotDM:
		return Direct
	case byUser && !byServer:
		return Elsewhere
	}
	return OnServer
}

// Rooms returns the rooms of the server, nil if Discord does not answer in time.
func (r *Request) Rooms(ctx context.Context) *discord.Rooms {
	ctx, cancel := context.WithTimeout(ctx, r.LookWithin)
	defer cancel()
	rooms, err := r.Guilds.Rooms(ctx, r.Guild.String())
	if err != nil {
		r.Log.Warn("asking for the channels of a server", slog.Any("guild", r.Guild), slog.Any("err", err))
		return nil
	}
	return rooms
}

// GoHome makes the request one about the user's direct channel with the bot, and opens that. It
// refuses with RefusedNoDirect.
func (r *Request) GoHome(ctx context.Context) error {
	channel, err := r.Messages.DirectChannel(ctx, r.User.String())
	switch {
	case errors.Is(err, rest.ErrNoDirect):
		return engine.Refuse(RefusedNoDirect, "")
	case err != nil:
		return err
	}
	r.Channel = table.ParseID[table.ChannelID](channel)
	r.Guild = table.DirectGuild(r.Channel)
	return nil
}
