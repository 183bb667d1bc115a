package gardens

import "amytis/engine"

// decorMove is a decoration that a player wants to build. b is NoHole for a statue. as is the
// position whose icon `wild` or `blank` changes, or NoHole.
type decorMove struct {
	kind     Icon
	a, b, as Hole
}

func (d decorMove) move(seat engine.Seat) engine.Move {
	m := engine.Move{Seat: seat, Verb: decorVerb(d.kind)}
	if d.kind == Statue {
		m.Args = [engine.ArgSlots]uint32{uint32(d.a), uint32(d.as)}
	} else {
		m.Args = [engine.ArgSlots]uint32{uint32(d.a), uint32(d.b), uint32(d.as)}
	}
	return m
}

// reason is why a decoration is refused, or ok. It is a number because Legal computes hundreds of
// them for a position; refuseDecor turns one into an error.
type reason uint8

const (
	ok reason = iota
	noTile
	order
	out
	noIconA
	noIconB
	notFresh
	takenA
	takenB
	notAdjacent
	notInLine
	levelsDiffer
	stairsLevels
	sameTile
	gapBlocked
	notAligned
	asRound
	asUsed
	asElsewhere
	asPrinted
	asOnBlank
	asOnIcon
)

func (p *Position) decorate(seat engine.Seat, d decorMove) error {
	g := p.garden(seat)
	if why := mayDecorate(p, g, d); why != ok {
		return refuseDecor(g, d, why)
	}
	level := g.h[d.a-1]
	built := decor{kind: d.kind, a: d.a, b: d.b, level: level, levelB: level}
	*p.supply.of(d.kind)--
	switch d.kind {
	case Statue:
		g.statues++
		g.rowStatues[d.a.Row()]++
		g.colStatues[d.a.Col()]++
		g.occupy(d.a, level)
		g.statueSpots |= bit(d.a)
	case Fountain:
		g.occupy(d.a, level)
		g.occupy(d.b, level)
	case Stairs:
		built.levelB = g.h[d.b-1]
		top := max(level, built.levelB)
		g.occupy(d.a, top)
		g.occupy(d.b, top)
	case Bridge:
		g.occupy(d.a, level)
		g.occupy(d.b, level)
		g.occupy(between(d.a, d.b), level)
	}
	g.asUsed = g.asUsed || d.as != NoHole
	g.decor[g.numDecor] = built
	g.numDecor++
	g.rate()
	return nil
}

func (s *Supply) of(kind Icon) *uint8 {
	switch kind {
	case Statue:
		return &s.Statues
	case Fountain:
		return &s.Fountains
	case Bridge:
		return &s.Bridges
	}
	return &s.Stairs
}

func between(a, b Hole) Hole { return (a + b) / 2 }

func mayDecorate(p *Position, g *garden, d decorMove) reason {
	switch {
	case g.fresh == 0:
		return noTile
	case *p.supply.of(d.kind) == 0:
		return out
	}
	if d.kind == Statue {
		return mayStatue(p, g, d)
	}
	if d.a >= d.b {
		return order
	}
	if why := fits(g, d); why != ok {
		return why
	}
	return showsIcons(p, g, d)
}

// mayStatue allows the first statue anywhere, each further one aligned with a standing one.
func mayStatue(p *Position, g *garden, d decorMove) reason {
	switch {
	case !g.free(d.a):
		return takenA
	case g.statues > 0 && g.rowStatues[d.a.Row()] == 0 && g.colStatues[d.a.Col()] == 0:
		return notAligned
	}
	return showsIcons(p, g, d)
}

// fits checks the two ends of d: free spots and the geometry of its kind.
func fits(g *garden, d decorMove) reason {
	switch d.kind {
	case Bridge:
		if !apart(d.a, d.b, 2) {
			return notInLine
		}
	default:
		if !apart(d.a, d.b, 1) {
			return notAdjacent
		}
	}
	a, b := d.a-1, d.b-1
	switch {
	case g.topTile[a] == 0:
		return noIconA
	case g.topTile[b] == 0:
		return noIconB
	case !g.free(d.a):
		return takenA
	case !g.free(d.b):
		return takenB
	}
	switch d.kind {
	case Stairs:
		if g.h[a]+1 != g.h[b] && g.h[b]+1 != g.h[a] {
			return stairsLevels
		}
	case Fountain:
		if g.h[a] != g.h[b] {
			return levelsDiffer
		}
		if g.topTile[a] == g.topTile[b] {
			return sameTile
		}
	case Bridge:
		if g.h[a] != g.h[b] {
			return levelsDiffer
		}
		if mid := between(d.a, d.b) - 1; g.h[mid] >= g.h[a] || g.top[mid] >= g.h[a] {
			return gapBlocked
		}
	}
	return ok
}

// apart reports whether b lies n columns east or n rows north of a.
func apart(a, b Hole, n int) bool {
	return (b-a == Hole(n*size)) || (b-a == Hole(n) && a.Row() == b.Row())
}

// showsIcons checks that the spots of d show its icon and that one of them is on a tile placed this
// turn. One icon may be changed by the round (G-9, G-14).
func showsIcons(p *Position, g *garden, d decorMove) reason {
	freshA, freshB := g.isFresh(d.a), d.b != NoHole && g.isFresh(d.b)
	if !freshA && !freshB {
		return notFresh
	}
	if d.as != NoHole {
		if why := mayChange(p, g, d); why != ok {
			return why
		}
	}
	switch {
	case d.as != d.a && g.icon(d.a) != d.kind:
		return noIconA
	case d.b != NoHole && d.as != d.b && g.icon(d.b) != d.kind:
		return noIconB
	}
	return ok
}

// mayChange checks the use of `wild` or `blank` on position d.as (G-9, G-14).
func mayChange(p *Position, g *garden, d decorMove) reason {
	effect := p.effect()
	switch {
	case effect != Wild && effect != BlankSpot:
		return asRound
	case g.asUsed:
		return asUsed
	case (d.as != d.a && d.as != d.b) || !g.isFresh(d.as):
		return asElsewhere
	}
	switch icon := g.icon(d.as); {
	case icon == d.kind:
		return asPrinted
	case effect == Wild && icon == Blank:
		return asOnBlank
	case effect == BlankSpot && icon != Blank:
		return asOnIcon
	}
	return ok
}

func refuseDecor(g *garden, d decorMove, why reason) error {
	icon := "@icon." + d.kind.String()
	level := func(h Hole) string { return number(g.h[h-1]) }
	noIcon := func(h Hole) error {
		return engine.Refuse(refusedNoIcon, "B", "hole", h.String(), "icon", icon, "shows", "@icon."+g.icon(h).String())
	}
	switch why {
	case noTile:
		return engine.Refuse(refusedNoTile, "B")
	case order:
		return engine.Refuse(refusedOrder, "record")
	case out:
		return engine.Refuse(refusedOut, "G-2", "icon", icon)
	case noIconA:
		return noIcon(d.a)
	case noIconB:
		return noIcon(d.b)
	case notFresh:
		return engine.Refuse(refusedNotFresh, "B")
	case takenA:
		return engine.Refuse(refusedTaken, "B", "hole", d.a.String())
	case takenB:
		return engine.Refuse(refusedTaken, "B", "hole", d.b.String())
	case notAdjacent:
		return engine.Refuse(refusedNotAdjacent, "B", "icon", icon)
	case notInLine:
		return engine.Refuse(refusedNotInLine, "B")
	case levelsDiffer:
		return engine.Refuse(refusedLevels, "B", "icon", icon, "a", level(d.a), "b", level(d.b))
	case stairsLevels:
		return engine.Refuse(refusedStairs, "B", "a", level(d.a), "b", level(d.b))
	case sameTile:
		return engine.Refuse(refusedSameTile, "B")
	case gapBlocked:
		return engine.Refuse(refusedGap, "B", "hole", between(d.a, d.b).String())
	case notAligned:
		return engine.Refuse(refusedStatueLine, "B", "hole", d.a.String())
	case asRound:
		return engine.Refuse(refusedAsRound, "G-9")
	case asUsed:
		return engine.Refuse(refusedAsUsed, "G-9")
	case asElsewhere:
		return engine.Refuse(refusedAsWhere, "G-9", "hole", d.as.String())
	case asPrinted:
		return engine.Refuse(refusedAsPrinted, "G-14", "hole", d.as.String())
	case asOnBlank:
		return engine.Refuse(refusedAsBlank, "G-9", "hole", d.as.String())
	}
	return engine.Refuse(refusedAsIcon, "G-9", "hole", d.as.String())
}
