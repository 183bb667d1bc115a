package session

import (
	"context"
	"errors"
	"net/http"

	"github.com/bwmarrin/discordgo"
)

// Guilds looks up what exists on the servers: whether the bot is on one, and which channels and
// members it has.
type Guilds struct {
	rest *rest
}

// ChannelExists reports whether a channel or thread exists. One that the bot cannot see exists,
// too. Errors are as for [Messages.Send].
// https://discord.com/developers/docs/resources/channel#get-channel
func (g *Guilds) ChannelExists(ctx context.Context, channelID string) (bool, error) {
	if !isPathSafe(channelID) {
		return false, badID("channel", channelID)
	}
	err := g.get(ctx, "look "+channelID, "GET /channels/{channel}", "/channels/"+channelID)
	switch {
	case errors.Is(err, ErrChannelGone):
		return false, nil
	case errors.Is(err, ErrForbidden):
		return true, nil
	}
	return err == nil, err
}

// OnGuild reports whether the bot is on a server. Every server lets its members read it. Errors are
// as for [Messages.Send]. https://discord.com/developers/docs/resources/guild#get-guild
func (g *Guilds) OnGuild(ctx context.Context, guildID string) (bool, error) {
	if !isPathSafe(guildID) {
		return false, badID("server", guildID)
	}
	err := g.get(ctx, "guild "+guildID, "GET /guilds/{guild}", "/guilds/"+guildID)
	if errors.Is(err, ErrForbidden) || errors.Is(err, ErrGone) {
		return false, nil
	}
	return err == nil, err
}

// IsMember reports whether a user is on a server. That needs no intent. Errors are as for
// [Messages.Send]. https://discord.com/developers/docs/resources/guild#get-guild-member
func (g *Guilds) IsMember(ctx context.Context, guildID, userID string) (bool, error) {
	if !isPathSafe(guildID) || !isPathSafe(userID) {
		return false, badID("member", guildID+"/"+userID)
	}
	err := g.get(ctx, "members "+guildID, "GET /guilds/{guild}/members/{user}", "/guilds/"+guildID+"/members/"+userID)
	var refused *Error
	if errors.As(err, &refused) &&
		(refused.Code == discordgo.ErrCodeUnknownMember || refused.Code == discordgo.ErrCodeUnknownUser) {
		return false, nil
	}
	return err == nil, err
}

// get makes a GET request in a rate limit bucket, of which only the error matters.
func (g *Guilds) get(ctx context.Context, bucket, route, path string) error {
	return g.rest.limited(ctx, bucket, request{method: http.MethodGet, route: route, path: path, repeatable: true}, nil)
}
