package gardens

// layers are sets of holes by what is there.
type layers struct {
	free  uint64             // nothing stands on or over the visible spot: top is 0
	fresh uint64             // a tile of this turn is the highest
	icons [Stairs + 1]uint64 // by the icon of the visible spot; nothing for the board
	// levels are the holes by h, tops by h or top, the higher of both.
	levels, tops [maxLevel + 2]uint64
}

func emptyLayers() (l layers) {
	l.free = ^uint64(0)
	l.levels[0] = l.free
	l.tops[0] = l.free
	return l
}

// cover notes that a tile with an icon, placed on a level, covers h now.
func (g *garden) cover(h Hole, icon Icon, level uint8) {
	l := &g.layers
	spot := bit(h)
	l.levels[g.h[h-1]] &^= spot
	l.levels[level] |= spot
	l.tops[max(g.h[h-1], g.top[h-1])] &^= spot
	l.tops[level] |= spot
	l.free |= spot
	l.fresh |= spot
	for i := range l.icons {
		l.icons[i] &^= spot
	}
	l.icons[icon] |= spot
	g.h[h-1] = level
	g.top[h-1] = 0
}

// occupy notes that something with the given top stands on or over the spot at h (G-6).
func (g *garden) occupy(h Hole, top uint8) {
	l := &g.layers
	spot := bit(h)
	l.tops[max(g.h[h-1], g.top[h-1])] &^= spot
	g.top[h-1] = max(g.top[h-1], top)
	l.tops[max(g.h[h-1], g.top[h-1])] |= spot
	l.free &^= spot
	g.statueSpots &^= spot
}
