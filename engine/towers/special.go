package towers

import "amytis/engine"

type exchange struct {
	size          Size
	first, second standing
}

func swapOf(m *engine.Move) exchange {
	return exchange{Size(m.Args[0]), standingIn(m.Args[1:2]), standingIn(m.Args[2:3])}
}

// checkSpecial checks that no noble was placed and the turn could end.
func checkSpecial(p *Position) string {
	if p.turn.barred {
		return refusedNoblePlaced
	}
	return checkEnd(p)
}

func checkSwap(p *Position, x exchange) fault {
	for _, s := range [...]standing{x.first, x.second} {
		if s.tower.Zone != 0 {
			return fault{refusedNoZones, s.tower}
		}
	}
	if p.stage != Placing {
		return fault{code: refusedOneSwap}
	}
	if code := checkSpecial(p); code != allowed {
		return fault{code: code}
	}
	at, other := x.first.tower, x.second.tower
	switch {
	case at == other:
		return fault{refusedSameTower, at}
	case at.number() > other.number():
		return fault{refusedTowerOrder, at}
	}
	a, b := p.towerAt(at), p.towerAt(other)
	switch {
	case a == nil || !a.nobles.has(x.first.colour, x.size):
		return fault{refusedNoNoble, at}
	case b == nil || !b.nobles.has(x.second.colour, x.size):
		return fault{refusedNoNoble, other}
	}
	return checkPair(p, a, b, x)
}

// checkPair checks a swap of two nobles that stand on towers a and b.
func checkPair(p *Position, a, b *tower, x exchange) fault {
	switch {
	case p.expert && a.facing != b.facing:
		return fault{refusedFacings, a.at}
	case x.first.colour == x.second.colour:
		return fault{}
	case a.nobles.countAll(x.second.colour) > 0:
		return fault{refusedTwoOfColour, a.at}
	case b.nobles.countAll(x.first.colour) > 0:
		return fault{refusedTwoOfColour, b.at}
	}
	return fault{}
}

func (p *Position) swap(x exchange) {
	p.stage = Swapped
	a, b := p.towerIndex(x.first.tower), p.towerIndex(x.second.tower)
	p.unsettle(a, x.first.colour, x.size)
	p.unsettle(b, x.second.colour, x.size)
	p.settle(a, x.second.colour, x.size)
	p.settle(b, x.first.colour, x.size)
}

// checkTurning checks a turn of a tower (expert).
func checkTurning(p *Position, at Cell, to Facing) fault {
	switch {
	case !p.expert:
		return fault{code: refusedOnlyExpert}
	case at.Zone != 0:
		return fault{refusedNoZones, at}
	case p.stage == Turned:
		return fault{code: refusedOneTurn}
	}
	if code := checkSpecial(p); code != allowed {
		return fault{code: code}
	}
	switch t := p.towerAt(at); {
	case t == nil:
		return fault{refusedNoTower, at}
	case !t.facing.quarter(to):
		return fault{refusedQuarter, at}
	}
	return fault{}
}

// quarter reports whether to is a quarter turn away, either way.
func (f Facing) quarter(to Facing) bool { return (f+to)%2 == 1 }

func (p *Position) turnTower(at Cell, to Facing) {
	p.stage = Turned
	i := p.towerIndex(at)
	p.towers[i].facing = to
	p.fresh.add(uint8(i))
}
