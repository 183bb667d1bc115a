package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/rest"
)

type Guilds struct {
	rest *rest.Client
}

// Sight is whether the bot sees a channel or thread.
type Sight uint8

const (
	// Unknown means that Discord knows no such channel, or does not tell a bot that cannot see it.
	Unknown Sight = iota
	// Hidden is also a locked thread, unless the bot manages threads: nobody else writes there.
	Hidden
	Visible
)

// Sight returns whether the bot sees a channel or thread. Errors are as for [Messages.Send].
// https://discord.com/developers/docs/resources/channel#get-channel
func (g *Guilds) Sight(ctx context.Context, channelID string) (Sight, error) {
	var ch discordgo.Channel
	err := g.rest.Do(ctx, rest.To(http.MethodGet, "/channels/{channel}", channelID), &ch)
	switch {
	case errors.Is(err, rest.ErrChannelGone):
		return Unknown, nil
	case errors.Is(err, rest.ErrForbidden):
		return Hidden, nil
	case err == nil && isLocked(&ch):
		manages, err := g.managesThreads(ctx, ch.GuildID)
		if !manages {
			return Hidden, err
		}
	}
	return Visible, err
}

func isLocked(ch *discordgo.Channel) bool {
	return ch.ThreadMetadata != nil && ch.ThreadMetadata.Locked
}

// managesThreads reports whether the roles of the bot let it manage the threads of a server.
func (g *Guilds) managesThreads(ctx context.Context, guildID string) (manages bool, err error) {
	q := rest.To(http.MethodGet, "/users/@me/guilds")
	q.Query = fmt.Sprintf("limit=1&after=%d", idNumber(guildID)-1)
	var mine []discordgo.UserGuild
	err = g.rest.Do(ctx, q, &mine)
	for _, on := range mine {
		const enough = discordgo.PermissionManageThreads | discordgo.PermissionAdministrator
		manages = manages || on.ID == guildID && on.Permissions&enough != 0
	}
	return manages, err
}

// FlagHidden marks a channel that the gateway tells of although the bot cannot see it, since 16
// November 2026. https://github.com/discord/discord-api-docs/pull/8454
const FlagHidden discordgo.ChannelFlags = 1 << 17

// Seen tells, by ID, whether the bot sees the channels and threads of a list. It leaves out locked
// threads, in which the bot may write or not.
func Seen(channels, threads []*discordgo.Channel) map[string]bool {
	seen := map[string]bool{}
	for _, ch := range append(slices.Clone(channels), threads...) {
		if !isLocked(ch) {
			seen[ch.ID] = ch.Flags&FlagHidden == 0
		}
	}
	return seen
}

// Seen is [Seen] for the channels of a server that the bot sees, and the active threads. Errors are
// as for [Messages.Send].
func (g *Guilds) Seen(ctx context.Context, guildID string) (map[string]bool, error) {
	var channels []*discordgo.Channel
	var active discordgo.ThreadsList
	err := g.rest.Do(ctx, rest.To(http.MethodGet, "/guilds/{guild}/channels", guildID), &channels)
	if err == nil {
		err = g.rest.Do(ctx, rest.To(http.MethodGet, "/guilds/{guild}/threads/active", guildID), &active)
	}
	return Seen(channels, active.Threads), err
}

// Around returns the channel of a thread, and any other channel, without a parent, itself. Nobody
// can post in a forum, so a post there counts as a channel. Errors are as for [Messages.Send].
func (g *Guilds) Around(ctx context.Context, channelID, parentID string) (string, error) {
	if idNumber(parentID) == 0 {
		return channelID, nil
	}
	var parent discordgo.Channel
	err := g.rest.Do(ctx, rest.To(http.MethodGet, "/channels/{channel}", parentID), &parent)
	if err != nil || parent.Type == discordgo.ChannelTypeGuildForum || parent.Type == discordgo.ChannelTypeGuildMedia {
		return channelID, err
	}
	return parentID, nil
}

// OnGuild reports whether the bot is on a server. Every server lets its members read it. Errors are
// as for [Messages.Send]. https://discord.com/developers/docs/resources/guild#get-guild
func (g *Guilds) OnGuild(ctx context.Context, guildID string) (bool, error) {
	err := g.rest.Do(ctx, rest.To(http.MethodGet, "/guilds/{guild}", guildID), nil)
	if errors.Is(err, rest.ErrForbidden) || errors.Is(err, rest.ErrGone) {
		return false, nil
	}
	return err == nil, err
}

// IsMember reports whether a user is on a server. Errors are as for [Messages.Send].
func (g *Guilds) IsMember(ctx context.Context, guildID, userID string) (bool, error) {
	member, err := g.member(ctx, guildID, userID)
	return member != nil, err
}

// member returns nil for a user who is not on a server. It needs no intent. It is an error while
// much is to be sent.
// https://discord.com/developers/docs/resources/guild#get-guild-member
func (g *Guilds) member(ctx context.Context, guildID, userID string) (m *discordgo.Member, err error) {
	q := rest.To(http.MethodGet, "/guilds/{guild}/members/{user}", guildID, userID)
	q.Turn = rest.IfFree
	err = g.rest.Do(ctx, q, &m)
	var refused *rest.Error
	if errors.As(err, &refused) &&
		(refused.Code == discordgo.ErrCodeUnknownMember || refused.Code == discordgo.ErrCodeUnknownUser) {
		return nil, nil
	}
	return m, err
}

// TimedOut returns when a member's last timeout on a server ends, the zero time if that is unknown.
func (g *Guilds) TimedOut(ctx context.Context, guildID, userID string) (until time.Time) {
	if m, err := g.member(ctx, guildID, userID); err == nil && m != nil && m.CommunicationDisabledUntil != nil {
		until = *m.CommunicationDisabledUntil
	}
	return until
}
