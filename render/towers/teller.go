package towers

import (
	"strconv"
	"strings"

	game "amytis/engine/towers"
	"amytis/render"
)

type teller struct {
	render.Teller
	view *game.View
	// nobleWords caches the names of nobles, which repeat often.
	nobleWords map[game.NobleView]string
}

func newTeller(v *game.View, r render.Request, w render.Words) teller {
	return teller{render.NewTeller(game.ID, r, w), v, map[game.NobleView]string{}}
}

func (t teller) ghost(g ghost) string {
	key, builders := "ghost", ""
	for _, z := range shownZones(t.view, 0) {
		if t.view.Quick && g.isIn(z) {
			key, builders = "ghost_zone", t.NamesOf(z.Seats[:])
		}
	}
	verdict := t.Verdict(g.fits, "fits", "does_not_fit")
	if p := g.partner(); p.isShown() {
		return t.Say("ghost_swap", "Pieces", t.piece(g)+", "+t.piece(p), "Verdict", verdict)
	}
	return t.Say(key, "Piece", t.piece(g), "Level", int(g.At.Level), "Zone", int(g.At.Zone),
		"Names", builders, "Verdict", verdict)
}

// piece names a ghost and its cells, and a tower's facing, because a ghost can be turned.
func (t teller) piece(g ghost) string {
	switch {
	case g.IsBridge():
		return t.Say("bridges_at", "Count", 1, "At", bridgeName(g.Bridge()))
	case g.Facing != 0:
		return t.Say("towers_at", "Count", 1, "At", t.Say("facing."+g.Facing.String(), "At", cellName(g.At)))
	}
	return t.Say(g.Noble.Size.String()+"_on", "Count", 1, "At", cellName(g.At),
		"Colours", t.Say("colour."+g.Noble.Colour.String()))
}

func (t teller) zone(z *game.ZoneView) string {
	var seats []string
	for _, seat := range z.Seats {
		if seat == 0 {
			continue
		}
		p := &t.view.Players[seat-1]
		for i, zone := range p.Zones {
			if zone == z.Number {
				seats = append(seats, t.Say("zone_points", "Name", t.Name(seat), "Points", p.Points[i]))
			}
		}
	}
	return t.Say("zone", "Zone", z.Number, "Things", strings.Join(seats, ", "))
}

func (t teller) tower(tower *game.TowerView) string {
	if !t.view.Expert {
		return cellName(tower.At)
	}
	return t.Say("facing."+tower.Facing.String(), "At", cellName(tower.At))
}

func (t teller) mark(thing string, isNew bool) string {
	if isNew {
		return t.Say("new", "Thing", thing)
	}
	return thing
}

// cellName names a cell without its zone and level, which the text gives before.
func cellName(c game.Cell) string { return columnName(int(c.Col)) + strconv.Itoa(int(c.Row)+1) }

// bridgeName names the cells of a bridge, such as "k7–m7".
func bridgeName(b game.Bridge) string {
	cells := b.Cells()
	return cellName(cells[0]) + "–" + cellName(cells[2])
}

func nobleCounts(z *game.ZoneView) (counts [game.MaxLevel + 1][game.MaxSeats]int) {
	for i := range z.Towers {
		for _, n := range z.Towers[i].Nobles {
			counts[z.Towers[i].At.Level][n.Colour-1]++
		}
	}
	return counts
}
