package towers

import (
	"strconv"
	"strings"

	game "amytis/engine/towers"
	"amytis/render"
)

// teller puts a view into words.
type teller struct {
	render.Teller
	view *game.View
}

func tellerOf(v *game.View, r render.Request, w render.Words) teller {
	return teller{render.Teller{Keys: "alt.towers.", Names: r.Names, Words: w}, v}
}

// detail is how much is told.
type detail uint8

const (
	// full names every tower, bridge and noble.
	full detail = iota
	// brief counts towers and bridges.
	brief
	// terse counts nobles too.
	terse
	// bare leaves out what is left to place, and levels without nobles.
	bare
	// least gives points and highest levels alone.
	least
)

// building tells what a picture of zones shows, level by level.
func (t teller) building(r render.Request, much detail) string {
	parts := []string{t.Say("view." + r.View)}
	if !t.view.Quick {
		parts = append(parts, t.stage()...)
	}
	for _, z := range zonesOf(t.view, r.Seat) {
		if t.view.Quick {
			parts = append(parts, t.zone(z))
		}
		parts = append(parts, t.levels(z, much)...)
	}
	return strings.Join(parts, " ")
}

// ghost tells of a piece about to be placed: where it lies, and whether it may.
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

// piece names a ghost and its cells; a tower's facing too, since it is turned.
func (t teller) piece(g ghost) string {
	switch {
	case g.IsBridge():
		return t.Say("bridges_at", "Count", 1, "At", span(g.Bridge()))
	case g.Facing != 0:
		return t.Say("towers_at", "Count", 1, "At", t.Say("facing."+g.Facing.String(), "At", square(g.At)))
	}
	return t.Say(g.Noble.Size.String()+"_on", "Count", 1, "At", square(g.At), "Colours", t.Say("colour."+g.Noble.Colour.String()))
}

// zone tells whose a zone is, and their points there.
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

// levels tells of a zone, the highest level first.
func (t teller) levels(z *game.ZoneView, much detail) []string {
	top := highest(z)
	if top == 0 {
		return []string{t.Say("empty")}
	}
	if much == least {
		return []string{t.Say("up_to", "Level", top)}
	}
	var told []string
	for level := top; level > 0; level-- {
		if things := t.level(z, level, much); len(things) > 0 {
			told = append(told, t.Say("level", "Level", level, "Things", t.Clauses(things)))
		}
	}
	return told
}

func (t teller) level(z *game.ZoneView, level int, much detail) []string {
	var towers, bridges, things []string
	for i := range z.Towers {
		if tower := &z.Towers[i]; int(tower.At.Level) == level {
			towers = append(towers, t.mark(t.tower(tower), tower.New))
		}
	}
	for i := range z.Bridges {
		if b := &z.Bridges[i]; int(b.From.Level) == level {
			bridges = append(bridges, t.mark(span(b.Bridge), b.New))
		}
	}
	switch {
	case much == full:
		if len(towers) > 0 {
			things = append(things, t.Say("towers_at", "Count", len(towers), "At", strings.Join(towers, ", ")))
		}
		if len(bridges) > 0 {
			things = append(things, t.Say("bridges_at", "Count", len(bridges), "At", strings.Join(bridges, ", ")))
		}
	case much < bare:
		things = append(things, t.counts("towers", len(towers), "bridges", len(bridges))...)
	}
	return append(things, t.nobles(z, level, much)...)
}

// tower names the cell of a tower, and in expert its facing.
func (t teller) tower(tower *game.TowerView) string {
	if !t.view.Expert {
		return square(tower.At)
	}
	return t.Say("facing."+tower.Facing.String(), "At", square(tower.At))
}

// mark marks what is new.
func (t teller) mark(thing string, isNew bool) string {
	if isNew {
		return t.Say("new", "Thing", thing)
	}
	return thing
}

// square is a cell without its zone and level, which are told before.
func square(c game.Cell) string { return columnName(int(c.Col)) + strconv.Itoa(int(c.Row)+1) }

// span names the cells of a bridge: "k7–m7".
func span(b game.Bridge) string {
	cells := b.Cells()
	return square(cells[0]) + "–" + square(cells[2])
}

// counts lists how many there are of things, without those there are none of.
// Keys and numbers take turns.
func (t teller) counts(pairs ...any) []string {
	var things []string
	for i := 0; i < len(pairs); i += 2 {
		if n := pairs[i+1].(int); n > 0 {
			things = append(things, t.Say(pairs[i].(string), "Count", n))
		}
	}
	return things
}

// nobles tells who stands on the towers of a level.
func (t teller) nobles(z *game.ZoneView, level int, much detail) []string {
	var things []string
	if much >= terse {
		counts := standing(z)
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
				things = append(things, t.Say(size.String()+"_on", "Count", len(colours), "At", square(tower.At), "Colours", strings.Join(colours, ", ")))
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
