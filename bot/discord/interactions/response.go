package interactions

import (
	"cmp"

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

func (r *Response) body(i *discordgo.Interaction) (*rest.Body, error) {
	out := struct {
		Type discordgo.InteractionResponseType `json:"type"`
		Data any                               `json:"data,omitempty"`
	}{r.kind, r.data}
	var m *message.Payload
	switch r.kind {
	case discordgo.InteractionResponseChannelMessageWithSource:
		m = r.message.Create()
	case discordgo.InteractionResponseUpdateMessage:
		pressed := cmp.Or(i.Message, &discordgo.Message{})
		m = r.message.Edit(pressed.Attachments...)
	default:
		return rest.JSON(out)
	}
	if r.ephemeral {
		m.Flags |= discordgo.MessageFlagsEphemeral
	}
	out.Data = m
	return message.Encode(out, r.message.Files)
}
