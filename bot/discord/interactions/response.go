package interactions

import (
	"cmp"
	"fmt"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/form"
	"amytis/bot/discord/message"
	"amytis/bot/discord/rest"
)

// Response is a first answer to an interaction. Make it with Say, Whisper, Defer, DeferWhisper,
// DeferUpdate, Update, Choices or Ask.
type Response struct {
	kind      discordgo.InteractionResponseType
	message   *message.Message
	ephemeral bool
	choices   []*discordgo.ApplicationCommandOptionChoice
	form      *form.Form
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
	return &Response{kind: discordgo.InteractionResponseDeferredChannelMessageWithSource, ephemeral: true}
}

// DeferUpdate acknowledges a press without showing anything. EditAnswer changes the message with
// the button.
func DeferUpdate() *Response {
	return &Response{kind: discordgo.InteractionResponseDeferredMessageUpdate}
}

// Update changes the message with the button that was pressed. It is an edit, see
// [message.Message].
func Update(m *message.Message) *Response {
	return &Response{kind: discordgo.InteractionResponseUpdateMessage, message: m}
}

// Choices answers an autocomplete, with at most 25 choices.
func Choices(choices ...*discordgo.ApplicationCommandOptionChoice) *Response {
	return &Response{kind: discordgo.InteractionApplicationCommandAutocompleteResult, choices: choices}
}

// Ask opens a form. It cannot answer a form, nor follow a deferral: then the player gets late.
func Ask(f *form.Form, late *message.Message) *Response {
	return &Response{kind: discordgo.InteractionResponseModal, form: f, message: late, ephemeral: true}
}

type responseJSON struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data any                               `json:"data,omitempty"`
}

// choicesJSON omits the key when there are no choices, as Discord requires.
type choicesJSON struct {
	Choices []*discordgo.ApplicationCommandOptionChoice `json:"choices,omitempty"`
}

func (r *Response) makesMessage() bool {
	return r.kind == discordgo.InteractionResponseChannelMessageWithSource ||
		r.kind == discordgo.InteractionResponseDeferredChannelMessageWithSource
}

func (r *Response) body(i *discordgo.Interaction) (*rest.Body, error) {
	out := responseJSON{Type: r.kind}
	var m *message.Payload
	var err error
	switch r.kind {
	case discordgo.InteractionResponseChannelMessageWithSource:
		m, err = r.message.Create()
	case discordgo.InteractionResponseUpdateMessage:
		pressed := cmp.Or(i.Message, &discordgo.Message{})
		m, err = r.message.Edit(pressed.Attachments...)
	case discordgo.InteractionResponseDeferredChannelMessageWithSource:
		if r.ephemeral { // the only flag allowed here
			out.Data = map[string]any{"flags": discordgo.MessageFlagsEphemeral}
		}
	case discordgo.InteractionResponseDeferredMessageUpdate:
	case discordgo.InteractionApplicationCommandAutocompleteResult:
		out.Data = choicesJSON{r.choices}
	case discordgo.InteractionResponseModal:
		out.Data = r.form
	default:
		err = fmt.Errorf("interactions: the response of type %d was not made with Say, Update or another constructor", r.kind)
	}
	if err != nil {
		return nil, err
	}
	if m == nil {
		return rest.JSON(out)
	}
	if r.ephemeral {
		m.Flags |= discordgo.MessageFlagsEphemeral
	}
	out.Data = m
	return message.Encode(out, r.message.Files)
}
