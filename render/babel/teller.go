package babel

import (
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

// stage says what the game waits for, or who won and why.
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
	parts := []string{t.stage()}
	if v.Final && v.Stage != game.Over {
		parts = append(parts, t.Say("final"))
	}
	if v.Migrated && v.Stage == game.Acting {
		parts = append(parts, t.Say("migrated"))
	}
	return parts
}

// expected says for signs of the heads what is told of them only in full: what wins before the
// final phase, and that a migration is still possible.
func (t teller) expected() (parts []string) {
	v := t.view
	if !v.Final && v.Stage != game.Over {
		parts = append(parts, t.Say("goal"))
	}
	if !v.Migrated && v.Stage == game.Acting {
		parts = append(parts, t.Say("may_migrate"))
	}
	return parts
}

// summary describes a player in one sentence, without the sites.
func (t teller) summary(p *game.PlayerView) string {
	var things []string
	if p.Resigned {
		things = append(things, t.Say("resigned"))
	}
	things = append(things, t.Say("points", "Points", p.Total), t.Say("in_hand", "Count", p.Hand))
	if p.Owed > 0 {
		things = append(things, t.Say("owed", "Count", p.Owed))
	}
	things = append(things, t.pawn(p), t.yard(p))
	return t.Say("summary", "Name", t.Name(p.Seat), "Things", strings.Join(things, ", "))
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
	return t.Say("column", "Count", len(s.Column), "Cards", strings.Join(runs, ", "))
}

// run describes neighbouring cards of one people, such as "3 Assyrians (trio)", or "3A" in brief.
func (t teller) run(s *game.SiteView, from, to int, detail render.Detail) string {
	p := s.Column[from]
	text := strconv.Itoa(to-from) + p.String()
	if detail == render.Full {
		text = t.cards(p, to-from)
	}
	for _, run := range s.Trios {
		if run.From == from {
			return t.Say("trio", "Cards", text)
		}
	}
	return text
}

func (t teller) cards(p game.People, n int) string { return t.Say("cards_of."+p.String(), "Count", n) }

func (t teller) piles() string {
	return t.Say("piles", "People", t.view.People, "Quarry", t.view.Quarry)
}

func (t teller) discards(detail render.Detail) string {
	var cards []string
	for i, n := range t.view.Discards {
		switch p := game.People(i + 1); {
		case n == 0:
		case detail == render.Full:
			cards = append(cards, t.cards(p, n))
		default:
			cards = append(cards, strconv.Itoa(n)+p.String())
		}
	}
	if len(cards) == 0 {
		return t.Say("no_discards")
	}
	return t.Say("discards", "Cards", strings.Join(cards, ", "))
}

func (t teller) countCards(counts [game.NumPeoples]int) []string {
	var cards []string
	for i, n := range counts {
		if n > 0 {
			cards = append(cards, t.cards(game.People(i+1), n))
		}
	}
	return cards
}

func (t teller) hand() string {
	p := &t.view.Players[t.view.Seat-1]
	parts := []string{t.Say("view.hand", "Name", t.Name(p.Seat))}
	cards := t.countCards(handCounts(t.view.Hand))
	if len(cards) == 0 {
		return strings.Join(append(parts, t.Say("hand_empty")), " ")
	}
	parts = append(parts, t.Say("hand_cards", "Count", len(t.view.Hand), "Cards", strings.Join(cards, ", ")))
	if p.Owed > 0 {
		parts = append(parts, t.Say("hand_owed", "Count", p.Owed))
	}
	return strings.Join(parts, " ")
}
