// Package message says what the bot's messages consist of, and encodes them for Discord.
package message

import (
	"bytes"
	"cmp"
	"fmt"
	"mime/multipart"
	"net/textproto"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/rest"
)

// Message is a message from the bot. In an edit, the zero values of Content, Embeds and Components
// leave these parts unchanged, and empty slices remove them. Files are different: an edit replaces
// them unless KeepAttachments is set.
type Message struct {
	Content      string // at most 2,000 characters
	ClearContent bool
	Embeds       []*discordgo.MessageEmbed
	Components   []discordgo.MessageComponent // at most five rows, or the components of a v2 message
	Files        []File                       // at most ten attachments
	Mentions     []string                     // users that it may ping, at most 100; roles and everyone it never pings
	Flags        discordgo.MessageFlags       // Whisper and Followup set the ephemeral one

	KeepAttachments bool // keeps the files in an edit without Files
}

// NoComponents removes the components of a message in an edit.
var NoComponents = []discordgo.MessageComponent{}

type File struct {
	Name        string
	ContentType string // for example "image/png"
	Alt         string // the text for people who do not see the picture, at most 1,024 characters
	Data        []byte
}

// Payload is a message as Discord takes it. discordgo's types lack the nonce and the description of
// an attachment, and cannot tell a missing list from an empty one.
type Payload struct {
	Content         *string                      `json:"content,omitempty"`
	Embeds          []*discordgo.MessageEmbed    `json:"embeds,omitzero"`
	Components      []discordgo.MessageComponent `json:"components,omitzero"`
	Attachments     []attachmentJSON             `json:"attachments,omitzero"`
	AllowedMentions allowedMentions              `json:"allowed_mentions"`
	Flags           discordgo.MessageFlags       `json:"flags,omitempty"`
	Nonce           string                       `json:"nonce,omitempty"`
	EnforceNonce    bool                         `json:"enforce_nonce,omitempty"`
}

type attachmentJSON struct {
	ID          string `json:"id"`
	Filename    string `json:"filename,omitempty"`
	Description string `json:"description,omitempty"`
}

// allowedMentions always has the parse list: without it Discord pings everybody in the text.
type allowedMentions struct {
	Parse []string `json:"parse"`
	Users []string `json:"users,omitempty"`
}

// Create returns a new message.
func (m *Message) Create() *Payload {
	p := &Payload{
		Embeds: m.Embeds, Components: m.Components, Flags: m.Flags,
		AllowedMentions: allowedMentions{[]string{}, m.Mentions},
	}
	if m.Content != "" || m.ClearContent {
		p.Content = &m.Content
	}
	for i, f := range m.Files {
		p.Attachments = append(p.Attachments, attachmentJSON{ID: strconv.Itoa(i), Filename: f.Name, Description: f.Alt})
	}
	return p
}

// Edit lists the files that the message has, if they are known and kept: reports differ on whether
// Discord keeps the others in the answer to a press.
// https://github.com/discord/discord-api-docs/issues/6277
func (m *Message) Edit(has ...*discordgo.MessageAttachment) *Payload {
	p := m.Create()
	p.Flags &^= discordgo.MessageFlagsSuppressNotifications // an edit notifies nobody, and cannot set it
	switch {
	case m.KeepAttachments:
		for _, a := range has {
			p.Attachments = append(p.Attachments, attachmentJSON{ID: a.ID})
		}
	case p.Attachments == nil:
		p.Attachments = []attachmentJSON{}
	}
	return p
}

// Encode returns a body with v as JSON, and with files.
func Encode(v any, files []File) (*rest.Body, error) {
	data, err := rest.JSON(v)
	if err != nil || len(files) == 0 {
		return data, err
	}
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	part, _ := w.CreateFormField("payload_json") // writing to memory never fails
	_, _ = part.Write(data.Data)
	for i, f := range files {
		part, _ = w.CreatePart(textproto.MIMEHeader{
			"Content-Disposition": {multipart.FileContentDisposition(fmt.Sprintf("files[%d]", i), f.Name)},
			"Content-Type":        {cmp.Or(f.ContentType, "application/octet-stream")},
		})
		body.Grow(len(f.Data) + 256)
		_, _ = part.Write(f.Data)
	}
	_ = w.Close()
	return &rest.Body{Data: body.Bytes(), ContentType: w.FormDataContentType()}, nil
}

// Component is what counts in a component of any kind that a message has.
type Component struct {
	CustomID   string      `json:"custom_id"`
	Components []Component `json:"components"`
}

// ControlIDs returns the custom_ids of components and of those in them.
func ControlIDs(components []Component) (ids []string) {
	for _, c := range components {
		if c.CustomID != "" {
			ids = append(ids, c.CustomID)
		}
		ids = append(ids, ControlIDs(c.Components)...)
	}
	return ids
}
