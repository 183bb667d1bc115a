package towers

import "amytis/engine"

// swapTries is the number of pairs of nobles that are drawn for a swap.
const swapTries = 12

// drawSwap draws a swap that moves a noble of the seat up, or one of another seat. It returns the
// zero Move if it finds none.
func (d *drawer) drawSwap() engine.Move {
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
