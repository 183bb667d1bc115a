package session

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"
)

// maxNonce is the maximum length of a nonce.
const maxNonce = 25

// Send posts a message in a channel or thread and returns its ID. A nonce of at most 25 characters
// identifies the message: for a few minutes, Discord turns a second Send with the same nonce into
// the first one. Send waits for its turn in the rate limits but does not retry. The error is an
// [Error], either [ErrTemporary] (see [RetryAfter]) or [ErrPermanent].
func (c *Client) Send(ctx context.Context, channelID string, m *Message, nonce string) (messageID string, err error) {
	if !isPathSafe(channelID) {
		return "", badID("channel", channelID)
	}
	if len(nonce) > maxNonce {
		return "", fmt.Errorf("session: nonce %q is longer than %d characters", nonce, maxNonce)
	}
	create, err := c.rewritten(m).create()
	if err != nil {
		return "", err
	}
	create.Nonce, create.EnforceNonce = nonce, nonce != ""
	body, err := newPayload(create, m.Files)
	if err != nil {
		return "", err
	}
	var made idResponse
	err = c.rest.limited(ctx, sendBucket(channelID), request{
		method:     http.MethodPost,
		route:      "POST /channels/{channel}/messages",
		path:       "/channels/" + channelID + "/messages",
		body:       body,
		repeatable: nonce != "",
	}, &made)
	return made.ID, err
}

// sendBucket returns the name of the bucket of a channel's new messages.
func sendBucket(channelID string) string { return "send " + channelID }

// SendsLeft returns how many messages may be posted in a channel until a time, by what Discord
// answered last. It returns false if Discord has not said, or if that time has passed.
func (c *Client) SendsLeft(channelID string) (n int, until time.Time, known bool) {
	return c.rest.limits.left(sendBucket(channelID))
}

// Edit changes a message of the bot. [Message] says which fields an edit leaves unchanged. Errors
// are as for [Client.Send], and [ErrTooManyEdits].
func (c *Client) Edit(ctx context.Context, channelID, messageID string, m *Message) error {
	return c.edit(ctx, "edit "+channelID, channelID, messageID, m, nil)
}

// edit is Edit in a bucket. It decodes the message after it into edited, unless that is nil.
func (c *Client) edit(ctx context.Context, bucket, channelID, messageID string, m *Message, edited any) error {
	if !isPathSafe(channelID) || !isPathSafe(messageID) {
		return badID("message", channelID+"/"+messageID)
	}
	edit, err := c.rewritten(m).edit()
	if err != nil {
		return err
	}
	body, err := newPayload(edit, m.Files)
	if err != nil {
		return err
	}
	return c.rest.limited(ctx, bucket, request{
		method:     http.MethodPatch,
		route:      "PATCH /channels/{channel}/messages/{message}",
		path:       "/channels/" + channelID + "/messages/" + messageID,
		body:       body,
		repeatable: true,
	}, edited)
}

// Retire removes the buttons and menus of a message of the bot. Then it replaces the content by
// what retold returns for it, unless that is the same. It has its own place in the rate limits, so
// it delays no [Client.Edit] in the channel. Errors are those of retold, as for [Client.Send], and
// [ErrTooManyEdits].
func (c *Client) Retire(
	ctx context.Context, channelID, messageID string, retold func(content string) (string, error),
) error {
	bucket := "strip " + channelID
	var edited struct {
		Content string `json:"content"`
	}
	m := &Message{Components: []discordgo.MessageComponent{}, KeepAttachments: true}
	if err := c.edit(ctx, bucket, channelID, messageID, m, &edited); err != nil {
		return err
	}
	content, err := retold(edited.Content)
	if err != nil || content == edited.Content {
		return err
	}
	return c.edit(ctx, bucket, channelID, messageID, &Message{Content: content, KeepAttachments: true}, nil)
}

// Delete deletes a message. A missing message counts as deleted. Errors are as for [Client.Send].
func (c *Client) Delete(ctx context.Context, channelID, messageID string) error {
	if !isPathSafe(channelID) || !isPathSafe(messageID) {
		return badID("message", channelID+"/"+messageID)
	}
	err := c.rest.limited(ctx, "delete "+channelID, request{
		method:     http.MethodDelete,
		route:      "DELETE /channels/{channel}/messages/{message}",
		path:       "/channels/" + channelID + "/messages/" + messageID,
		repeatable: true,
	}, nil)
	if errors.Is(err, ErrGone) {
		return nil
	}
	return err
}

func badID(what, id string) error { return fmt.Errorf("session: %q is not the ID of a %s", id, what) }
