package session

import (
	"context"
	"errors"
	"net/http"

	"github.com/bwmarrin/discordgo"
)

// StartThread opens the public thread of a message; the thread's ID is the message's ID. An
// existing thread counts as opened. The name has 1 to 100 characters. autoArchiveMinutes is the
// silence after which the thread is archived: 60, 1,440, 4,320 or 10,080. Errors are as for
// [Messages.Send]. https://discord.com/developers/docs/resources/channel#start-thread-from-message
func (ms *Messages) StartThread(ctx context.Context, channelID, messageID, name string, autoArchiveMinutes int) error {
	body, err := newPayload(struct {
		Name        string `json:"name"`
		AutoArchive int    `json:"auto_archive_duration"`
	}{name, autoArchiveMinutes}, nil)
	if err != nil {
		return err
	}
	q := to(http.MethodPost, "/channels/{channel}/messages/{message}/threads", channelID, messageID)
	q.body, q.repeatable = body, true // a message has one thread
	err = ms.rest.limited(ctx, q, nil)
	var refused *Error
	if errors.As(err, &refused) && refused.Code == discordgo.ErrCodeThreadAlreadyCreatedForThisMessage {
		return nil
	}
	return err
}

// Unarchive reopens an archived thread, so that messages can be sent there again. A locked thread
// needs an additional permission; without it the error is [ErrForbidden]. Errors are as for
// [Messages.Send].
func (ms *Messages) Unarchive(ctx context.Context, threadID string) error {
	body, err := newPayload(struct {
		Archived bool `json:"archived"`
	}{false}, nil)
	if err != nil {
		return err
	}
	q := to(http.MethodPatch, "/channels/{channel}", threadID)
	q.body = body
	return ms.rest.limited(ctx, q, nil)
}

// InThread reports whether an interaction comes from a thread. ctx is its handler's context.
func InThread(ctx context.Context) bool {
	r := receiptOf(ctx)
	return r != nil && r.channel.IsThread()
}

// ThreadParent returns the ID of the channel that an interaction's thread belongs to, "" outside
// threads. ctx is its handler's context.
func ThreadParent(ctx context.Context) string {
	if InThread(ctx) {
		return receiptOf(ctx).channel.ParentID
	}
	return ""
}
