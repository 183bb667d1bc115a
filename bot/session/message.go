package session

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/bwmarrin/discordgo"
)

// Message is what the bot says. In an edit, what is left out stays as it was: Content "", nil Embeds and nil Components
// are left out, empty slices remove what is there. Pictures are the exception: an edit replaces them, unless
// KeepAttachments is set.
type Message struct {
	// Content has at most 2,000 characters.
	Content string
	// ClearContent removes the content in an edit.
	ClearContent bool
	Embeds       []*discordgo.MessageEmbed
	// Components are at most five rows, or the components of a v2 message (discordgo.MessageFlagsIsComponentsV2).
	Components []discordgo.MessageComponent
	// Files are at most ten attachments.
	Files []File
	// Mentions are the users who may be pinged by a mention in the message, at most 100. Nobody else is: no role, not
	// everyone.
	Mentions []string
	// Flags are those that Discord lets a bot set. The ephemeral one is set by Whisper and Followup.
	Flags discordgo.MessageFlags
	// KeepAttachments keeps the pictures in an edit. It cannot be combined with Files.
	KeepAttachments bool
}

// File is an attachment.
type File struct {
	Name        string
	ContentType string // for example "image/png"
	// Alt is the text for those who do not see the picture, at most 1,024 characters.
	Alt  string
	Data []byte
}

// messageJSON is a message on the wire. discordgo's own types lack the nonce and the description of an attachment, and
// cannot tell an absent list from an empty one.
type messageJSON struct {
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
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
}

// allowedMentions always has both lists: a missing parse lets Discord ping whomever the text names.
type allowedMentions struct {
	Parse []string `json:"parse"`
	Users []string `json:"users,omitempty"`
}

// nobody is shared and never changed.
var nobody = &allowedMentions{Parse: []string{}}

var errNoMessage = errors.New("session: there is no message to send")

// create is the message as a new one.
func (m *Message) create() (*messageJSON, error) {
	if m == nil {
		return nil, errNoMessage
	}
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
	return j, nil
}

// edit is the message as a change to one.
func (m *Message) edit() (*messageJSON, error) {
	if m == nil {
		return nil, errNoMessage
	}
	if m.KeepAttachments && len(m.Files) > 0 {
		return nil, fmt.Errorf("session: KeepAttachments together with %d files: an edit keeps pictures or replaces them", len(m.Files))
	}
	j := m.common()
	if m.Content != "" || m.ClearContent {
		j.Content = &m.Content
	}
	if m.Embeds != nil {
		j.Embeds = &m.Embeds
	}
	if m.Components != nil {
		j.Components = &m.Components
	}
	if !m.KeepAttachments {
		j.Attachments = m.attachments()
	}
	return j, nil
}

func (m *Message) common() *messageJSON {
	j := &messageJSON{AllowedMentions: nobody, Flags: m.Flags}
	if len(m.Mentions) > 0 {
		j.AllowedMentions = &allowedMentions{Parse: nobody.Parse, Users: m.Mentions}
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

// posted is what matters of Discord's answer. Decoding all of it with discordgo would cost time, and fail at the first
// component that discordgo does not know, though the message is there.
type posted struct {
	ID string `json:"id"`
}
