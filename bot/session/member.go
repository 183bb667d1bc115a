package session

import (
	"context"
	"errors"
	"net/http"

	"github.com/bwmarrin/discordgo"
)

// IsMember reports whether a user is on a server. That needs no intent. Errors are as for
// [Client.Send]. https://discord.com/developers/docs/resources/guild#get-guild-member
func (c *Client) IsMember(ctx context.Context, guildID, userID string) (bool, error) {
	if !isPathSafe(guildID) || !isPathSafe(userID) {
		return false, badID("member", guildID+"/"+userID)
	}
	err := c.rest.limited(ctx, "members "+guildID, request{
		method:     http.MethodGet,
		route:      "GET /guilds/{guild}/members/{user}",
		path:       "/guilds/" + guildID + "/members/" + userID,
		repeatable: true,
	}, nil)
	var refused *Error
	if errors.As(err, &refused) &&
		(refused.Code == discordgo.ErrCodeUnknownMember || refused.Code == discordgo.ErrCodeUnknownUser) {
		return false, nil
	}
	return err == nil, err
}
