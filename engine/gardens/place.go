package gardens

import (
	"slices"
	"strconv"
	"strings"

	"amytis/engine"
)

// placement is a tile in a garden, or one that a player wants to place there.
type placement struct {
	tile       Tile
	at         Hole
	rot, level uint8
	open       Hole
}

func placementOf(m engine.Move) placement {
	return placement{Tile(m.Args[0]), Hole(m.Args[1]), uint8(m.Args[2] - 1), uint8(m.Args[3]), Hole(m.Args[4])}
}

// footing says which corners of a tile have a support of each kind: bit i is corner i.
type footing struct{ single, double, statue uint8 }

func (f footing) all() uint8 { return f.single | f.double | f.statue }

func (f footing) pillars() uint8 { return f.single | f.double }

// count4 is the number of bits of a four-bit set, missing4 the only bit not in a set of three.
var (
	count4   = [16]uint8{0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4}
	missing4 = [16]uint8{14: 0, 13: 1, 11: 2, 7: 3}
)

func (f footing) without(corner uint8) footing {
	keep := ^(uint8(1) << corner)
	return footing{f.single & keep, f.double & keep, f.statue & keep}
}

// footing returns the supports of a tile on a level above h at all four positions (B, rule 2).
func (g *garden) footing(at Hole, level uint8) footing {
	var f footing
	for corner, d := range corners {
		p := at + d - 1
		switch rise := level - g.h[p]; {
		case rise == 1 && g.statueSpots>>p&1 != 0:
			f.statue |= 1 << corner
		case g.top[p] != 0:
		case rise == 1:
			f.single |= 1 << corner
		case rise == 2:
			f.double |= 1 << corner
		}
	}
	return f
}

// exactlyOver reports whether a tile there would lie exactly over another (B, rule 5).
func (p *Position) exactlyOver(g *garden, at Hole, level uint8) bool {
	if g.at&bit(at) == 0 {
		return false
	}
	if !p.adjacent {
		return true
	}
	for i := range g.numTiles {
		if g.tiles[i].at == at && g.tiles[i].level == level-1 {
			return true
		}
	}
	return false
}

// cost returns the pillars for a footing: doubles at hand first, then two singles for each (G-2).
func (g *garden) cost(f footing) (singles, doubles uint8) {
	doubles = min(count4[f.double], g.doubles)
	return count4[f.single] + 2*(count4[f.double]-doubles), doubles
}

func (g *garden) affords(f footing) bool {
	singles, _ := g.cost(f)
	return g.singles >= singles
}

func (p *Position) place(seat engine.Seat, pl placement) error {
	g := p.garden(seat)
	if err := mayPlace(p, g, pl); err != nil {
		return err
	}
	f := g.footing(pl.at, pl.level)
	if pl.open != NoHole {
		f = f.without(uint8(cornerOf(pl.at, pl.open)))
	}
	singles, doubles := g.cost(f)
	g.singles -= singles
	g.doubles -= doubles
	if pl.tile == g.dug {
		g.dug = 0
	} else {
		g.notch = 0
	}
	for corner, d := range corners {
		at := pl.at + d
		if f.statue&(1<<corner) != 0 {
			g.coverStatue(at)
		}
		g.cover(at, spots[pl.tile][pl.rot][corner], pl.level)
		g.topTile[at-1] = g.numTiles + 1
		g.statueSpots &^= bit(at)
	}
	if pl.open != NoHole {
		g.occupy(pl.open, pl.level)
	}
	g.tiles[g.numTiles] = pl
	g.numTiles++
	g.fresh++
	g.at |= bit(pl.at)
	g.highest = max(g.highest, pl.level)
	g.rate()
	return nil
}

// coverStatue turns the statue at h into a support, so it no longer counts (G-7).
func (g *garden) coverStatue(h Hole) {
	for i := range g.decor[:g.numDecor] {
		d := &g.decor[i]
		if d.kind == Statue && d.a == h && d.level == g.h[h-1] {
			g.supporting |= 1 << i
		}
	}
	g.statues--
	g.rowStatues[h.Row()]--
	g.colStatues[h.Col()]--
}

// mayPlace returns why a tile cannot be placed, or nil: part B's rules in the order of gardens.md.
func mayPlace(p *Position, g *garden, pl placement) error {
	switch {
	case pl.tile != g.dug && pl.tile != g.notch:
		return engine.Refuse(refusedNotAtHand, "B tiles", "tile", pl.tile.words())
	case pl.at.Col() == size-1 || pl.at.Row() == size-1:
		return engine.Refuse(refusedOffBoard, "B tiles", "hole", pl.at.String())
	case pl.level > g.highest+1:
		return engine.Refuse(refusedLevelGap, "B 4", "level", number(pl.level), "highest", number(g.highest))
	}
	if err := g.blocked(pl); err != nil {
		return err
	}
	if p.exactlyOver(g, pl.at, pl.level) {
		return engine.Refuse(refusedSamePlace, "B 5", "hole", pl.at.String())
	}
	f := g.footing(pl.at, pl.level)
	if err := openCorner(g, pl, f); err != nil {
		return err
	}
	if pl.open != NoHole {
		f = f.without(uint8(cornerOf(pl.at, pl.open)))
	}
	if g.affords(f) {
		return nil
	}
	return engine.Refuse(refusedPillars, "B 2", "singles", number(count4[f.single]), "doubles", number(count4[f.double]),
		"have_singles", number(g.singles), "have_doubles", number(g.doubles))
}

// blocked refuses a placement under something: a higher tile (rule 1) or what sticks up (rule 6).
func (g *garden) blocked(pl placement) error {
	for _, d := range corners {
		at := pl.at + d
		h, top := g.h[at-1], g.top[at-1]
		switch {
		case h >= pl.level:
			return engine.Refuse(refusedUnder, "B 1",
				"hole", at.String(), "height", number(h), "level", number(pl.level))
		case top >= pl.level:
			return engine.Refuse(refusedSticksUp, "G-6",
				"hole", at.String(), "top", number(top), "level", number(pl.level))
		}
	}
	return nil
}

// openCorner checks the number of supports and the corner that is left open (rules 2 and 3).
func openCorner(g *garden, pl placement, f footing) error {
	if count4[f.all()] < 3 {
		return engine.Refuse(refusedSupports, "B 2", "level", number(pl.level), "holes", f.lacking(pl.at))
	}
	if pl.open == NoHole {
		if count4[f.all()] == 3 {
			open := pl.at + corners[missing4[f.all()]]
			return engine.Refuse(refusedOpenMissing, "B 3", "hole", open.String())
		}
		return nil
	}
	if !slices.Contains(corners[:], pl.open-pl.at) {
		return engine.Refuse(refusedOpenOther, "B 3", "hole", pl.open.String())
	}
	corner := uint8(cornerOf(pl.at, pl.open))
	switch {
	case f.statue&(1<<corner) != 0:
		return engine.Refuse(refusedOpenStatue, "B 3", "hole", pl.open.String())
	case count4[f.without(corner).all()] < 3:
		open := pl.at + corners[missing4[f.all()]]
		return engine.Refuse(refusedOpenMissing, "B 3", "hole", open.String())
	}
	return nil
}

// lacking lists the positions without support: "c3, d3".
func (f footing) lacking(at Hole) string {
	var holes []string
	for corner, d := range corners {
		if f.all()&(1<<corner) == 0 {
			holes = append(holes, (at + d).String())
		}
	}
	return strings.Join(holes, ", ")
}

func number(n uint8) string { return strconv.Itoa(int(n)) }
