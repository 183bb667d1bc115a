package babel

import (
	"strconv"
	"strings"

	game "amytis/engine/babel"
	"amytis/render"
)

// position describes what the players share, in several lines.
func (t teller) position() string {
	v := t.view
	lines := t.status()
	if v.Migrated && v.Stage != game.Acting {
		lines = append(lines, t.Say("migrated"))
	}
	if v.Stage == game.Over {
		if v.Final {
			lines = append(lines, t.Say("final"))
		}
		lines = append(lines, t.Say("board.last_turn", "Name", t.Name(v.Active)))
	}
	if v.Turn != 0 {
		lines = append(lines, t.Say("board.to_play", "Names", t.NamesOf(v.Turn.Slice())))
	}
	lines = append(lines, t.piles(), t.discards(render.Full),
		t.Say("board.options", "Things", t.Option(game.ID, "demolished", v.Demolished)))
	return strings.Join(lines, "\n") + "\n"
}

// side describes a player in render.Full, one site per line.
func (t teller) side(p *game.PlayerView) string {
	var b strings.Builder
	b.WriteString(t.summary(p) + "\n")
	if len(p.Yard) > 0 {
		b.WriteString(t.Say("board.yard", "Name", t.Name(p.Seat), "Cards", values(p.Yard)) + "\n")
	}
	for i := range p.Sites {
		s := &p.Sites[i]
		temple := t.Say("no_temple")
		if len(s.Temple) > 0 {
			temple = t.Say("temple_cards", "Value", int(templeValue(s.Temple)), "Cards", values(s.Temple))
		}
		b.WriteString(t.Say("board.site", "Name", t.Name(p.Seat), "Site", t.people(game.People(i+1)),
			"Temple", temple, "Column", t.column(s, render.Full)) + "\n")
	}
	return b.String()
}

// values lists temple cards from the bottom of the pile to the top.
func values(cards []game.Step) string {
	texts := make([]string, len(cards))
	for i, s := range cards {
		texts[i] = strconv.Itoa(int(s))
	}
	return strings.Join(texts, ", ")
}
