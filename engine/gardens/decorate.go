package gardens

import "amytis/engine"

// decorMove is a decoration to build. b is NoHole for a statue. as is the position whose icon
// `wild` or `blank` changes, or NoHole.
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

// fault is why a decoration is refused: a reason with its rule, and the hole at fault or NoHole. It
// is no error because Legal computes hundreds of them.
type fault struct {
	code, rule string
	at         Hole
}

func (p *Position) decorate(seat engine.Seat, d decorMove) error {
	g := p.garden(seat)
	if why := decorFault(p, g, d); why != (fault{}) {
		return refuseDecor(g, d, why)
	}
	level := g.h[d.a-1]
	built := decor{kind: d.kind, a: d.a, b: d.b, level: level, levelB: level}
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

func between(a, b Hole) Hole { return (a + b) / 2 }

func decorFault(p *Position, g *garden, d decorMove) fault {
	if g.fresh == 0 {
		return fault{code: refusedNoTile, rule: "B"}
	}
	if d.kind == Statue {
		return statueFault(p, g, d)
	}
	if d.a >= d.b {
		return fault{code: refusedOrder, rule: "record"}
	}
	if why := placeFault(g, d); why != (fault{}) {
		return why
	}
	return iconsFault(p, g, d)
}

// statueFault allows the first statue anywhere, each further one aligned with a standing one.
func statueFault(p *Position, g *garden, d decorMove) fault {
	switch {
	case !g.free(d.a):
		return fault{refusedTaken, "B", d.a}
	case g.statues > 0 && g.rowStatues[d.a.Row()] == 0 && g.colStatues[d.a.Col()] == 0:
		return fault{refusedStatueLine, "B", d.a}
	}
	return iconsFault(p, g, d)
}

// placeFault checks the two ends of d: free spots and the geometry of its kind.
func placeFault(g *garden, d decorMove) fault {
	switch d.kind {
	case Bridge:
		if !apart(d.a, d.b, 2) {
			return fault{code: refusedNotInLine, rule: "B"}
		}
	default:
		if !apart(d.a, d.b, 1) {
			return fault{code: refusedNotAdjacent, rule: "B"}
		}
	}
	a, b := d.a-1, d.b-1
	switch {
	case g.topTile[a] == 0:
		return fault{refusedNoIcon, "B", d.a}
	case g.topTile[b] == 0:
		return fault{refusedNoIcon, "B", d.b}
	case !g.free(d.a):
		return fault{refusedTaken, "B", d.a}
	case !g.free(d.b):
		return fault{refusedTaken, "B", d.b}
	}
	switch d.kind {
	case Stairs:
		if g.h[a]+1 != g.h[b] && g.h[b]+1 != g.h[a] {
			return fault{code: refusedStairs, rule: "B"}
		}
	case Fountain:
		if g.h[a] != g.h[b] {
			return fault{code: refusedLevels, rule: "B"}
		}
		if g.topTile[a] == g.topTile[b] {
			return fault{code: refusedSameTile, rule: "B"}
		}
	case Bridge:
		if g.h[a] != g.h[b] {
			return fault{code: refusedLevels, rule: "B"}
		}
		mid := between(d.a, d.b) - 1
		if g.h[mid] >= g.h[a] || g.top[mid] >= g.h[a] {
			return fault{refusedGap, "B", between(d.a, d.b)}
		}
	}
	return fault{}
}

// apart reports whether b lies n columns east or n rows north of a.
func apart(a, b Hole, n int) bool {
	return (b-a == Hole(n*size)) || (b-a == Hole(n) && a.Row() == b.Row())
}

// iconsFault checks that the spots of d show its icon, one of them on a tile of this turn. The
// round may change one icon (G-9, G-14).
func iconsFault(p *Position, g *garden, d decorMove) fault {
	freshA, freshB := g.isFresh(d.a), d.b != NoHole && g.isFresh(d.b)
	if !freshA && !freshB {
		return fault{code: refusedNotFresh, rule: "B"}
	}
	if d.as != NoHole {
		if why := changeFault(p, g, d); why != (fault{}) {
			return why
		}
	}
	switch {
	case d.as != d.a && g.icon(d.a) != d.kind:
		return fault{refusedNoIcon, "B", d.a}
	case d.b != NoHole && d.as != d.b && g.icon(d.b) != d.kind:
		return fault{refusedNoIcon, "B", d.b}
	}
	return fault{}
}

// changeFault checks the use of `wild` or `blank` on position d.as (G-9, G-14).
func changeFault(p *Position, g *garden, d decorMove) fault {
	effect := p.effect()
	switch {
	case effect != Wild && effect != BlankSpot:
		return fault{code: refusedAsRound, rule: "G-9"}
	case g.asUsed:
		return fault{code: refusedAsUsed, rule: "G-9"}
	case (d.as != d.a && d.as != d.b) || !g.isFresh(d.as):
		return fault{refusedAsWhere, "G-9", d.as}
	}
	switch icon := g.icon(d.as); {
	case icon == d.kind:
		return fault{refusedAsPrinted, "G-14", d.as}
	case effect == Wild && icon == Blank:
		return fault{refusedAsBlank, "G-9", d.as}
	case effect == BlankSpot && icon != Blank:
		return fault{refusedAsIcon, "G-9", d.as}
	}
	return fault{}
}

func refuseDecor(g *garden, d decorMove, why fault) error {
	icon := "@icon." + d.kind.String()
	level := func(h Hole) string { return number(g.h[h-1]) }
	var args []string
	switch {
	case why.code == refusedNotAdjacent:
		args = []string{"icon", icon}
	case why.code == refusedNoIcon:
		args = []string{"hole", why.at.String(), "icon", icon, "shows", "@icon." + g.icon(why.at).String()}
	case why.code == refusedLevels:
		args = []string{"icon", icon, "a", level(d.a), "b", level(d.b)}
	case why.code == refusedStairs:
		args = []string{"a", level(d.a), "b", level(d.b)}
	case why.at != NoHole:
		args = []string{"hole", why.at.String()}
	}
	return engine.Refuse(why.code, why.rule, args...)
}
