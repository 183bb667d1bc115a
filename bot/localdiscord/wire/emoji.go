package wire

// ApplicationEmoji is an emoji that the bot's application owns.
// https://discord.com/developers/docs/resources/emoji#emoji-object
type ApplicationEmoji struct {
	ID            string   `json:"id"`
	Name          string   `json:"name"`
	Roles         []string `json:"roles"`
	User          User     `json:"user"`
	RequireColons bool     `json:"require_colons"`
	Managed       bool     `json:"managed"`
	Animated      bool     `json:"animated"`
	Available     bool     `json:"available"`
}
