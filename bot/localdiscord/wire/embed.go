package wire

import "unicode/utf8"

const EmbedRich = "rich"

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
