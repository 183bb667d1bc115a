package towers

import (
	"strconv"
	"strings"

	game "amytis/engine/towers"
	"amytis/render"
)

// teller describes a view in words.
type teller struct {
	render.Teller
	view *game.View
}

func newTeller(v *game.View, r render.Request, w render.Words) teller {
	return teller{render.Teller{Keys: "alt.towers.", Names: r.Names, Words: w}, v}
}

// detailLevel is how much of a picture is described.
type detailLevel uint8

const (
	// full names every tower, bridge and noble.
	full detailLevel = iota
	// brief counts towers and bridges.
	brief
	// terse counts nobles as well.
	terse
	// bare leaves out the remaining pieces, and levels without nobles.
	bare
	// least gives only points and the highest level.
	least
)

// building describes the zones of a picture, level by level.
func (t teller) building(s scene, detail detailLevel) string {
	parts := []string{t.Say("view." + s.req.View)}
	if !t.view.Quick {
		parts = append(parts, t.stage()...)
	}
	for _, z := range s.zones {
		if t.view.Quick {
			parts = append(parts, t.zone(z))
		}
		parts = append(parts, t.levels(z, detail)...)
	}
	return strings.Join(parts, " ")
}

// ghost describes a piece about to be placed: where it lies, and whether it may lie there.
func (t teller) ghost(g ghost) string {
	key, verdict := "ghost", "does_not_fit"
	if t.view.Quick {
		key = "ghost_zone"
	}
	if g.fits {
		verdict = "fits"
	}
	if p := g.partner(); p.shown() {
		return t.Say("ghost_swap", "Pieces", t.piece(g)+", "+t.piece(p), "Verdict", t.Say(verdict))
	}
	return t.Say(key, "Piece", t.piece(g), "Level", int(g.At.Level), "Zone", int(g.At.Zone), "Verdict", t.Say(verdict))
}

// piece names a ghost and its cells. It adds a tower's facing, because a ghost can be turned.
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

// zone names the players of a zone and their points there.
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

// levels describes a zone, the highest level first.
func (t teller) levels(z *game.ZoneView, detail detailLevel) []string {
	top := highest(z)
	if top == 0 {
		return []string{t.Say("empty")}
	}
	if detail == least {
		return []string{t.Say("up_to", "Level", top)}
	}
	var told []string
	for level := top; level > 0; level-- {
		if things := t.level(z, level, detail); len(things) > 0 {
			told = append(told, t.Say("level", "Level", level, "Things", t.Clauses(things)))
		}
	}
	return told
}

func (t teller) level(z *game.ZoneView, level int, detail detailLevel) []string {
	var towers, bridges, things []string
	for i := range z.Towers {
		if tower := &z.Towers[i]; int(tower.At.Level) == level {
			towers = append(towers, t.mark(t.tower(tower), tower.New))
		}
	}
	for i := range z.Bridges {
		if b := &z.Bridges[i]; int(b.From.Level) == level {
			bridges = append(bridges, t.mark(bridgeName(b.Bridge), b.New))
		}
	}
	switch {
	case detail == full:
		if len(towers) > 0 {
			things = append(things, t.Say("towers_at", "Count", len(towers), "At", strings.Join(towers, ", ")))
		}
		if len(bridges) > 0 {
			things = append(things, t.Say("bridges_at", "Count", len(bridges), "At", strings.Join(bridges, ", ")))
		}
	case detail < bare:
		things = append(things, t.countTexts("towers", len(towers), "bridges", len(bridges))...)
	}
	return append(things, t.nobles(z, level, detail)...)
}

// tower names the cell of a tower and, with expert rules, its facing.
func (t teller) tower(tower *game.TowerView) string {
	if !t.view.Expert {
		return cellName(tower.At)
	}
	return t.Say("facing."+tower.Facing.String(), "At", cellName(tower.At))
}

// mark marks a new piece.
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

// countTexts describes numbers of things, leaving out zeros. pairs alternates keys and numbers.
func (t teller) countTexts(pairs ...any) []string {
	var things []string
	for i := 0; i < len(pairs); i += 2 {
		if n := pairs[i+1].(int); n > 0 {
			things = append(things, t.Say(pairs[i].(string), "Count", n))
		}
	}
	return things
}

// nobles describes the nobles on the towers of a level.
func (t teller) nobles(z *game.ZoneView, level int, detail detailLevel) []string {
	var things []string
	if detail >= terse {
		counts := nobleCounts(z)
		for i, n := range counts[level] {
			if n > 0 {
				things = append(things, t.Say("count."+game.Colour(i+1).String(), "Count", n))
			}
		}
		return things
	}
	for i := range z.Towers {
		tower := &z.Towers[i]
		if int(tower.At.Level) != level {
			continue
		}
		for _, size := range []game.Size{game.Large, game.Small} {
			if colours := t.colours(tower.Nobles, size); len(colours) > 0 {
				things = append(things, t.Say(size.String()+"_on", "Count", len(colours), "At", cellName(tower.At),
					"Colours", strings.Join(colours, ", ")))
			}
		}
	}
	return things
}

func (t teller) colours(nobles []game.NobleView, size game.Size) []string {
	var colours []string
	for _, n := range nobles {
		if n.Size == size {
			colours = append(colours, t.Say("colour."+n.Colour.String()))
		}
	}
	return colours
}

// nobleCounts counts nobles by level and colour.
func nobleCounts(z *game.ZoneView) (counts [game.MaxLevel + 1][game.MaxSeats]int) {
	for i := range z.Towers {
		for _, n := range z.Towers[i].Nobles {
			counts[z.Towers[i].At.Level][n.Colour-1]++
		}
	}
	return counts
}
