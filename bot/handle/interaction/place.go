package interaction

import (
	"context"
	"errors"
	"log/slog"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord"
	"amytis/bot/discord/interactions"
	"amytis/bot/discord/rest"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// Place is a kind of place of an interaction.
type Place uint8

const (
	OnServer Place = iota
	Direct         // the user's direct channel with the bot, whose games are the user's alone
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

// goHome makes the request one about the user's direct channel, or refuses with RefusedNoDirect.
func (r *Request) goHome(ctx context.Context) error {
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

// Venue is a set of kinds of places for a game.
type Venue uint8

const (
	InChannel Venue = 1 << iota
	InThread
	InNewThread
	anywhere = InChannel | InThread | InNewThread
)

// Here returns the venue of the interaction: InChannel or InThread.
func Here(ctx context.Context) Venue {
	if interactions.ChannelOf(ctx).IsThread() {
		return InThread
	}
	return InChannel
}

var needed = []struct {
	bit    int64
	key    string
	venues Venue
}{
	{discordgo.PermissionViewChannel, "bot.permission.view", anywhere},
	{discordgo.PermissionSendMessages, "bot.permission.send", InChannel | InNewThread},
	{discordgo.PermissionCreatePublicThreads, "bot.permission.create_threads", InNewThread},
	{discordgo.PermissionSendMessagesInThreads, "bot.permission.send_in_threads", InThread | InNewThread},
	{discordgo.PermissionEmbedLinks, "bot.permission.embed", anywhere},
	{discordgo.PermissionAttachFiles, "bot.permission.attach", anywhere},
}

// Lacking returns the names of the permissions that the bot needs at a venue but has not.
func Lacking(words *text.Words, has int64, at Venue) (names []string) {
	for _, p := range needed {
		if p.venues&at != 0 && has&(p.bit|discordgo.PermissionAdministrator) == 0 {
			names = append(names, words.Say(p.key))
		}
	}
	return names
}

// Missing returns a text about the permissions that the bot lacks at a venue, "" if it has all.
func (in *Input) Missing(at Venue) string {
	if in.Place != OnServer {
		return ""
	}
	has := in.Interaction.AppPermissions
	missing := Lacking(in.Words, has, at)
	if len(missing) == 0 {
		return ""
	}
	key := "bot.error.permissions"
	if has == discordgo.PermissionViewChannel|discordgo.PermissionReadMessageHistory {
		key = "bot.error.timed_out" // which takes all others
	}
	return in.Words.Say(key, "Permissions", in.Words.List(missing))
}

// unseen has refusals for channels where an interaction does not tell whether the bot can post.
var unseen = map[discordgo.ChannelType]string{
	discordgo.ChannelTypeGuildPrivateThread: "unseen_thread",
	discordgo.ChannelTypeGuildVoice:         "unseen_voice",
	discordgo.ChannelTypeGuildStageVoice:    "unseen_voice",
}

// CheckSeen refuses a private thread that the bot is not in, and a voice channel that it may not
// connect to. It asks Discord there, and in doubt it refuses nothing.
func (r *Request) CheckSeen(ctx context.Context) error {
	code, unsure := unseen[interactions.ChannelOf(ctx).Type]
	if !unsure || r.Place != OnServer {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, r.LookWithin)
	defer cancel()
	sight, err := r.Guilds.Sight(ctx, r.Channel.String())
	if err != nil || sight == discord.Visible {
		return nil
	}
	return engine.Refuse(code, "", "bot", "<@"+r.Interaction.AppID+">")
}

// lockedOut reports whether the bot cannot write since the thread is locked.
func (in *Input) lockedOut(ctx context.Context) bool {
	return interactions.ChannelOf(ctx).Locked && in.Interaction.AppPermissions&discordgo.PermissionManageThreads == 0
}

func (in *Input) hasPermissions(permissions int64) bool {
	return in.Place == OnServer && (in.Interaction.Member.Permissions&permissions == permissions ||
		in.Interaction.Member.Permissions&discordgo.PermissionAdministrator != 0)
}

func (in *Input) Moderator() bool { return in.hasPermissions(discordgo.PermissionManageMessages) }

func (in *Input) Manager() bool { return in.hasPermissions(discordgo.PermissionManageGuild) }

func (in *Input) Hosts(t *table.Table) bool { return t.Host == in.User || in.Moderator() }
