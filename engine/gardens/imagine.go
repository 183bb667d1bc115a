package gardens

import (
	"math/bits"

	"amytis/engine"
)

// Imagine deals anew the covered quarry tiles, level by level, and the round tiles to come.
func (Rules) Imagine(p *Position, _ engine.Seat, r engine.Rand) {
	for level := range uint8(3) {
		p.imagineLevel(level, r)
	}
	p.imagineRounds(r)
}

// imagineLevel shuffles the covered tiles of a level of the quarry, sorted first.
func (p *Position) imagineLevel(level uint8, r engine.Rand) {
	var hidden uint64
	for c, height := range p.height {
		if level+1 < height {
			hidden |= 1 << p.quarry[c][level]
		}
	}
	var room [quarryCells]Tile
	tiles := room[:0]
	for ; hidden != 0; hidden &= hidden - 1 {
		tiles = append(tiles, Tile(bits.TrailingZeros64(hidden)))
	}
	engine.Shuffle(r, tiles)
	for c, height := range p.height {
		if level+1 < height {
			p.quarry[c][level] = tiles[0]
			tiles = tiles[1:]
		}
	}
}

// imagineRounds draws the effects of the rounds to come from all that have not been turned up.
func (p *Position) imagineRounds(r engine.Rand) {
	seen := max(int(p.round), 1) - 1
	var left [Minus + 1]int
	for _, e := range p.effects[:seen] {
		left[e]--
	}
	var room [len(p.effects)]Effect
	effects := room[:0]
	for e := NoEffect; e <= Minus; e++ {
		for range left[e] + tilesPerEffect {
			effects = append(effects, e)
		}
	}
	engine.Shuffle(r, effects)
	copy(p.effects[seen:p.rounds], effects)
}

// Foresee passes over the seats before seat. The effect of a round that begins counts as none.
func (Rules) Foresee(p *Position, seat engine.Seat) bool {
	if p.stage != Playing || p.together || p.resigned.Has(seat) {
		return false
	}
	round := p.round
	for turn := (Rules{}).Turn(p); turn != 0 && !turn.Has(seat); turn = (Rules{}).Turn(p) {
		p.skip(turn.Slice()[0])
		if p.round > round && p.stage == Playing {
			p.effects[p.round-2] = NoEffect
		}
	}
	return p.stage == Playing
}
