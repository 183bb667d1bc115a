package wire

const EmbedRich = "rich"

// Embed is a framed text in a message. Pictures and links do not exist on this Discord.
// https://discord.com/developers/docs/resources/message#embed-object
type Embed struct {
	Title       string       `json:"title,omitempty"`
	Type        string       `json:"type"`
	Description string       `json:"description,omitempty"`
	Color       int          `json:"color,omitempty"`
	Footer      *EmbedFooter `json:"footer,omitempty"`
	Fields      []EmbedField `json:"fields,omitempty"`
}

type EmbedFooter struct {
	Text string `json:"text,omitempty"`
}

type EmbedField struct {
	Name   string `json:"name,omitempty"`
	Value  string `json:"value,omitempty"`
	Inline bool   `json:"inline"`
}
