package discord

import (
	"context"
	"errors"
	"net/http"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/rest"
)

// StartThread opens the public thread of a message; the thread's ID is the message's ID. An
// existing thread counts as opened. The name has 1 to 100 characters. autoArchiveMinutes is the
// silence after which the thread is archived: 60, 1,440, 4,320 or 10,080. Errors are as for
// [Messages.Send]. https://discord.com/developers/docs/resources/channel#start-thread-from-message
func (ms *Messages) StartThread(ctx context.Context, channelID, messageID, name string, autoArchiveMinutes int) error {
	body, err := rest.JSON(struct {
		Name        string `json:"name"`
		AutoArchive int    `json:"auto_archive_duration"`
	}{name, autoArchiveMinutes})
	if err != nil {
		return err
	}
	q := rest.To(http.MethodPost, "/channels/{channel}/messages/{message}/threads", channelID, messageID)
	q.Body, q.Repeatable = body, true // a message has one thread
	err = ms.rest.Do(ctx, q, nil)
	var refused *rest.Error
	if errors.As(err, &refused) && refused.Code == discordgo.ErrCodeThreadAlreadyCreatedForThisMessage {
		return nil
	}
	return err
}

// Unarchive reopens an archived thread, so that messages can be sent there again. A locked thread
// needs an additional permission; without it the error is [ErrForbidden]. Errors are as for
// [Messages.Send].
func (ms *Messages) Unarchive(ctx context.Context, threadID string) error {
	body, err := rest.JSON(struct {
		Archived bool `json:"archived"`
	}{false})
	if err != nil {
		return err
	}
	q := rest.To(http.MethodPatch, "/channels/{channel}", threadID)
	q.Body = body
	return ms.rest.Do(ctx, q, nil)
}
