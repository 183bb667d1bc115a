// Package message says what the bot's messages consist of, and encodes them for Discord.
package message

import (
	"bytes"
	"cmp"
	"encoding/json"
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
	// Components are at most five rows, or the components of a v2 message
	// (discordgo.MessageFlagsIsComponentsV2).
	Components []discordgo.MessageComponent
	Files      []File // at most ten attachments
	// Mentions are the users that a mention in the message may ping, at most 100. Nobody else is
	// pinged, including roles and everyone.
	Mentions []string
	// Flags are Discord's. Whisper and Followup set the ephemeral one.
	Flags discordgo.MessageFlags
	// KeepAttachments keeps the files in an edit without Files.
	KeepAttachments bool
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
	Content         *string                       `json:"content,omitempty"`
	Embeds          *[]*discordgo.MessageEmbed    `json:"embeds,omitempty"`
	Components      *[]discordgo.MessageComponent `json:"components,omitempty"`
	Attachments     *[]attachmentJSON             `json:"attachments,omitempty"`
	AllowedMentions *allowedMentions              `json:"allowed_mentions"`
	Flags           discordgo.MessageFlags        `json:"flags,omitempty"`
	Nonce           string                        `json:"nonce,omitempty"`
	EnforceNonce    bool                          `json:"enforce_nonce,omitempty"`
}

type attachmentJSON struct {
	ID          string `json:"id"`
	Filename    string `json:"filename,omitempty"`
	Description string `json:"description,omitempty"`
}

// allowedMentions always has the parse list: without it Discord would ping everybody that the text
// names.
type allowedMentions struct {
	Parse []string `json:"parse"`
	Users []string `json:"users,omitempty"`
}

// noMentions is shared and must not be changed.
var noMentions = &allowedMentions{Parse: []string{}}

func (m *Message) Create() *Payload {
	j := m.common()
	if m.Content != "" {
		j.Content = &m.Content
	}
	if len(m.Embeds) > 0 {
		j.Embeds = &m.Embeds
	}
	if len(m.Components) > 0 {
		j.Components = &m.Components
	}
	if len(m.Files) > 0 {
		j.Attachments = m.attachments()
	}
	return j
}

// Edit lists the files that the message has, if they are known and kept: reports differ on whether
// Discord keeps the others in the answer to a press.
// https://github.com/discord/discord-api-docs/issues/6277
func (m *Message) Edit(has ...*discordgo.MessageAttachment) *Payload {
	j := m.common()
	j.Flags &^= discordgo.MessageFlagsSuppressNotifications // an edit notifies nobody, and cannot set it
	if m.Content != "" || m.ClearContent {
		j.Content = &m.Content
	}
	if m.Embeds != nil {
		j.Embeds = &m.Embeds
	}
	if m.Components != nil {
		j.Components = &m.Components
	}
	if !m.KeepAttachments || len(m.Files) > 0 || len(has) > 0 {
		j.Attachments = m.attachments()
	}
	for i := 0; m.KeepAttachments && i < len(has); i++ {
		*j.Attachments = append(*j.Attachments, attachmentJSON{ID: has[i].ID})
	}
	return j
}

func (m *Message) common() *Payload {
	j := &Payload{AllowedMentions: noMentions, Flags: m.Flags}
	if len(m.Mentions) > 0 {
		j.AllowedMentions = &allowedMentions{Parse: noMentions.Parse, Users: m.Mentions}
	}
	return j
}

func (m *Message) attachments() *[]attachmentJSON {
	list := make([]attachmentJSON, len(m.Files))
	for i, f := range m.Files {
		list[i] = attachmentJSON{ID: strconv.Itoa(i), Filename: f.Name, Description: f.Alt}
	}
	return &list
}

func Encode(v any, files []File) (*rest.Body, error) {
	if len(files) == 0 {
		return rest.JSON(v)
	}
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	part, err := w.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {`form-data; name="payload_json"`},
		"Content-Type":        {rest.JSONType},
	})
	if err != nil {
		return nil, err
	}
	if err := json.NewEncoder(part).Encode(v); err != nil {
		return nil, err
	}
	for i, f := range files {
		part, err := w.CreatePart(textproto.MIMEHeader{
			"Content-Disposition": {multipart.FileContentDisposition("files["+strconv.Itoa(i)+"]", f.Name)},
			"Content-Type":        {cmp.Or(f.ContentType, "application/octet-stream")},
		})
		if err != nil {
			return nil, err
		}
		body.Grow(len(f.Data) + 256)
		if _, err := part.Write(f.Data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return &rest.Body{Data: body.Bytes(), ContentType: w.FormDataContentType()}, nil
}
