package wire

import (
	"path"
	"strings"
)

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

type Upload struct {
	Filename, Description string
	ContentType           string
	Data                  []byte
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
