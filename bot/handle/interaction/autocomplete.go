package interaction

import (
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/interactions"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
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

// OfferSeats offers the players for whom fits is true. The values are numbers with the mark of
// computers, which no name has.
func (o *Offer) OfferSeats(w *text.Words, t *table.Table, fits func(*table.Table, engine.Seat) bool) {
	for _, p := range t.Players {
		if fits(t, p.Seat) {
			o.Add(sentences.PlainName(w, p), text.Marked(p.Seat.String()))
		}
	}
}

// SeatNamed returns the seat that OfferSeats has offered, or else of the player with a name, a
// person before a computer, or else with a number. The error is the refusal RefusedNoSuchSeat, or
// one that tells players of one name apart.
func SeatNamed(w *text.Words, t *table.Table, asked string) (engine.Seat, error) {
	var named, others []engine.Seat
	for _, p := range t.Players {
		switch same := strings.EqualFold(p.Name, asked); {
		case strings.EqualFold(sentences.PlainName(w, p), asked), text.Marked(p.Seat.String()) == asked:
			return p.Seat, nil
		case same && !p.IsComputer():
			named = append(named, p.Seat)
		case same, p.Seat.String() == asked:
			others = append(others, p.Seat)
		}
	}
	switch all := append(named, others...); {
	case len(named) > 1:
		return 0, engine.Refuse("namesakes", "", "name", text.Quoted(asked), "players", engine.Seats(named...).Ref())
	case len(all) > 0:
		return all[0], nil
	}
	return 0, engine.Refuse(RefusedNoSuchSeat, "", "player", text.Quoted(asked))
}
