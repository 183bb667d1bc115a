package session

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"
)

const (
	// answerTries bounds how often an answer is sent when Discord fails in between.
	answerTries = 3
	// answerWithin is how long trying again makes sense: Discord forgets an unanswered interaction after 3 s.
	answerWithin = 2500 * time.Millisecond
	// editWithin is how long a player may be left waiting for the change of an answer.
	editWithin = 10 * time.Second
	answerWait = 100 * time.Millisecond
)

// Respond gives the first answer to an interaction, which Discord takes once and within 3 s, and returns the ID of the
// message it made or changed, if any. When Discord fails or limits it is tried again at once for as long as that makes
// sense. The error is an Error: ErrAnswered and ErrTooLate are the ones to expect.
func (c *Client) Respond(ctx context.Context, i *discordgo.Interaction, r *Response) (messageID string, err error) {
	if err := answerable(i); err != nil {
		return "", err
	}
	q := request{
		method:     http.MethodPost,
		route:      "POST /interactions/{id}/{token}/callback",
		path:       "/interactions/" + i.ID + "/" + i.Token + "/callback",
		repeatable: true, // a second one is refused
		anonymous:  true,
	}
	var answer struct {
		Interaction struct {
			MessageID string `json:"response_message_id"`
		} `json:"interaction"`
		Resource struct {
			Message posted `json:"message"`
		} `json:"resource"`
	}
	var result any
	body, err := r.payload()
	if err != nil {
		return "", err
	}
	if r.makesMessage() {
		q.query, result = "with_response=true", &answer
	}
	tries := 0
	err = c.insist(ctx, answerWithin, q, body, func(q request) error {
		tries++
		_, err := c.rest.do(ctx, q, result)
		if tries > 1 && errors.Is(err, ErrAnswered) {
			return nil // it was the try before that got through
		}
		return err
	})
	if err != nil {
		return "", err
	}
	if !r.makesMessage() && i.Message != nil {
		return i.Message.ID, nil
	}
	if answer.Interaction.MessageID != "" {
		return answer.Interaction.MessageID, nil
	}
	return answer.Resource.Message.ID, nil
}

// EditOriginal changes the first answer to an interaction, or gives it after Defer. It works for 15 minutes. For what
// it leaves as it was see Message.
func (c *Client) EditOriginal(ctx context.Context, i *discordgo.Interaction, m *Message) error {
	if err := answerable(i); err != nil {
		return err
	}
	edit, err := m.edit()
	if err != nil {
		return err
	}
	body, err := newPayload(edit, m.Files)
	if err != nil {
		return err
	}
	q := request{
		method:     http.MethodPatch,
		route:      "PATCH /webhooks/{app}/{token}/messages/@original",
		path:       "/webhooks/" + i.AppID + "/" + i.Token + "/messages/@original",
		repeatable: true,
		anonymous:  true,
	}
	return c.insist(ctx, editWithin, q, body, func(q request) error {
		_, err := c.rest.do(ctx, q, nil)
		return err
	})
}

// Followup adds a message to an interaction that was answered, for everybody or for the player alone, and returns its
// ID. It works for 15 minutes. Discord has no way to tell a repeated one, so after a network error it is not tried
// again.
func (c *Client) Followup(ctx context.Context, i *discordgo.Interaction, m *Message, ephemeral bool) (messageID string, err error) {
	if err := answerable(i); err != nil {
		return "", err
	}
	create, err := m.create()
	if err != nil {
		return "", err
	}
	if ephemeral {
		create.Flags |= discordgo.MessageFlagsEphemeral
	}
	body, err := newPayload(create, m.Files)
	if err != nil {
		return "", err
	}
	q := request{
		method:    http.MethodPost,
		route:     "POST /webhooks/{app}/{token}",
		path:      "/webhooks/" + i.AppID + "/" + i.Token,
		query:     "wait=true",
		anonymous: true,
	}
	var made posted
	err = c.insist(ctx, editWithin, q, body, func(q request) error {
		_, err := c.rest.do(ctx, q, &made)
		return err
	})
	return made.ID, err
}

// insist makes a request again when Discord asks to wait a little, and, if it is repeatable, when it fails.
func (c *Client) insist(ctx context.Context, within time.Duration, q request, body *payload, do func(request) error) error {
	defer body.release()
	began := time.Now()
	for try := 1; ; try++ {
		q.body = body.share()
		err := do(q)
		var e *Error
		if err == nil || !errors.As(err, &e) || !e.Temporary() || try == answerTries {
			return err
		}
		if !q.repeatable && e.Status != http.StatusTooManyRequests {
			return err
		}
		wait := max(e.RetryAfter, time.Duration(try)*answerWait)
		if time.Since(began)+wait > within || Sleep(ctx, wait) != nil {
			return err
		}
	}
}

func answerable(i *discordgo.Interaction) error {
	if i == nil || !safe(i.ID) || !safe(i.Token) || !safe(i.AppID) {
		return fmt.Errorf("session: an interaction without ID, token or application cannot be answered")
	}
	return nil
}
