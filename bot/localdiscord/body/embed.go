package body

import (
	"fmt"
	"unicode/utf8"

	"amytis/bot/localdiscord/wire"
)

// Limits of embeds. https://discord.com/developers/docs/resources/message#embed-object-embed-limits
const (
	maxEmbeds           = 10
	maxEmbedTitle       = 256
	maxEmbedDescription = 4096
	maxEmbedFields      = 25
	maxFieldName        = 256
	maxFieldValue       = 1024
	maxEmbedFooter      = 2048
	maxEmbedSum         = 6000
)

// Embeds checks the embeds of a message, each and all together.
func Embeds(t *wire.Problems, embeds []wire.Embed) {
	if len(embeds) > maxEmbeds {
		t.Add("embeds", "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", maxEmbeds)
	}
	sum := 0
	text := func(path, s string, limit int) {
		sum += utf8.RuneCountInString(s)
		t.Max(path, s, limit)
		t.NotBlank(path, s)
	}
	for i, e := range embeds {
		at := fmt.Sprintf("embeds.%d.", i)
		if e.Title == "" && e.Description == "" && len(e.Fields) == 0 && e.Footer == nil { // a color alone is nothing
			t.Required(at+"description", "")
		}
		text(at+"title", e.Title, maxEmbedTitle)
		text(at+"description", e.Description, maxEmbedDescription)
		if e.Footer != nil {
			text(at+"footer.text", e.Footer.Text, maxEmbedFooter)
		}
		if len(e.Fields) > maxEmbedFields {
			t.Add(at+"fields", "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", maxEmbedFields)
		}
		for j, f := range e.Fields {
			field := fmt.Sprintf("%sfields.%d.", at, j)
			t.Required(field+"name", f.Name)
			t.Required(field+"value", f.Value)
			text(field+"name", f.Name, maxFieldName)
			text(field+"value", f.Value, maxFieldValue)
		}
		if e.Color < 0 || e.Color > 0xFFFFFF {
			t.Add(at+"color", "NUMBER_TYPE_MAX", "int value should be less than or equal to 16777215.")
		}
	}
	if sum > maxEmbedSum {
		t.Add("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of %d", maxEmbedSum)
	}
}
