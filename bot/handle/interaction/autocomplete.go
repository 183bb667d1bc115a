package interaction

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/interactions"
	"amytis/bot/text"
)

// Offer collects the choices of an autocomplete that match the typed text.
type Offer struct {
	Typed   string
	Choices []*discordgo.ApplicationCommandOptionChoice
}

// Full reports whether the offer has as many choices as Discord allows.
func (o *Offer) Full() bool { return len(o.Choices) == control.MaxChoices }

// Add adds a choice if there is room and its name or value matches the typed text.
func (o *Offer) Add(name, value string) {
	if !o.Full() && (text.Match(name, o.Typed) != text.NoMatch || text.Match(value, o.Typed) != text.NoMatch) {
		o.Choices = append(o.Choices, control.Choice(name, value))
	}
}

// Offering returns the handler of an autocomplete that offers what fill adds.
func Offering(fill func(ctx context.Context, r *Request, o *Offer)) Handler {
	return func(ctx context.Context, r *Request) error {
		offer := Offer{Typed: r.Options[r.Focused]}
		fill(ctx, r, &offer)
		r.Answer.Respond(ctx, interactions.Choices(offer.Choices...))
		return nil
	}
}
