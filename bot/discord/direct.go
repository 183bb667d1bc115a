package discord

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/message"
	"amytis/bot/discord/rest"
)

const (
	maxDirectChannels = 4096 // how many channels of users are remembered
	// tooFastPause is how long the bot opens no channels after Discord said that it opens too many.
	// Discord does not tell how long to wait.
	tooFastPause = 10 * time.Minute
)

// Refused reports whether Discord has refused the last message in a direct channel: its user takes
// none, or shares no server with the bot.
func (ms *Messages) Refused(channelID string) bool { return ms.refused.Contains(channelID) }

func (ms *Messages) noteSent(channelID string, err error) {
	switch {
	case errors.Is(err, rest.ErrNoDirect):
		ms.refused.Add(channelID, true)
	case err == nil:
		ms.refused.Remove(channelID)
	}
}

// Direct posts a direct message to a user and returns its ID. Nonce and errors are as for
// [Messages.Send], and [rest.ErrNoDirect].
func (ms *Messages) Direct(ctx context.Context, userID string, m *message.Message, nonce string) (messageID string, err error) {
	for {
		_, known := ms.directs.Get(userID)
		channelID, err := ms.DirectChannel(ctx, userID)
		if err != nil {
			return "", err
		}
		messageID, err = ms.Send(ctx, channelID, m, nonce)
		if !known || !errors.Is(err, rest.ErrChannelGone) {
			return messageID, rest.OfDirect(err)
		}
		ms.directs.Remove(userID)
	}
}

// DirectChannel returns the ID of the channel for direct messages to a user. It opens the channel
// unless it remembers it. Errors are as for [Messages.Direct].
// https://discord.com/developers/docs/resources/user#create-dm
func (ms *Messages) DirectChannel(ctx context.Context, userID string) (channelID string, err error) {
	if idNumber(userID) == 0 {
		return "", fmt.Errorf("discord: %q is not the ID of a user", userID)
	}
	if id, ok := ms.directs.Get(userID); ok {
		return id, nil
	}
	q := rest.To(http.MethodPost, "/users/@me/channels")
	q.Repeatable = true
	if until := ms.paused.Load(); until != nil && time.Now().Before(*until) {
		return "", rest.OfDirect(&rest.Error{
			Route: q.Name(), Status: http.StatusForbidden, Code: discordgo.ErrCodeOpeningDirectMessagesTooFast,
			Message: fmt.Sprintf("not sent for %v, since Discord refused one", time.Until(*until).Round(time.Second)),
		})
	}
	q.JSON = map[string]string{"recipient_id": userID}
	var opened rest.Object
	if err = rest.OfDirect(ms.rest.Do(ctx, q, &opened)); err != nil {
		ms.noteRefusal(err)
		return "", err
	}
	ms.directs.Add(userID, opened.ID)
	return opened.ID, nil
}

func (ms *Messages) noteRefusal(err error) {
	e, is := errors.AsType[*rest.Error](err)
	if is && !e.Temporary() && e.Code == discordgo.ErrCodeOpeningDirectMessagesTooFast {
		until := time.Now().Add(cmp.Or(e.RetryAfter, tooFastPause))
		ms.paused.Store(&until)
	}
}
