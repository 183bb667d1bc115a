package interaction

import (
	"github.com/bwmarrin/discordgo"

	"amytis/bot/control"
	"amytis/bot/text"
)

// Offer are the choices of an autocomplete that match what was typed.
type Offer struct {
	Typed   string
	Choices []*discordgo.ApplicationCommandOptionChoice
}

// Full reports whether the offer holds as many choices as Discord takes.
func (o *Offer) Full() bool { return len(o.Choices) == control.MaxChoices }

// Add adds a choice if its name or its value matches what was typed and there is room.
func (o *Offer) Add(name, value string) {
	if !o.Full() && (text.Match(name, o.Typed) != text.NoMatch || text.Match(value, o.Typed) != text.NoMatch) {
		o.Choices = append(o.Choices, control.Choice(name, value))
	}
}
