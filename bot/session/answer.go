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
	// answerTries limits how often an answer is sent when Discord fails.
	answerTries = 3
	// answerWithin is how long a retry makes sense: Discord forgets an unanswered interaction after
	// 3 s.
	answerWithin = 2500 * time.Millisecond
	// editWithin limits how long a player waits for a changed or further message.
	editWithin = 10 * time.Second
	answerWait = 100 * time.Millisecond
)

// Respond sends the first answer to an interaction, which Discord accepts once and within 3 s. It
// returns the ID of the message it made or changed, "" if there is none or if it is not known. It
// retries at once if Discord fails or limits, as long as that makes sense. The error is an [Error],
// most likely [ErrAnswered] or [ErrTooLate].
//
// If DeferLate has acknowledged the interaction, the answer becomes an edit or a follow-up.
func (c *Client) Respond(ctx context.Context, i *discordgo.Interaction, r *Response) (messageID string, err error) {
	if seen := receiptOf(ctx); seen != nil && i != nil && seen.interaction.ID == i.ID {
		return seen.respond(ctx, c, r)
	}
	return c.answer(ctx, i, r)
}

// answer sends the first answer to an interaction.
func (c *Client) answer(ctx context.Context, i *discordgo.Interaction, r *Response) (messageID string, err error) {
	if err := checkAnswerable(i); err != nil {
		return "", err
	}
	q := request{
		method:     http.MethodPost,
		route:      "POST /interactions/{id}/{token}/callback",
		path:       "/interactions/" + i.ID + "/" + i.Token + "/callback",
		repeatable: true, // a second answer is refused
		anonymous:  true,
	}
	var answer struct {
		Interaction struct {
			MessageID string `json:"response_message_id"`
		} `json:"interaction"`
		Resource struct {
			Message idResponse `json:"message"`
		} `json:"resource"`
	}
	var result any
	body, err := r.rewritten(c).payload()
	if err != nil {
		return "", err
	}
	if r.makesMessage() {
		q.query, result = "with_response=true", &answer
	}
	tries := 0
	err = c.retry(ctx, answerWithin, q, body, func(q request) error {
		tries++
		began := time.Now()
		_, err := c.rest.do(ctx, q, result)
		c.sawAnswerTime(time.Since(began))
		if tries > 1 && errors.Is(err, ErrAnswered) {
			return nil // the previous try succeeded after all
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

// EditOriginal changes the first answer to an interaction, or sends it after Defer. It works for 15
// minutes. [Message] says which fields an edit leaves unchanged.
func (c *Client) EditOriginal(ctx context.Context, i *discordgo.Interaction, m *Message) error {
	if err := checkAnswerable(i); err != nil {
		return err
	}
	edit, err := c.rewritten(m).edit()
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
	return c.retry(ctx, editWithin, q, body, func(q request) error {
		_, err := c.rest.do(ctx, q, nil)
		return err
	})
}

// Followup adds a message to an answered interaction and returns its ID. With ephemeral, only the
// player sees the message. It works for 15 minutes. Discord cannot recognize a repeated one, so it
// is not retried after a network error.
func (c *Client) Followup(
	ctx context.Context,
	i *discordgo.Interaction,
	m *Message,
	ephemeral bool,
) (messageID string, err error) {
	if err := checkAnswerable(i); err != nil {
		return "", err
	}
	create, err := c.rewritten(m).create()
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
	var made idResponse
	err = c.retry(ctx, editWithin, q, body, func(q request) error {
		_, err := c.rest.do(ctx, q, &made)
		return err
	})
	return made.ID, err
}

// retry makes a request and retries it when Discord asks for a short wait. It retries other
// temporary failures only if the request is repeatable.
func (c *Client) retry(
	ctx context.Context,
	within time.Duration,
	q request,
	body *payload,
	do func(request) error,
) error {
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

func checkAnswerable(i *discordgo.Interaction) error {
	if i == nil || !isPathSafe(i.ID) || !isPathSafe(i.Token) || !isPathSafe(i.AppID) {
		return fmt.Errorf("session: the interaction has no ID, token or application and cannot be answered")
	}
	return nil
}
