package babel

import (
	"strings"

	game "amytis/engine/babel"
	"amytis/render"
)

// ghost describes a move that is not made yet, in at most one text. It leaves out what no picture
// shows: a move at the pawn's site while the pawn is in the quarry, and cards of another hand.
func (t teller) ghost(g ghost) []string {
	if g.Action == game.DiscardCards && g.Seat != t.view.Seat {
		return nil
	}
	args := []any{"Opponent", t.Name(3 - g.Seat)}
	if g.Power != game.NoPeople {
		args = append(args, "Power", t.people(g.Power))
	}
	if g.People != game.NoPeople {
		args = append(args, "People", t.people(g.People))
	}
	at := g.site()
	if at != game.NoPeople {
		args = append(args, "Site", t.people(at))
	}
	switch g.Action {
	case game.DrawCards, game.EndTurn, game.Travel, game.Halve:
	case game.DiscardCards:
		args = append(args, "Cards", strings.Join(t.countCards(g.Cards), ", "))
	default:
		if at == game.NoPeople {
			return nil
		}
		args = append(args, t.planArgs(g)...)
	}
	move := t.Say("plan."+g.Action.String(), args...)
	return []string{t.Say("ghost", "Move", move, "Legal", bool(g.fits))}
}

// planArgs returns the cards, the temple value and the yard's owner of a planned move at a site.
func (t teller) planArgs(g ghost) []any {
	theirs := &g.opponent.Sites[g.site()-1]
	cards := g.addedCards(g.Seat, g.site())
	var runs []string
	for from, to := range render.Runs(cards) {
		runs = append(runs, t.cards(cards[from], to-from))
	}
	value := g.addedStep()
	owner := g.Seat
	if g.Action == game.Demolish {
		value = templeValue(theirs.Temple)
	}
	if g.Yard == game.Opp {
		owner = 3 - g.Seat
	}
	return []any{"Cards", strings.Join(runs, ", "), "Value", int(value), "Owner", t.Name(owner)}
}
