package localdiscord

import (
	"encoding/json"
	"time"
)

// Message flags. https://discord.com/developers/docs/resources/message#message-object-message-flags
const (
	FlagSuppressEmbeds        = 1 << 2
	FlagHasThread             = 1 << 5
	FlagEphemeral             = 1 << 6
	FlagLoading               = 1 << 7
	FlagSuppressNotifications = 1 << 12
	FlagComponentsV2          = 1 << 15
)

// Message types in use.
const (
	messageDefault       = 0
	messageThreadCreated = 18
	messageReply         = 19
	messageCommand       = 20
	messageThreadStarter = 21
)

// Message is a message as Discord sends it, plus what only this Discord knows (the fields that JSON does not show).
// A Message never changes: an edit makes a new one with the same ID.
type Message struct {
	ID                string          `json:"id"`
	ChannelID         string          `json:"channel_id"`
	GuildID           string          `json:"guild_id,omitempty"`
	Type              int             `json:"type"`
	Author            UserInfo        `json:"author"`
	Content           string          `json:"content"`
	Timestamp         time.Time       `json:"timestamp"`
	EditedTimestamp   *time.Time      `json:"edited_timestamp"`
	TTS               bool            `json:"tts"`
	MentionEveryone   bool            `json:"mention_everyone"`
	Mentions          []UserInfo      `json:"mentions"`
	MentionRoles      []string        `json:"mention_roles"`
	Attachments       []Attachment    `json:"attachments"`
	Embeds            []Embed         `json:"embeds"`
	Components        []Component     `json:"components"`
	Pinned            bool            `json:"pinned"`
	Flags             int             `json:"flags"`
	Nonce             json.RawMessage `json:"nonce,omitempty"`
	WebhookID         string          `json:"webhook_id,omitempty"`
	ApplicationID     string          `json:"application_id,omitempty"`
	Interaction       *InteractionRef `json:"interaction_metadata,omitempty"`
	MessageReference  *MessageRef     `json:"message_reference,omitempty"`
	ReferencedMessage *Message        `json:"referenced_message,omitempty"`
	Thread            *wireChannel    `json:"thread,omitempty"`

	// OnlyFor is the one user who sees an ephemeral message; "" if all do.
	OnlyFor string `json:"-"`
	// Pinged are the users whom this version of the message notified.
	Pinged []string `json:"-"`
	// Version counts the edits.
	Version int `json:"-"`
	// Deleted messages are gone for everybody; only observers still see them.
	Deleted bool `json:"-"`
}

// InteractionRef says which interaction made a message.
type InteractionRef struct {
	ID                           string            `json:"id"`
	Type                         int               `json:"type"`
	User                         UserInfo          `json:"user"`
	Name                         string            `json:"name,omitempty"`
	AuthorizingIntegrationOwners map[string]string `json:"authorizing_integration_owners"`
	OriginalResponseMessageID    string            `json:"original_response_message_id,omitempty"`
	InteractedMessageID          string            `json:"interacted_message_id,omitempty"`
}

// MessageRef points to another message.
type MessageRef struct {
	Type            int    `json:"type"`
	MessageID       string `json:"message_id,omitempty"`
	ChannelID       string `json:"channel_id,omitempty"`
	GuildID         string `json:"guild_id,omitempty"`
	FailIfNotExists *bool  `json:"fail_if_not_exists,omitempty"`
}

// Ephemeral tells whether only one user sees the message.
func (m *Message) Ephemeral() bool { return m.Flags&FlagEphemeral != 0 }

// Loading tells whether the bot is still "thinking".
func (m *Message) Loading() bool { return m.Flags&FlagLoading != 0 }

// V2 tells whether the message is made of components only.
func (m *Message) V2() bool { return m.Flags&FlagComponentsV2 != 0 }

// Text is all that can be read in the message: content, text displays, embeds, in order, one line each.
func (m *Message) Text() string {
	text := m.Content
	line := func(s string) {
		if s == "" {
			return
		}
		if text != "" {
			text += "\n"
		}
		text += s
	}
	walkComponents(m.Components, "", func(_ string, c *Component) {
		if c.Type == componentText {
			line(c.Content)
		}
	})
	for _, e := range m.Embeds {
		line(e.Title)
		line(e.Description)
		for _, f := range e.Fields {
			line(f.Name)
			line(f.Value)
		}
		if e.Footer != nil {
			line(e.Footer.Text)
		}
	}
	return text
}

// Controls are the buttons and menus of the message, in order.
func (m *Message) Controls() []Component {
	var controls []Component
	walkComponents(m.Components, "", func(_ string, c *Component) {
		if c.interactive() {
			controls = append(controls, *c)
		}
	})
	return controls
}

// Control finds a button or menu by its custom id; nil if there is none.
func (m *Message) Control(customID string) *Component {
	for _, c := range m.Controls() {
		if c.CustomID == customID {
			return &c
		}
	}
	return nil
}

// Pictures are the attachments and gallery items with their alt text.
func (m *Message) Pictures() []Picture {
	var pictures []Picture
	for _, a := range m.Attachments {
		pictures = append(pictures, Picture{URL: a.URL, Alt: a.Description})
	}
	add := func(media *Media, alt *string) {
		p := Picture{URL: media.URL}
		if alt != nil {
			p.Alt = *alt
		}
		// A gallery shows an attachment instead of it standing alone.
		for i := range pictures {
			if pictures[i].URL == p.URL {
				pictures[i].Alt = p.Alt
				return
			}
		}
		pictures = append(pictures, p)
	}
	walkComponents(m.Components, "", func(_ string, c *Component) {
		if c.Media != nil {
			add(c.Media, c.Description)
		}
		for i := range c.Items {
			add(&c.Items[i].Media, c.Items[i].Description)
		}
	})
	return pictures
}

// Picture is something to look at in a message.
type Picture struct {
	URL string
	Alt string
}
