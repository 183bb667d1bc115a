package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/message"
	"amytis/bot/discord/rest"
)

type Messages struct {
	rest    *rest.Client
	rewrite message.Rewriter
	directs *directs
	self    ownID // of the bot's user
}

const maxNonce = 25

// Send posts a message in a channel or thread and returns its ID. A nonce of at most 25 characters
// identifies the message: for a few minutes, Discord turns a second Send with it into the first
// one. Send waits for its turn in the rate limits but does not retry. The error is an [rest.Error],
// either [rest.ErrTemporary] (see [rest.RetryAfter]) or [rest.ErrPermanent].
func (ms *Messages) Send(ctx context.Context, channelID string, m *message.Message, nonce string) (messageID string, err error) {
	if len(nonce) > maxNonce {
		return "", fmt.Errorf("discord: nonce %q is longer than %d characters", nonce, maxNonce)
	}
	create, err := ms.rewrite.Message(m).Create()
	if err != nil {
		return "", err
	}
	create.Nonce, create.EnforceNonce = nonce, nonce != ""
	body, err := message.Encode(create, m.Files)
	if err != nil {
		return "", err
	}
	q := newMessage(channelID)
	q.Body = body
	q.Repeatable = nonce != ""
	var made rest.Object
	err = ms.rest.Do(ctx, q, &made)
	ms.directs.noteSent(channelID, err)
	return made.ID, err
}

func newMessage(channelID string) rest.Request {
	return rest.To(http.MethodPost, "/channels/{channel}/messages", channelID)
}

// Edit changes a message of the bot. [message.Message] says which fields an edit leaves unchanged.
// Errors are as for [Messages.Send], and [rest.ErrTooManyEdits].
func (ms *Messages) Edit(ctx context.Context, channelID, messageID string, m *message.Message) error {
	return ms.edit(ctx, "", channelID, messageID, m, nil)
}

// edit decodes the message after it into edited, unless that is nil.
func (ms *Messages) edit(ctx context.Context, bucket, channelID, messageID string, m *message.Message, edited any) error {
	edit, err := ms.rewrite.Message(m).Edit()
	if err != nil {
		return err
	}
	body, err := message.Encode(edit, m.Files)
	if err != nil {
		return err
	}
	q := rest.To(http.MethodPatch, "/channels/{channel}/messages/{message}", channelID, messageID)
	q.Body, q.Bucket = body, bucket
	return ms.rest.Do(ctx, q, edited)
}

// Retire removes the buttons and menus of a message of the bot, then its embeds if it has a content
// too. It has a lane of its own, so a slow one delays no [Messages.Edit] in the channel. It returns
// errors as [Messages.Send] does, and [rest.ErrTooManyEdits].
func (ms *Messages) Retire(ctx context.Context, channelID, messageID string) error {
	bucket := "strip " + channelID
	var edited struct {
		Content string            `json:"content"`
		Embeds  []json.RawMessage `json:"embeds"`
	}
	m := &message.Message{Components: message.NoComponents, KeepAttachments: true}
	err := ms.edit(ctx, bucket, channelID, messageID, m, &edited)
	if err != nil || edited.Content == "" || len(edited.Embeds) == 0 {
		return err
	}
	m = &message.Message{Embeds: []*discordgo.MessageEmbed{}, KeepAttachments: true}
	return ms.edit(ctx, bucket, channelID, messageID, m, nil)
}

// Delete takes a missing message for deleted. Errors are as for [Messages.Send].
func (ms *Messages) Delete(ctx context.Context, channelID, messageID string) error {
	err := ms.rest.Do(ctx, rest.To(http.MethodDelete, "/channels/{channel}/messages/{message}", channelID, messageID), nil)
	if errors.Is(err, rest.ErrGone) {
		return nil
	}
	return err
}

// StartThread opens the public thread of a message, unless it exists; its ID is the message's. The
// name has 1 to 100 characters. autoArchiveMinutes is the silence after which the thread is
// archived: 60, 1,440, 4,320 or 10,080. Errors are as for [Messages.Send].
// https://discord.com/developers/docs/resources/channel#start-thread-from-message
func (ms *Messages) StartThread(ctx context.Context, channelID, messageID, name string, autoArchiveMinutes int) error {
	q := rest.To(http.MethodPost, "/channels/{channel}/messages/{message}/threads", channelID, messageID)
	q.JSON = map[string]any{"name": name, "auto_archive_duration": autoArchiveMinutes}
	q.Repeatable = true // a message has one thread
	err := ms.rest.Do(ctx, q, nil)
	var refused *rest.Error
	if errors.As(err, &refused) && refused.Code == discordgo.ErrCodeThreadAlreadyCreatedForThisMessage {
		return nil
	}
	return err
}

// Unarchive reopens a thread, so that messages can be sent there again. Without the permission that
// a locked one needs, the error is [rest.ErrForbidden]. Errors are as for [Messages.Send].
func (ms *Messages) Unarchive(ctx context.Context, threadID string) error {
	return ms.editThread(ctx, threadID, map[string]any{"archived": false})
}
