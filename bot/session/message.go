package session

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/bwmarrin/discordgo"
)

// Message is a message from the bot. In an edit, the zero values of Content, Embeds and Components
// leave these parts unchanged, and empty slices remove them. Files are different: an edit replaces
// them unless KeepAttachments is set.
type Message struct {
	// Content has at most 2,000 characters.
	Content string
	// ClearContent removes the content in an edit.
	ClearContent bool
	Embeds       []*discordgo.MessageEmbed
	// Components are at most five rows, or the components of a v2 message
	// (discordgo.MessageFlagsIsComponentsV2).
	Components []discordgo.MessageComponent
	// Files are at most ten attachments.
	Files []File
	// Mentions are the users that a mention in the message may ping, at most 100. Nobody else is
	// pinged, including roles and everyone.
	Mentions []string
	// Flags are the flags that Discord lets a bot set. Whisper and Followup set the ephemeral flag.
	Flags discordgo.MessageFlags
	// KeepAttachments keeps the files in an edit. It cannot be combined with Files.
	KeepAttachments bool
}

// NoComponents, as the components of an edit, removes those of the message.
var NoComponents = []discordgo.MessageComponent{}

// File is an attachment.
type File struct {
	Name        string
	ContentType string // for example "image/png"
	// Alt is the text for people who do not see the picture, at most 1,024 characters.
	Alt  string
	Data []byte
}

// messageJSON is a message on the wire. discordgo's types lack the nonce and the description of an
// attachment, and cannot tell a missing list from an empty one.
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

// allowedMentions always has the parse list. Without it, Discord would ping everybody that the text
// names.
type allowedMentions struct {
	Parse []string `json:"parse"`
	Users []string `json:"users,omitempty"`
}

// noMentions is shared and must not be changed.
var noMentions = &allowedMentions{Parse: []string{}}

var errNoMessage = errors.New("session: the message is nil")

// create returns the JSON of a new message.
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

// edit returns the JSON of a change to a message.
func (m *Message) edit() (*messageJSON, error) {
	if m == nil {
		return nil, errNoMessage
	}
	if m.KeepAttachments && len(m.Files) > 0 {
		return nil, fmt.Errorf(
			"session: KeepAttachments is set and there are %d files: an edit either keeps files or replaces them",
			len(m.Files),
		)
	}
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
	if !m.KeepAttachments {
		j.Attachments = m.attachments()
	}
	return j, nil
}

func (m *Message) common() *messageJSON {
	j := &messageJSON{AllowedMentions: noMentions, Flags: m.Flags}
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

// idResponse is the part of Discord's answer that the bot needs. Decoding the rest with discordgo
// would cost time. It would also fail at a component that discordgo does not know, although the
// message was idResponse.
type idResponse struct {
	ID string `json:"id"`
}
