package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	lru "github.com/hashicorp/golang-lru/v2"
)

// codeNoMutualGuilds is an error code that discordgo does not name.
// https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
const codeNoMutualGuilds = 50278

const (
	// maxDirectChannels is how many channels of users are remembered.
	maxDirectChannels = 4096
	// tooFastPause is how long the bot opens no channels after Discord said that it opens too many.
	// Discord does not tell how long to wait.
	tooFastPause = 10 * time.Minute
)

// directs are the channels for direct messages that the bot has opened.
type directs struct {
	channels *lru.Cache[string, string] // the channel's ID by the user's
	// paused is until when the bot opens no channel, in Unix nanoseconds.
	paused atomic.Int64
}

func newDirects() *directs {
	channels, err := lru.New[string, string](maxDirectChannels)
	if err != nil {
		panic(err) // only for a size below 1
	}
	return &directs{channels: channels}
}

// Direct posts a direct message to a user and returns its ID. Its nonce and errors are those of
// [Messages.Send], and [ErrNoDirect].
func (ms *Messages) Direct(ctx context.Context, userID string, m *Message, nonce string) (messageID string, err error) {
	channelID, known := ms.directs.channels.Get(userID)
	if known {
		messageID, err = ms.Send(ctx, channelID, m, nonce)
		if !errors.Is(err, ErrChannelGone) {
			return messageID, ofDirect(err)
		}
		ms.directs.channels.Remove(userID)
	}
	if channelID, err = ms.DirectChannel(ctx, userID); err != nil {
		return "", err
	}
	messageID, err = ms.Send(ctx, channelID, m, nonce)
	return messageID, ofDirect(err)
}

// DirectChannel returns the ID of the channel for direct messages to a user. It opens the channel
// unless it remembers it. Its errors are those of [Messages.Direct].
// https://discord.com/developers/docs/resources/user#create-dm
func (ms *Messages) DirectChannel(ctx context.Context, userID string) (channelID string, err error) {
	if idNumber(userID) == 0 {
		return "", fmt.Errorf("session: %q is not the ID of a user", userID)
	}
	if id, known := ms.directs.channels.Get(userID); known {
		return id, nil
	}
	q := to(http.MethodPost, "/users/@me/channels")
	q.repeatable = true
	if wait := time.Until(time.Unix(0, ms.directs.paused.Load())); wait > 0 {
		return "", &Error{
			Route: q.name(), Status: http.StatusForbidden, Code: discordgo.ErrCodeOpeningDirectMessagesTooFast,
			Message: fmt.Sprintf("not sent for %v, since Discord refused one", wait.Round(time.Second)), direct: true,
		}
	}
	q.body, err = newPayload(struct {
		Recipient string `json:"recipient_id"`
	}{userID}, nil)
	if err != nil {
		return "", err
	}
	var opened idResponse
	if err = ofDirect(ms.rest.limited(ctx, q, &opened)); err != nil {
		ms.directs.noteRefusal(err)
		return "", err
	}
	ms.directs.channels.Add(userID, opened.ID)
	return opened.ID, nil
}

// noteRefusal begins a pause if Discord has refused a channel because the bot opens too many.
func (d *directs) noteRefusal(err error) {
	var e *Error
	if errors.As(err, &e) && !e.Temporary() && e.Code == discordgo.ErrCodeOpeningDirectMessagesTooFast {
		d.paused.Store(time.Now().Add(cmp.Or(e.RetryAfter, tooFastPause)).UnixNano())
	}
}

// ofDirect marks the error of a request about direct messages.
func ofDirect(err error) error {
	var e *Error
	if errors.As(err, &e) {
		e.direct = true
	}
	return err
}

// isNoDirect reports whether Discord does not let the bot send the user direct messages. The status
// does not always tell: Discord refuses another bot as the recipient with 400.
func (e *Error) isNoDirect() bool {
	if !e.direct || e.Temporary() {
		return false
	}
	switch e.Code {
	case discordgo.ErrCodeCannotSendMessagesToThisUser, codeNoMutualGuilds,
		discordgo.ErrCodeOpeningDirectMessagesTooFast, discordgo.ErrCodeUnknownUser, discordgo.ErrCodeInvalidRecipients:
		return true
	}
	return e.Status == http.StatusForbidden || e.Status == http.StatusNotFound
}
