// Package wire has the objects that travel between Discord and a bot: messages, components,
// commands, channels and refusals, with their ids, permission bits and languages, and with the
// limits in Discord's documentation. It knows no server, no bot and no game.
// Optional fields that the bot never reads are left out.
package wire

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Message flags. https://discord.com/developers/docs/resources/message#message-object-message-flags
const (
	FlagHasThread             = 1 << 5
	FlagEphemeral             = 1 << 6
	FlagLoading               = 1 << 7
	FlagSuppressNotifications = 1 << 12
	FlagComponentsV2          = 1 << 15
)

// Types of answers to commands, typed or from a menu. Other messages have type 0.
// https://discord.com/developers/docs/resources/message#message-object-message-types
const (
	MessageCommand = 20
	MessageMenu    = 23
)

// Message is a message as Discord sends it, plus fields without JSON that only this Discord knows.
// A Message never changes: an edit makes a new one with the same ID.
type Message struct {
	ID              string          `json:"id"`
	ChannelID       string          `json:"channel_id"`
	GuildID         string          `json:"guild_id,omitempty"`
	Type            int             `json:"type"`
	Author          User            `json:"author"`
	Content         string          `json:"content"`
	Timestamp       time.Time       `json:"timestamp"`
	EditedTimestamp *time.Time      `json:"edited_timestamp"`
	TTS             bool            `json:"tts"`
	MentionEveryone bool            `json:"mention_everyone"`
	Mentions        []User          `json:"mentions"`
	MentionRoles    []string        `json:"mention_roles"`
	Attachments     []Attachment    `json:"attachments"`
	Embeds          []Embed         `json:"embeds"`
	Components      []Component     `json:"components"`
	Pinned          bool            `json:"pinned"`
	Flags           int             `json:"flags"`
	Nonce           string          `json:"nonce,omitempty"`
	WebhookID       string          `json:"webhook_id,omitempty"`
	ApplicationID   string          `json:"application_id,omitempty"`
	Interaction     *InteractionRef `json:"interaction_metadata,omitempty"`
	Thread          *Channel        `json:"thread,omitempty"`

	OnlyFor string   `json:"-"` // the user who sees an ephemeral message, "" if all do
	Pinged  []string `json:"-"` // the users that this version notified
	Version int      `json:"-"` // counts the edits
	Deleted bool     `json:"-"` // only the history still has the message
}

type InteractionRef struct {
	ID                           string            `json:"id"`
	Type                         int               `json:"type"`
	User                         User              `json:"user"`
	Name                         string            `json:"name,omitempty"`
	AuthorizingIntegrationOwners map[string]string `json:"authorizing_integration_owners"`
	InteractedMessageID          string            `json:"interacted_message_id,omitempty"`
	// Triggering is what opened the form that was sent.
	Triggering *InteractionRef `json:"triggering_interaction_metadata,omitempty"`
}

// Sent returns the message without its guild and the attachments that components show.
// https://discord.com/developers/docs/resources/message#message-object-message-structure
func (m *Message) Sent() *Message {
	sent := *m
	shown := map[string]bool{}
	sent.GuildID = ""
	m.EachMedia(func(_ string, media *Media) { shown[media.AttachmentID] = true })
	sent.Attachments = []Attachment{}
	for _, a := range m.Attachments {
		if !shown[a.ID] {
			sent.Attachments = append(sent.Attachments, a)
		}
	}
	return &sent
}

func (m *Message) Ephemeral() bool { return m.Flags&FlagEphemeral != 0 }

// Loading reports whether the message shows that the bot is thinking.
func (m *Message) Loading() bool { return m.Flags&FlagLoading != 0 }

// V2 reports whether the message consists of components only.
func (m *Message) V2() bool { return m.Flags&FlagComponentsV2 != 0 }

// SeenBy reports whether a person who sees the channel sees the message.
func (m *Message) SeenBy(userID string) bool { return m.OnlyFor == "" || m.OnlyFor == userID }

// Text returns all texts of the message, line by line.
func (m *Message) Text() string {
	lines := append([]string{m.Content}, m.displays()...)
	for _, e := range m.Embeds {
		lines = append(lines, e.Title, e.Description)
		for _, f := range e.Fields {
			lines = append(lines, f.Name, f.Value)
		}
		if e.Footer != nil {
			lines = append(lines, e.Footer.Text)
		}
	}
	return strings.Join(slices.DeleteFunc(lines, func(line string) bool { return line == "" }), "\n")
}

func (m *Message) displays() (texts []string) {
	WalkComponents(m.Components, "", func(_ string, c *Component) {
		if c.Type == ComponentText {
			texts = append(texts, c.Content)
		}
	})
	return texts
}

// MentionText returns the text in which mentions count.
func (m *Message) MentionText() string {
	if m.V2() {
		return strings.Join(m.displays(), "\n")
	}
	return m.Content
}

// Controls returns the menus and all buttons except links.
func (m *Message) Controls() (found []Component) {
	WalkComponents(m.Components, "", func(_ string, c *Component) {
		if c.Interactive() {
			found = append(found, *c)
		}
	})
	return found
}

// Pictures returns the attachments and the pictures in components, with their alt text.
func (m *Message) Pictures() []Picture {
	var pictures []Picture
	for _, a := range m.Attachments {
		pictures = append(pictures, Picture{URL: a.URL, Alt: a.Description})
	}
	WalkComponents(m.Components, "", func(_ string, c *Component) {
		for _, item := range c.Items {
			p := Picture{URL: item.Media.URL}
			if item.Description != nil {
				p.Alt = *item.Description
			}
			// An attachment that a gallery shows is not shown a second time.
			if i := slices.IndexFunc(pictures, func(other Picture) bool { return other.URL == p.URL }); i >= 0 {
				pictures[i].Alt = p.Alt
			} else {
				pictures = append(pictures, p)
			}
		}
	})
	return pictures
}

type Picture struct {
	URL string
	Alt string
}

// EachMedia visits every picture of the components.
func (m *Message) EachMedia(visit func(path string, media *Media)) {
	WalkComponents(m.Components, "", func(path string, c *Component) {
		for i := range c.Items {
			visit(fmt.Sprintf("%sitems.%d.media.url", path, i), &c.Items[i].Media)
		}
	})
}

// Embed is a framed text in a message. Pictures and links do not exist on this Discord.
// https://discord.com/developers/docs/resources/message#embed-object
type Embed struct {
	Title       string       `json:"title,omitempty" limit:"-256 solid"`
	Type        string       `json:"type"`
	Description string       `json:"description,omitempty" limit:"-4096 solid"`
	Color       int          `json:"color,omitempty"`
	Footer      *EmbedFooter `json:"footer,omitempty"`
	Fields      []EmbedField `json:"fields,omitempty" limit:"-25"`
}

type EmbedFooter struct {
	Text string `json:"text,omitempty" limit:"-2048 solid"`
}

type EmbedField struct {
	Name   string `json:"name,omitempty" limit:"need -256 solid"`
	Value  string `json:"value,omitempty" limit:"need -1024 solid"`
	Inline bool   `json:"inline"`
}

func (e *Embed) Check(t *Problems, path string) {
	if e.Title == "" && e.Description == "" && len(e.Fields) == 0 && e.Footer == nil { // a color alone is nothing
		t.Required(path+"description", "")
	}
	t.AddIf(e.Color < 0 || e.Color > 0xFFFFFF,
		path+"color", "NUMBER_TYPE_MAX", "int value should be less than or equal to 16777215.")
}

// EmbedSize counts the characters of all embeds of a message.
func EmbedSize(embeds []Embed) (sum int) {
	for _, e := range embeds {
		sum += utf8.RuneCountInString(e.Title) + utf8.RuneCountInString(e.Description)
		if e.Footer != nil {
			sum += utf8.RuneCountInString(e.Footer.Text)
		}
		for _, f := range e.Fields {
			sum += utf8.RuneCountInString(f.Name) + utf8.RuneCountInString(f.Value)
		}
	}
	return sum
}

// AttachmentScheme starts the URL that names an uploaded file inside a body.
// https://discord.com/developers/docs/reference#editing-message-attachments
const AttachmentScheme = "attachment://"

// Attachment is a file of a message. Description is its alt text.
type Attachment struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
	ContentType string `json:"content_type,omitempty"`
	Size        int    `json:"size"`
	URL         string `json:"url"`
	ProxyURL    string `json:"proxy_url"`
	Width       int    `json:"width,omitempty"`
	Height      int    `json:"height,omitempty"`
	Ephemeral   bool   `json:"ephemeral,omitempty"`
}

// Upload is a file of a multipart body. Key is the n of "files[n]".
type Upload struct {
	Key, Filename, Description, ContentType string
	Data                                    []byte
}

// CleanFilename turns everything but letters, digits, dot, dash and underscore into an underscore,
// as Discord does.
func CleanFilename(name string) string {
	name = path.Base(name)
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '.', r == '-', r == '_':
			return r
		}
		return '_'
	}, name)
}
