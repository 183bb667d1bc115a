package interaction

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord"
	"amytis/bot/discord/interactions"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

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
	{discordgo.PermissionViewChannel, "view", anywhere},
	{discordgo.PermissionSendMessages, "send", InChannel | InNewThread},
	{discordgo.PermissionCreatePublicThreads, "create_threads", InNewThread},
	{discordgo.PermissionSendMessagesInThreads, "send_in_threads", InThread | InNewThread},
	{discordgo.PermissionEmbedLinks, "embed", anywhere},
	{discordgo.PermissionAttachFiles, "attach", anywhere},
}

// Lacking returns the names of the permissions that the bot needs at a venue but has not.
func Lacking(words *text.Words, has int64, at Venue) []string {
	var names []string
	for _, p := range needed {
		if p.venues&at != 0 && has&(p.bit|discordgo.PermissionAdministrator) == 0 {
			names = append(names, words.Say("bot.permission."+p.key))
		}
	}
	return names
}

// Missing returns a text about the permissions that the bot lacks at a venue, "" if it has all, as
// in each direct channel.
func (in *Input) Missing(at Venue) string {
	if in.Place != OnServer {
		return ""
	}
	missing := Lacking(in.Words, in.Interaction.AppPermissions, at)
	if len(missing) == 0 {
		return ""
	}
	key := "bot.error.permissions"
	if in.Interaction.AppPermissions == discordgo.PermissionViewChannel|discordgo.PermissionReadMessageHistory {
		key = "bot.error.timed_out" // which takes all others
	}
	return in.Words.Say(key, "Permissions", in.Words.List(missing))
}

// unseen are the refusals by the types of channels whose permissions, as Discord tells them with an
// interaction, do not tell whether the bot can post.
var unseen = map[discordgo.ChannelType]string{
	discordgo.ChannelTypeGuildPrivateThread: refusedUnseenThread,
	discordgo.ChannelTypeGuildVoice:         refusedUnseenVoice,
	discordgo.ChannelTypeGuildStageVoice:    refusedUnseenVoice,
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
