package towers

// openTowers counts towers by level, those on which a noble could be the first.
type openTowers struct {
	count  [MaxLevel + 1]uint8
	levels uint32 // a bit for each level with such a tower
}

func (o *openTowers) add(level uint8) {
	o.count[level]++
	o.levels |= 1 << level
}

func (o *openTowers) remove(level uint8) {
	if o.count[level]--; o.count[level] == 0 {
		o.levels &^= 1 << level
	}
}

// opening is which open towers a placement adds and takes away: their levels, 0 for none.
type opening struct {
	opens  uint8
	closes [span]uint8
}

// opening returns how a tower or a bridge changes the open towers: it closes those below it.
func (p *pieces) opening(pm *placement) (o opening) {
	first, step, n := pm.spots()
	for i := range n {
		c := p.stacks.column(first + i*step)
		if pm.at.Level < c.built() {
			continue
		}
		if c.roof > 0 && p.towers[c.roof-1].nobles.none() {
			o.closes[i] = p.towers[c.roof-1].at.Level
		}
		if pm.verb == verbTower {
			o.opens = pm.at.Level
		}
	}
	return o
}

func (o *openTowers) change(by opening) {
	if by.opens > 0 {
		o.add(by.opens)
	}
	for _, level := range by.closes {
		if level > 0 {
			o.remove(level)
		}
	}
}

// openIn returns the open towers of a zone: without nobles, and with nothing anywhere above.
func (p *pieces) openIn(zone uint8) *openTowers {
	if zone == 0 {
		return &p.levels.open
	}
	return &p.zones[zone-1].bare
}

// levelCount counts what levels hold, on all tables together. Index 0 is unused.
type levelCount struct {
	nobles [MaxLevel + 1][MaxSeats]uint8 // by level and colour
	open   openTowers                    // of tactical
	top    uint8                         // the highest level with a tower
}
