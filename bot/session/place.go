package session

import (
	"context"
	"errors"
	"net/http"
)

// ChannelExists reports whether a channel or thread exists. One that the bot cannot see exists,
// too. Errors are as for [Client.Send].
// https://discord.com/developers/docs/resources/channel#get-channel
func (c *Client) ChannelExists(ctx context.Context, channelID string) (bool, error) {
	if !isPathSafe(channelID) {
		return false, badID("channel", channelID)
	}
	err := c.rest.limited(ctx, "look "+channelID, request{
		method:     http.MethodGet,
		route:      "GET /channels/{channel}",
		path:       "/channels/" + channelID,
		repeatable: true,
	}, nil)
	switch {
	case errors.Is(err, ErrChannelGone):
		return false, nil
	case errors.Is(err, ErrForbidden):
		return true, nil
	}
	return err == nil, err
}

// OnGuild reports whether the bot is on a server. Every server lets its members read it. Errors are
// as for [Client.Send]. https://discord.com/developers/docs/resources/guild#get-guild
func (c *Client) OnGuild(ctx context.Context, guildID string) (bool, error) {
	if !isPathSafe(guildID) {
		return false, badID("server", guildID)
	}
	err := c.rest.limited(ctx, "guild "+guildID, request{
		method:     http.MethodGet,
		route:      "GET /guilds/{guild}",
		path:       "/guilds/" + guildID,
		repeatable: true,
	}, nil)
	if errors.Is(err, ErrForbidden) || errors.Is(err, ErrGone) {
		return false, nil
	}
	return err == nil, err
}
