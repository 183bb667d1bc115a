package session

import (
	"errors"
	"fmt"

	"github.com/bwmarrin/discordgo"
)

// Response is a first answer to an interaction. Make it with Say, Whisper, Defer, DeferWhisper, DeferUpdate, Update,
// Choices or Modal.
type Response struct {
	kind      discordgo.InteractionResponseType
	message   *Message
	ephemeral bool
	choices   []*discordgo.ApplicationCommandOptionChoice
	modal     modalJSON
}

// Say answers with a message that everybody sees.
func Say(m *Message) *Response {
	return &Response{kind: discordgo.InteractionResponseChannelMessageWithSource, message: m}
}

// Whisper answers with a message that only the player sees.
func Whisper(m *Message) *Response {
	return &Response{kind: discordgo.InteractionResponseChannelMessageWithSource, message: m, ephemeral: true}
}

// Defer promises a message that everybody will see: EditOriginal gives it, within 15 minutes.
func Defer() *Response {
	return &Response{kind: discordgo.InteractionResponseDeferredChannelMessageWithSource}
}

// DeferWhisper promises a message that only the player will see: EditOriginal gives it, within 15 minutes.
func DeferWhisper() *Response {
	return &Response{kind: discordgo.InteractionResponseDeferredChannelMessageWithSource, ephemeral: true}
}

// DeferUpdate acknowledges a press without showing anything: EditOriginal changes the message it was on.
func DeferUpdate() *Response {
	return &Response{kind: discordgo.InteractionResponseDeferredMessageUpdate}
}

// Update answers a press by changing the message it was on. It is an edit: see Message.
func Update(m *Message) *Response {
	return &Response{kind: discordgo.InteractionResponseUpdateMessage, message: m}
}

// Choices answers an autocomplete, with at most 25.
func Choices(choices ...*discordgo.ApplicationCommandOptionChoice) *Response {
	return &Response{kind: discordgo.InteractionApplicationCommandAutocompleteResult, choices: choices}
}

// Modal answers with a form: at most five rows of one text input each. It cannot answer a modal.
func Modal(customID, title string, rows ...discordgo.MessageComponent) *Response {
	return &Response{kind: discordgo.InteractionResponseModal, modal: modalJSON{customID, title, rows}}
}

type responseJSON struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data any                               `json:"data,omitempty"`
}

type deferJSON struct {
	Flags discordgo.MessageFlags `json:"flags"`
}

// choicesJSON leaves the key out when there are none: Discord wants it so.
type choicesJSON struct {
	Choices []*discordgo.ApplicationCommandOptionChoice `json:"choices,omitempty"`
}

type modalJSON struct {
	CustomID   string                       `json:"custom_id"`
	Title      string                       `json:"title"`
	Components []discordgo.MessageComponent `json:"components"`
}

// makesMessage tells whether the answer is a new message, whose ID is not known yet.
func (r *Response) makesMessage() bool {
	return r.kind == discordgo.InteractionResponseChannelMessageWithSource ||
		r.kind == discordgo.InteractionResponseDeferredChannelMessageWithSource
}

func (r *Response) payload() (*payload, error) {
	if r == nil {
		return nil, errors.New("session: there is no response to send")
	}
	out := responseJSON{Type: r.kind}
	var files []File
	switch r.kind {
	case discordgo.InteractionResponseChannelMessageWithSource:
		m, err := r.message.create()
		if err != nil {
			return nil, err
		}
		if r.ephemeral {
			m.Flags |= discordgo.MessageFlagsEphemeral
		}
		out.Data, files = m, r.message.Files
	case discordgo.InteractionResponseDeferredChannelMessageWithSource:
		if r.ephemeral { // the only flag it takes
			out.Data = deferJSON{discordgo.MessageFlagsEphemeral}
		}
	case discordgo.InteractionResponseDeferredMessageUpdate:
	case discordgo.InteractionResponseUpdateMessage:
		m, err := r.message.edit()
		if err != nil {
			return nil, err
		}
		out.Data, files = m, r.message.Files
	case discordgo.InteractionApplicationCommandAutocompleteResult:
		out.Data = choicesJSON{r.choices}
	case discordgo.InteractionResponseModal:
		out.Data = r.modal
	default:
		return nil, fmt.Errorf("session: a response of type %d was not made with Say, Update or their like", r.kind)
	}
	return newPayload(out, files)
}
