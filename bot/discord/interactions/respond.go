package interactions

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/form"
	"amytis/bot/discord/message"
	"amytis/bot/discord/rest"
)

const (
	answerWithin = 2500 * time.Millisecond // Discord forgets an unanswered interaction after 3 s
	editWithin   = 10 * time.Second        // while a player waits for a changed or further message
	answerTries  = 3
	answerWait   = 100 * time.Millisecond // after the first try; it grows with each
	warnEvery    = time.Hour
)

func (rs *Responder) answer(ctx context.Context, i *discordgo.Interaction, r *Response) (messageID string, err error) {
	q := rest.To(http.MethodPost, "/interactions/{id}/{token}/callback", i.ID, i.Token)
	q.Repeatable = true // a second answer is refused
	var made struct {
		Interaction struct {
			MessageID string `json:"response_message_id"`
		} `json:"interaction"`
	}
	var result any
	if r.makesMessage() {
		q.Query = "with_response=true"
		result = &made
	}
	err = rs.despiteEmoji(r.message, func(m *message.Message) (err error) {
		if q.Body, err = r.body(i, m); err != nil {
			return err
		}
		tries := 0
		return retry(ctx, answerWithin, true, func() error {
			tries++
			err := rs.rest.DoInteraction(ctx, q, result)
			if tries > 1 && errors.Is(err, rest.ErrAnswered) {
				return nil // the previous try succeeded after all
			}
			return err
		})
	})
	if err == nil && !r.makesMessage() && i.Message != nil {
		return i.Message.ID, nil
	}
	return made.Interaction.MessageID, err
}

// complete sends the answer to a deferred interaction. After DeferUpdate or Update, an Update edits
// the message, and any other answer is a new message. Otherwise the answer takes the place of the
// deferral, for the same readers.
func (rs *Responder) complete(
	ctx context.Context, i *discordgo.Interaction, deferral, answer *Response,
) (messageID string, err error) {
	switch {
	case answer.message == nil:
		return "", nil
	case !deferral.makesMessage() && answer.kind != discordgo.InteractionResponseUpdateMessage:
		return rs.Followup(ctx, i, answer.message, answer.ephemeral)
	case !deferral.makesMessage() && i.Message != nil:
		messageID = i.Message.ID
	}
	return messageID, rs.EditAnswer(ctx, i, "", answer.message.Editable())
}

// EditAnswer changes one of several answers to an interaction. messageID is what Respond or
// Followup has returned, or "" for the first answer, which it also sends after Defer. It works for
// 15 minutes. [message.Message] says which fields an edit leaves unchanged.
func (rs *Responder) EditAnswer(ctx context.Context, i *discordgo.Interaction, messageID string, m *message.Message) error {
	q := rest.To(http.MethodPatch, "/webhooks/{app}/{token}/messages/@original", i.AppID, i.Token)
	if messageID != "" && (i.Message == nil || i.Message.ID != messageID) {
		q = rest.To(http.MethodPatch, "/webhooks/{app}/{token}/messages/{message}", i.AppID, i.Token, messageID)
	}
	return rs.despiteEmoji(m, func(m *message.Message) error {
		return rs.send(ctx, q, m.Edit(), m.Files, nil)
	})
}

// Followup adds a message to an answered interaction and returns its ID. With ephemeral, only the
// player sees the message. It works for 15 minutes. Discord cannot recognize a repeated one, so it
// is not retried after a network error.
func (rs *Responder) Followup(
	ctx context.Context, i *discordgo.Interaction, m *message.Message, ephemeral bool,
) (messageID string, err error) {
	q := rest.To(http.MethodPost, "/webhooks/{app}/{token}", i.AppID, i.Token)
	q.Query = "wait=true"
	var made rest.Object
	err = rs.despiteEmoji(m, func(m *message.Message) error {
		create := m.Create()
		if ephemeral {
			create.Flags |= discordgo.MessageFlagsEphemeral
		}
		return rs.send(ctx, q, create, m.Files, &made)
	})
	return made.ID, err
}

func (rs *Responder) send(ctx context.Context, q rest.Request, m *message.Payload, files []message.File, result any) (err error) {
	if q.Body, err = message.Encode(m, files); err != nil {
		return err
	}
	return retry(ctx, editWithin, q.Repeatable, func() error { return rs.rest.DoInteraction(ctx, q, result) })
}

// Responder answers interactions. Discord's limits for the bot do not count its requests, which
// carry the token of the interaction.
type Responder struct {
	cfg     Config
	rest    *rest.Client
	rewrite message.Rewriter
	log     *slog.Logger
	warned  atomic.Int64 // when warnOfRival last warned, in Unix seconds
}

// warnOfRival warns from time to time that interactions are answered before this process does.
func (rs *Responder) warnOfRival() {
	now, last := time.Now().Unix(), rs.warned.Load()
	if max(now-last, last-now) >= int64(warnEvery.Seconds()) && rs.warned.CompareAndSwap(last, now) {
		rs.log.Warn("another program answers with the same bot token: stop one of them, or give it a bot of its own")
	}
}

// retry repeats when Discord asks for a short wait; if repeatable, after any temporary failure.
func retry(ctx context.Context, within time.Duration, repeatable bool, do func() error) error {
	began := time.Now()
	for try := 1; ; try++ {
		err := do()
		var e *rest.Error
		if err == nil || !errors.As(err, &e) || !e.Temporary() || try == answerTries {
			return err
		}
		if !repeatable && e.Status != http.StatusTooManyRequests {
			return err
		}
		wait := max(e.RetryAfter, time.Duration(try)*answerWait)
		if time.Since(began)+wait > within || rest.Sleep(ctx, wait) != nil {
			return err
		}
	}
}

// despiteEmoji sends a rewritten message, and again without emoji if Discord refuses one.
func (rs *Responder) despiteEmoji(m *message.Message, send func(*message.Message) error) error {
	m = rs.rewrite.Message(m)
	err := send(m)
	if !errors.Is(err, rest.ErrEmoji) || m == nil {
		return err
	}
	plain, had := m.WithoutEmoji()
	if !had {
		return err
	}
	if rs.cfg.EmojiRefused != nil {
		rs.cfg.EmojiRefused()
	}
	return send(plain)
}

// Response is a first answer to an interaction. The functions below make it.
type Response struct {
	kind      discordgo.InteractionResponseType
	message   *message.Message
	ephemeral bool
	data      any // unless that is the message
}

// Say answers for everybody in the channel.
func Say(m *message.Message) *Response {
	return &Response{kind: discordgo.InteractionResponseChannelMessageWithSource, message: m}
}

// Whisper answers for the player alone.
func Whisper(m *message.Message) *Response {
	return &Response{kind: discordgo.InteractionResponseChannelMessageWithSource, message: m, ephemeral: true}
}

// Defer promises a message for everybody. EditAnswer must send it within 15 minutes.
func Defer() *Response {
	return &Response{kind: discordgo.InteractionResponseDeferredChannelMessageWithSource}
}

// DeferWhisper promises a message for the player alone, as Defer does.
func DeferWhisper() *Response {
	r := Defer()
	r.data = map[string]any{"flags": discordgo.MessageFlagsEphemeral} // the only flag allowed here
	return r
}

// DeferUpdate acknowledges a press without showing anything. EditAnswer changes its message.
func DeferUpdate() *Response {
	return &Response{kind: discordgo.InteractionResponseDeferredMessageUpdate}
}

// Update changes the message with the pressed button. It is an edit, see [message.Message].
func Update(m *message.Message) *Response {
	return &Response{kind: discordgo.InteractionResponseUpdateMessage, message: m}
}

// Choices answers an autocomplete, with at most 25 choices. Without any Discord wants no list.
func Choices(choices ...*discordgo.ApplicationCommandOptionChoice) *Response {
	data := map[string]any{}
	if len(choices) > 0 {
		data["choices"] = choices
	}
	return &Response{kind: discordgo.InteractionApplicationCommandAutocompleteResult, data: data}
}

// Ask opens a form. It cannot answer a form, nor follow a deferral: then the player gets late.
func Ask(f *form.Form, late *message.Message) *Response {
	return &Response{kind: discordgo.InteractionResponseModal, data: f, message: late, ephemeral: true}
}

func (r *Response) makesMessage() bool {
	return r.kind == discordgo.InteractionResponseChannelMessageWithSource ||
		r.kind == discordgo.InteractionResponseDeferredChannelMessageWithSource
}

// body has m in place of the message.
func (r *Response) body(i *discordgo.Interaction, m *message.Message) (*rest.Body, error) {
	out := struct {
		Type discordgo.InteractionResponseType `json:"type"`
		Data any                               `json:"data,omitempty"`
	}{r.kind, r.data}
	var sent *message.Payload
	switch r.kind {
	case discordgo.InteractionResponseChannelMessageWithSource:
		sent = m.Create()
	case discordgo.InteractionResponseUpdateMessage:
		sent = m.Edit(cmp.Or(i.Message, &discordgo.Message{}).Attachments...)
	default:
		return message.Encode(out, nil)
	}
	if r.ephemeral {
		sent.Flags |= discordgo.MessageFlagsEphemeral
	}
	out.Data = sent
	return message.Encode(out, m.Files)
}
