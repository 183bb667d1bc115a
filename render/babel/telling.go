package babel

import (
	"strconv"
	"strings"

	game "amytis/engine/babel"
)

// position describes what the players share, in several lines.
func (t teller) position() string {
	lines := append(t.status(), t.piles(), t.discards(full))
	return strings.Join(lines, "\n") + "\n"
}

// side describes a player in full, one site per line.
func (t teller) side(p *game.PlayerView) string {
	var b strings.Builder
	b.WriteString(t.summary(p) + "\n")
	if len(p.Yard) > 0 {
		b.WriteString(t.Say("yard_cards", "Cards", values(p.Yard)) + "\n")
	}
	for i := range p.Sites {
		s := &p.Sites[i]
		temple := t.Say("no_temple")
		if len(s.Temple) > 0 {
			temple = t.Say("temple_cards", "Value", int(templeValue(s.Temple)), "Cards", values(s.Temple))
		}
		column := t.column(s, full)
		if n := len(s.Column); n > 0 {
			column = t.Say("column", "Count", n, "Cards", column)
		}
		b.WriteString("  " + t.Say("site", "Site", t.people(game.People(i+1)), "Temple", temple,
			"Column", column) + "\n")
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
