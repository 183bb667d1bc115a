package towers

import (
	"slices"
	"sync"

	"amytis/engine"
)

// drawer draws a move of a seat, in one zone, at the building instead of listing the whole table.
type drawer struct {
	p    *Position
	r    engine.Rand
	seat engine.Seat
	zone uint8
	// towers and bridges are numbers of the zone's pieces, which fill nPieces cells.
	towers, bridges []uint8
	nPieces         int
}

// The number of placements that are drawn before a Draw gives up. Places for bridges are rare.
const (
	drawTries       = 24
	drawBridgeTries = 96
)

// The chances in a hundred of a tactical turn that could end, and of a quick round.
const (
	chanceDone     = 30 // to end it
	chanceSwap     = 20 // to swap nobles
	chanceTurn     = 5  // to turn a tower
	chanceWeakZone = 60 // to build in the weaker zone
	chanceStuck    = 20 // to stop with only nobles left, or none
)

// Draw draws a sound move. It builds at the building, high places likelier.
func (Rules) Draw(p *Position, seat engine.Seat, r engine.Rand) engine.Move {
	d := drawer{p: p, r: r, seat: seat}
	if !p.quick {
		return d.drawTurn()
	}
	if m := d.drawRound(); m.Verb != 0 {
		return m
	}
	return d.drawListed()
}

func (d *drawer) drawTurn() engine.Move {
	ends := checkEnd(d.p) == allowed
	if ends {
		if m := d.drawEnding(); m.Verb != 0 {
			return m
		}
	}
	if checkStep(d.p) == allowed {
		d.useZone(0)
		if m := d.drawPlacement(); m.Verb != 0 {
			return m
		}
	}
	if ends {
		return engine.Move{Seat: d.seat, Verb: verbDone}
	}
	return engine.Move{}
}

// drawEnding draws how a turn that could end goes on; the zero Move stands for a placement.
func (d *drawer) drawEnding() engine.Move {
	if checkSpecial(d.p) == allowed {
		chance := d.r.IntN(100)
		if chance < chanceSwap && d.p.stage == Placing {
			if m := d.drawSwap(); m.Verb != 0 {
				return m
			}
		}
		if chance >= 100-chanceTurn && d.p.expert && d.p.stage != Turned && d.p.nTowers > 0 {
			return d.drawTurning()
		}
	}
	if checkStep(d.p) != allowed || d.r.IntN(100) < chanceDone {
		return engine.Move{Seat: d.seat, Verb: verbDone}
	}
	return engine.Move{}
}

func (d *drawer) drawRound() engine.Move {
	pl := d.p.player(d.seat)
	building := pl.towers + pl.bridges
	nobles := pl.small + pl.large
	if building+nobles == 0 || (building == 0 || nobles == 0) && d.r.IntN(100) < chanceStuck {
		return engine.Move{Seat: d.seat, Verb: verbStuck}
	}
	zones := zonesOf(d.seat, d.p.round.in)
	zone := zones[d.r.IntN(2)]
	if d.r.IntN(100) < chanceWeakZone {
		zone = weakerZone(d.p, d.seat)
	}
	d.useZone(zone)
	return d.drawPlacement()
}

// drawListed draws one of the seat's listed moves in quick, but takes no noble back: a computer
// with nothing better to do would never stop.
func (d *drawer) drawListed() engine.Move {
	room := listed.Get().(*[]engine.Move)
	defer listed.Put(room)
	*room = listMoves(d.p, d.seat, true, (*room)[:0])
	moves := slices.DeleteFunc(*room, func(m engine.Move) bool { return m.Verb == verbTake })
	if len(moves) == 0 {
		return engine.Move{}
	}
	return moves[d.r.IntN(len(moves))]
}

// listed reuses the room for lists of moves.
var listed = sync.Pool{New: func() any { return new([]engine.Move) }}

func (d *drawer) useZone(zone uint8) {
	d.zone = zone
	d.towers, d.bridges = d.p.in(zone)
	d.nPieces = len(d.towers) + span*len(d.bridges)
}

// cell returns one of the cells of the zone's towers and, behind them, of its bridges.
func (d *drawer) cell(n int) Cell {
	if n < len(d.towers) {
		return d.p.towers[d.towers[n]].at
	}
	n -= len(d.towers)
	return d.p.bridges[d.bridges[n/span]].cell(n % span)
}

// The weights of the kinds of pieces.
const (
	drawTower  = 50
	drawBridge = 14
	drawNoble  = 36
)

// drawPlacement draws a placement, the zero Move if it finds none that is sound.
func (d *drawer) drawPlacement() engine.Move {
	pl := d.p.player(d.seat)
	towers, bridges := drawTower*int(min(pl.towers, 1)), drawBridge*int(min(pl.bridges, 1))
	nobles := 0
	if pl.small+pl.large > 0 && !d.p.turn.first && len(d.towers) > 0 {
		nobles = drawNoble
	}
	if towers+bridges+nobles == 0 {
		return engine.Move{}
	}
	tries := drawTries
	if towers == 0 {
		tries = drawBridgeTries
	}
	for range tries {
		var pm placement
		switch n := d.r.IntN(towers + bridges + nobles); {
		case n < towers:
			pm = d.drawTower()
		case n < towers+bridges:
			pm = d.drawBridge()
		default:
			pm = d.drawNoble(pl)
		}
		if pm.verb != 0 && d.fits(&pm) {
			return pm.move(d.seat)
		}
	}
	if nobles > 0 {
		return d.findNoble(pl)
	}
	return engine.Move{}
}

// findNoble looks for a tower for a noble on all towers in turn, from one drawn by chance.
func (d *drawer) findNoble(pl *player) engine.Move {
	from := d.r.IntN(len(d.towers))
	for i := range d.towers {
		pm := placement{at: d.cell((from + i) % len(d.towers))}
		for pm.verb = verbSmall; pm.verb <= verbLarge; pm.verb++ {
			if pl.supply(pm.verb) > 0 && d.fits(&pm) {
				return pm.move(d.seat)
			}
		}
	}
	return engine.Move{}
}

func (d *drawer) fits(pm *placement) bool {
	return checkPlace(d.p, d.seat, pm).code == allowed && (d.p.quick || keepsSound(d.p, d.seat, pm))
}

func (pm *placement) move(seat engine.Seat) engine.Move {
	m := engine.Move{Seat: seat, Verb: pm.verb}
	switch pm.verb {
	case verbBridge:
		m.Args[0] = pm.bridge().value()
	case verbTower:
		m.Args[0], m.Args[1] = pm.at.value(), uint32(pm.facing)
	default:
		m.Args[0] = pm.at.value()
	}
	return m
}

// drawPiece draws the cell of one of the first n pieces, the higher of two more often.
func (d *drawer) drawPiece(n int) Cell {
	at := d.cell(d.r.IntN(n))
	if d.r.IntN(3) != 0 {
		if other := d.cell(d.r.IntN(n)); other.Level > at.Level {
			return other
		}
	}
	return at
}

// drawSpot draws a cell on the building or, in beside of 8 cases, next to it, above everything
// there. In an empty zone the cell is near the middle.
func (d *drawer) drawSpot(beside int) (at Cell, ok bool) {
	if d.nPieces == 0 {
		at = Cell{Zone: d.zone, Col: uint8(Side/2 - 1 + d.r.IntN(2)), Row: uint8(Side/2 - 1 + d.r.IntN(2)), Level: 1}
		return at, true
	}
	at = d.drawPiece(d.nPieces)
	if d.r.IntN(8) < beside {
		at, ok = at.step(d.r.IntN(4), 1)
		if !ok {
			return at, false
		}
	}
	at.Level = d.p.stacks.column(at.spot()).top() + 1
	return at, at.Level <= MaxLevel
}

// step returns the cell n cells away in one of four directions, false if it is off the table.
func (c Cell) step(way int, n uint8) (_ Cell, ok bool) {
	switch way {
	case 0:
		c.Row += n
	case 1:
		c.Col += n
	case 2:
		c.Row -= n
	case 3:
		c.Col -= n
	}
	return c, c.Row < Side && c.Col < Side
}

// drawTower draws a place for a tower, mostly on a piece. The area must grow in the first round.
func (d *drawer) drawTower() placement {
	beside := 2
	if d.p.turn.first && !d.p.turn.grown {
		beside = 6
	}
	at, ok := d.drawSpot(beside)
	if !ok {
		return placement{}
	}
	return placement{verb: verbTower, at: at, facing: d.drawFacing()}
}

// drawFacing draws the facing of a tower. Expert players like towers that face the same way.
func (d *drawer) drawFacing() Facing {
	switch {
	case !d.p.expert:
		return North
	case len(d.towers) == 0 || d.r.IntN(6) == 0:
		return Facing(1 + d.r.IntN(4))
	}
	return d.p.towers[d.towers[d.r.IntN(len(d.towers))]].facing
}

// drawBridge draws a place for a bridge: one end on or beside a piece, the other as high.
func (d *drawer) drawBridge() placement {
	near, ok := d.drawSpot(4)
	if !ok {
		return placement{}
	}
	way := d.r.IntN(4)
	far, ok := near.step(way, span-1)
	if !ok {
		return placement{}
	}
	if way > 1 {
		near = far
	}
	return placement{verb: verbBridge, at: near, north: way%2 == 0}
}

func (d *drawer) drawNoble(pl *player) placement {
	pm := placement{verb: verbSmall, at: d.drawPiece(len(d.towers))}
	if d.r.IntN(int(pl.small+pl.large)) >= int(pl.small) {
		pm.verb = verbLarge
	}
	return pm
}

// drawSwap draws a swap that moves nobles to other levels, the zero Move if it finds none.
func (d *drawer) drawSwap() engine.Move {
	const swapTries = 12 // pairs of nobles drawn
	var settled [maxTowers]uint8
	n := 0
	for i := range d.p.standing() {
		if !d.p.towers[i].nobles.none() {
			settled[n] = uint8(i)
			n++
		}
	}
	for range swapTries {
		if n < 2 {
			break
		}
		a, b := &d.p.towers[settled[d.r.IntN(n)]], &d.p.towers[settled[d.r.IntN(n)]]
		if a.at.number() > b.at.number() {
			a, b = b, a
		}
		size := Small + Size(d.r.IntN(4)/3)
		first, second := d.drawColour(a.nobles, size), d.drawColour(b.nobles, size)
		if a == b || a.at.Level == b.at.Level || first == second || first == 0 || second == 0 {
			continue
		}
		x := exchange{size, standing{a.at, first}, standing{b.at, second}}
		if checkPair(d.p, a, b, x).code == allowed {
			args := [engine.ArgSlots]uint32{uint32(size), x.first.value(), x.second.value()}
			return engine.Move{Seat: d.seat, Verb: verbSwap, Args: args}
		}
	}
	return engine.Move{}
}

// drawColour draws a colour that a tower has a noble of, 0 if there is none.
func (d *drawer) drawColour(n nobles, size Size) (drawn Colour) {
	total := 0
	for c := Blue; c <= White; c++ {
		if !n.has(c, size) {
			continue
		}
		total++
		if d.r.IntN(total) == 0 {
			drawn = c
		}
	}
	return drawn
}

func (d *drawer) drawTurning() engine.Move {
	t := &d.p.towers[d.r.IntN(int(d.p.nTowers))]
	to := (t.facing+Facing(2*d.r.IntN(2)))%4 + 1
	args := [engine.ArgSlots]uint32{t.at.value(), uint32(to)}
	return engine.Move{Seat: d.seat, Verb: verbTurn, Args: args}
}
