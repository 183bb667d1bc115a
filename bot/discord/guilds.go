package discord

import (
	"context"
	"errors"
	"net/http"
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
	Gone Sight = iota
	Hidden
	Visible
)

// Sight returns whether the bot sees a channel or thread. Errors are as for [Messages.Send].
// https://discord.com/developers/docs/resources/channel#get-channel
func (g *Guilds) Sight(ctx context.Context, channelID string) (Sight, error) {
	err := g.rest.Do(ctx, rest.To(http.MethodGet, "/channels/{channel}", channelID), nil)
	switch {
	case errors.Is(err, rest.ErrChannelGone):
		return Gone, nil
	case errors.Is(err, rest.ErrForbidden):
		return Hidden, nil
	}
	return Visible, err
}

// Parent returns the channel of a thread, and any other channel itself. Nobody can post in a forum,
// so a post there counts as a channel. Errors are as for [Messages.Send].
func (g *Guilds) Parent(ctx context.Context, channelID string) (string, error) {
	var thread, parent discordgo.Channel
	err := g.rest.Do(ctx, rest.To(http.MethodGet, "/channels/{channel}", channelID), &thread)
	if err != nil || !thread.IsThread() {
		return channelID, err
	}
	err = g.rest.Do(ctx, rest.To(http.MethodGet, "/channels/{channel}", thread.ParentID), &parent)
	if err != nil || parent.Type == discordgo.ChannelTypeGuildForum || parent.Type == discordgo.ChannelTypeGuildMedia {
		return channelID, err
	}
	return parent.ID, nil
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

// member returns nil for a user who is not on a server. It needs no intent.
// https://discord.com/developers/docs/resources/guild#get-guild-member
func (g *Guilds) member(ctx context.Context, guildID, userID string) (m *discordgo.Member, err error) {
	err = g.rest.Do(ctx, rest.To(http.MethodGet, "/guilds/{guild}/members/{user}", guildID, userID), &m)
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
