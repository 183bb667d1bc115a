package babel

import (
	"slices"
	"strconv"
	"strings"

	game "amytis/engine/babel"
	"amytis/render"
)

type teller struct {
	render.Teller
	view *game.View
}

func newTeller(v *game.View, r render.Request, w render.Words) teller {
	return teller{render.NewTeller(game.ID, r, w), v}
}

func (t teller) people(p game.People) string { return t.Say("people." + p.String()) }

func (t teller) stage() string {
	v := t.view
	name := t.Name(v.Active)
	switch v.Stage {
	case game.Drawing:
		return t.Say("drawing", "Name", name)
	case game.Shuffling:
		return t.Say("shuffling", "Name", name)
	case game.Over:
		return t.Say("over", "Names", t.NamesOf(v.Winners), "Reason", t.Say("reason."+v.Reason.String()))
	}
	return t.Say("acting", "Name", name)
}

func (t teller) status() []string {
	v := t.view
	return slices.Concat([]string{t.stage()}, t.When(v.Final && v.Stage != game.Over, "final"),
		t.When(v.Migrated && v.Stage == game.Acting, "migrated"))
}

// expected says what wins before the final phase, and whether one may still migrate.
func (t teller) expected() []string {
	v := t.view
	return append(t.When(!v.Final && v.Stage != game.Over, "goal"),
		t.When(!v.Migrated && v.Stage == game.Acting, "may_migrate")...)
}

// summary describes a player in one sentence, without the sites.
func (t teller) summary(p *game.PlayerView) string {
	things := slices.Concat(t.When(p.Resigned, "resigned"),
		[]string{t.Say("points", "Points", p.Total), t.Say("in_hand", "Count", p.Hand)},
		t.When(p.Owed > 0, "owed", "Count", p.Owed), []string{t.pawn(p), t.yard(p)})
	return t.Say("summary", "Name", t.Name(p.Seat), "Things", things)
}

func (t teller) pawn(p *game.PlayerView) string {
	if p.Pawn == game.NoPeople {
		return t.Say("pawn_in_quarry")
	}
	return t.Say("pawn", "Site", t.people(p.Pawn))
}

func (t teller) yard(p *game.PlayerView) string {
	n := len(p.Yard)
	switch {
	case n == 0:
		return t.Say("yard_empty")
	case p.StartUnbuilt:
		return t.Say("yard_start", "Count", n)
	}
	return t.Say("yard", "Count", n, "Value", int(p.Yard[n-1]))
}

func (t teller) temple(s *game.SiteView) string {
	if len(s.Temple) == 0 {
		return t.Say("no_temple")
	}
	return t.Say("temple", "Value", int(templeValue(s.Temple)))
}

func (t teller) column(s *game.SiteView, detail render.Detail) string {
	if len(s.Column) == 0 {
		return t.Say("no_column")
	}
	var runs []string
	for from, to := range render.Runs(s.Column) {
		runs = append(runs, t.run(s, from, to, detail))
	}
	return t.Say("column", "Count", len(s.Column), "Cards", runs)
}

// run describes neighbouring cards of one people, such as "3 Assyrians (trio)".
func (t teller) run(s *game.SiteView, from, to int, detail render.Detail) string {
	text := t.cards(s.Column[from], to-from, detail)
	if slices.ContainsFunc(s.Trios, func(trio game.Run) bool { return trio.From == from }) {
		return t.Say("trio", "Cards", text)
	}
	return text
}

// cards names n cards of a people, in brief such as "3A".
func (t teller) cards(p game.People, n int, detail render.Detail) string {
	if detail == render.Brief {
		return strconv.Itoa(n) + p.String()
	}
	return t.Say("cards_of."+p.String(), "Count", n)
}

func (t teller) piles() string {
	return t.Say("piles", "People", t.view.People, "Quarry", t.view.Quarry)
}

func (t teller) discards(detail render.Detail) string {
	cards := t.countCards(t.view.Discards, detail)
	if len(cards) == 0 {
		return t.Say("no_discards")
	}
	return t.Say("discards", "Cards", cards)
}

func (t teller) countCards(counts [game.NumPeoples]int, detail render.Detail) (cards []string) {
	for i, n := range counts {
		if n > 0 {
			cards = append(cards, t.cards(game.People(i+1), n, detail))
		}
	}
	return cards
}

func (t teller) hand() string {
	p := &t.view.Players[t.view.Seat-1]
	parts := []string{t.Say("view.hand", "Name", t.Name(p.Seat))}
	cards := t.countCards(handCounts(t.view.Hand), render.Full)
	if len(cards) == 0 {
		return strings.Join(append(parts, t.Say("hand_empty")), " ")
	}
	parts = append(parts, t.Say("hand_cards", "Count", len(t.view.Hand), "Cards", cards))
	return strings.Join(append(parts, t.When(p.Owed > 0, "hand_owed", "Count", p.Owed)...), " ")
}
