package session

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/bwmarrin/discordgo"
)

// StartThread opens the public thread of a message; the thread's ID is the message's. One that is there already counts
// as opened. The name has 1 to 100 characters; the thread is archived after so many minutes of silence: 60, 1,440, 4,320
// or 10,080. Errors are as for Send.
// https://discord.com/developers/docs/resources/channel#start-thread-from-message
func (c *Client) StartThread(ctx context.Context, channelID, messageID, name string, autoArchiveMinutes int) error {
	if !safe(channelID) || !safe(messageID) {
		return badID("message", channelID+"/"+messageID)
	}
	body, err := newPayload(struct {
		Name        string `json:"name"`
		AutoArchive int    `json:"auto_archive_duration"`
	}{name, autoArchiveMinutes}, nil)
	if err != nil {
		return err
	}
	err = c.rest.limited(ctx, "thread "+channelID, request{
		method:     http.MethodPost,
		route:      "POST /channels/{channel}/messages/{message}/threads",
		path:       "/channels/" + channelID + "/messages/" + messageID + "/threads",
		body:       body,
		repeatable: true, // a message has one thread
	}, nil)
	var refused *Error
	if errors.As(err, &refused) && refused.Code == discordgo.ErrCodeThreadAlreadyCreatedForThisMessage {
		return nil
	}
	return err
}

// Unarchive brings an archived thread back, so that messages can be sent there again. In a locked one that takes a
// permission of its own, and fails with ErrForbidden. Errors are as for Send.
func (c *Client) Unarchive(ctx context.Context, threadID string) error {
	if !safe(threadID) {
		return badID("thread", threadID)
	}
	body, err := newPayload(struct {
		Archived bool `json:"archived"`
	}{false}, nil)
	if err != nil {
		return err
	}
	return c.rest.limited(ctx, "channel "+threadID, request{
		method:     http.MethodPatch,
		route:      "PATCH /channels/{channel}",
		path:       "/channels/" + threadID,
		body:       body,
		repeatable: true,
	}, nil)
}

// eventKey is the key of an interaction's raw event in its handler's context.
type eventKey struct{}

// InThread reports whether an interaction comes from a thread; ctx is its handler's. discordgo does not decode the
// channel of an interaction.
func InThread(ctx context.Context) bool {
	raw, _ := ctx.Value(eventKey{}).([]byte)
	var event struct {
		Channel struct {
			Type discordgo.ChannelType `json:"type"`
		} `json:"channel"`
	}
	if json.Unmarshal(raw, &event) != nil {
		return false
	}
	switch event.Channel.Type {
	case discordgo.ChannelTypeGuildNewsThread, discordgo.ChannelTypeGuildPublicThread, discordgo.ChannelTypeGuildPrivateThread:
		return true
	}
	return false
}
