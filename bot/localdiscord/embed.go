package localdiscord

import (
	"fmt"
	"unicode/utf8"
)

// Embed is an embed object. https://discord.com/developers/docs/resources/message#embed-object
type Embed struct {
	Title       string         `json:"title,omitempty"`
	Type        string         `json:"type,omitempty"`
	Description string         `json:"description,omitempty"`
	URL         string         `json:"url,omitempty"`
	Timestamp   string         `json:"timestamp,omitempty"`
	Color       int            `json:"color,omitempty"`
	Footer      *EmbedFooter   `json:"footer,omitempty"`
	Image       *EmbedMedia    `json:"image,omitempty"`
	Thumbnail   *EmbedMedia    `json:"thumbnail,omitempty"`
	Video       *EmbedMedia    `json:"video,omitempty"`
	Provider    *EmbedProvider `json:"provider,omitempty"`
	Author      *EmbedAuthor   `json:"author,omitempty"`
	Fields      []EmbedField   `json:"fields,omitempty"`
}

// EmbedFooter is the last line of an embed.
type EmbedFooter struct {
	Text         string `json:"text,omitempty"`
	IconURL      string `json:"icon_url,omitempty"`
	ProxyIconURL string `json:"proxy_icon_url,omitempty"`
}

// EmbedMedia is an image, thumbnail or video.
type EmbedMedia struct {
	URL      string `json:"url,omitempty"`
	ProxyURL string `json:"proxy_url,omitempty"`
	Width    int    `json:"width,omitempty"`
	Height   int    `json:"height,omitempty"`
}

// EmbedProvider says where an embed comes from.
type EmbedProvider struct {
	Name string `json:"name,omitempty"`
	URL  string `json:"url,omitempty"`
}

// EmbedAuthor is the line above the title.
type EmbedAuthor struct {
	Name         string `json:"name,omitempty"`
	URL          string `json:"url,omitempty"`
	IconURL      string `json:"icon_url,omitempty"`
	ProxyIconURL string `json:"proxy_icon_url,omitempty"`
}

// EmbedField is a name and a value.
type EmbedField struct {
	Name   string `json:"name,omitempty"`
	Value  string `json:"value,omitempty"`
	Inline bool   `json:"inline,omitempty"`
}

// Limits of embeds. https://discord.com/developers/docs/resources/message#embed-object-embed-limits
const (
	maxEmbeds           = 10
	maxEmbedTitle       = 256
	maxEmbedDescription = 4096
	maxEmbedFields      = 25
	maxFieldName        = 256
	maxFieldValue       = 1024
	maxEmbedFooter      = 2048
	maxEmbedAuthor      = 256
	maxEmbedSum         = 6000
)

func checkEmbeds(t *errorTree, embeds []Embed) {
	if len(embeds) > maxEmbeds {
		t.add("embeds", "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", maxEmbeds)
	}
	sum := 0
	text := func(path, s string, limit int) {
		sum += utf8.RuneCountInString(s)
		checkMax(t, path, s, limit)
	}
	for i, e := range embeds {
		at := fmt.Sprintf("embeds.%d.", i)
		text(at+"title", e.Title, maxEmbedTitle)
		text(at+"description", e.Description, maxEmbedDescription)
		if e.Footer != nil {
			text(at+"footer.text", e.Footer.Text, maxEmbedFooter)
		}
		if e.Author != nil {
			text(at+"author.name", e.Author.Name, maxEmbedAuthor)
		}
		if len(e.Fields) > maxEmbedFields {
			t.add(at+"fields", "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", maxEmbedFields)
		}
		for j, f := range e.Fields {
			field := fmt.Sprintf("%sfields.%d.", at, j)
			checkRequired(t, field+"name", f.Name)
			checkRequired(t, field+"value", f.Value)
			text(field+"name", f.Name, maxFieldName)
			text(field+"value", f.Value, maxFieldValue)
		}
		if e.Color < 0 || e.Color > 0xFFFFFF {
			t.add(at+"color", "NUMBER_TYPE_MAX", "int value should be less than or equal to 16777215.")
		}
	}
	if sum > maxEmbedSum {
		t.add("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of %d", maxEmbedSum)
	}
}

// checkMax refuses text of more than limit characters.
func checkMax(t *errorTree, path, s string, limit int) {
	// Bytes are never fewer than characters: most texts need no counting.
	if len(s) > limit && utf8.RuneCountInString(s) > limit {
		t.add(path, "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", limit)
	}
}

func checkRequired(t *errorTree, path, s string) {
	if s == "" {
		t.add(path, "BASE_TYPE_REQUIRED", "This field is required")
	}
}

// checkLength refuses text outside of low to high characters.
func checkLength(t *errorTree, path, s string, low, high int) {
	if n := utf8.RuneCountInString(s); n < low || n > high {
		t.add(path, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", low, high)
	}
}
