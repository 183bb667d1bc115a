package babel

import (
	"slices"
	"strconv"
	"strings"

	"amytis/engine"
	game "amytis/engine/babel"
	"amytis/render"
)

// whole describes what the players share, then each side, first's before the other, and at the end
// the viewer's hand.
func (t teller) whole(first engine.Seat) []string {
	v := t.view
	over := v.Stage == game.Over
	lines := slices.Concat(t.status(),
		t.When(v.Migrated && v.Stage != game.Acting, "migrated"),
		t.When(v.Final && over, "final"),
		t.When(over, "board.last_turn", "Name", t.Name(v.Active)),
		t.When(v.Turn != 0, "board.to_play", "Names", t.NamesOf(v.Turn.Slice())),
		[]string{t.piles(), t.discards(render.Whole),
			t.Say("board.options", "Things", t.Option("demolished", v.Demolished))})
	for _, seat := range []engine.Seat{first, 3 - first} {
		lines = append(append(lines, ""), t.side(&v.Players[seat-1])...)
	}
	if v.Seat != 0 {
		lines = append(lines, "", t.hand())
	}
	return lines
}

// side describes a player, one site per line.
func (t teller) side(p *game.PlayerView) []string {
	name := t.Name(p.Seat)
	lines := append([]string{t.summary(p)}, t.When(len(p.Yard) > 0, "board.yard", "Name", name, "Cards", values(p.Yard))...)
	for i := range p.Sites {
		s := &p.Sites[i]
		temple := t.Say("no_temple")
		if len(s.Temple) > 0 {
			temple = t.Say("temple_cards", "Value", int(templeValue(s.Temple)), "Cards", values(s.Temple))
		}
		lines = append(lines, t.Say("board.site", "Name", name, "Site", t.people(game.People(i+1)),
			"Temple", temple, "Column", t.column(s, render.Whole)))
	}
	return lines
}

// values lists temple cards from the bottom of the pile to the top.
func values(cards []game.Step) string {
	texts := make([]string, len(cards))
	for i, s := range cards {
		texts[i] = strconv.Itoa(int(s))
	}
	return strings.Join(texts, ", ")
}
