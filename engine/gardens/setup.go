package gardens

import (
	"encoding/json"
	"fmt"
	"math/bits"

	"amytis/engine"
)

// setup is each cell's tiles from the bottom up, and the round tiles in order (record.md).
type setup struct {
	Quarry map[string][]string `json:"quarry"`
	Rounds []string            `json:"rounds"`
}

// unknown replaces hidden tiles in a running game's record.
const unknown = "?"

// roundTiles returns how many of the 14 round tiles are used: 14, 12 or 10 (set-up 3).
func roundTiles(seats int) int { return 18 - 2*seats }

// Deal shuffles the quarry and the round tiles, and gives a flower to every seat without one.
func (Rules) Deal(_ engine.Options, seats []engine.SeatInfo, r engine.Rand) json.RawMessage {
	dealFlowers(seats)
	s := setup{Quarry: make(map[string][]string, quarryCells)}
	for _, material := range [...]Material{Basalt, Granite, Clay} {
		tiles := make([]Tile, perMaterial)
		for i := range tiles {
			tiles[i] = Tile(1+i) + Tile(material-Clay)*perMaterial
		}
		engine.Shuffle(r, tiles)
		for i, t := range tiles {
			cell := Cell(i + 1).String()
			s.Quarry[cell] = append(s.Quarry[cell], t.String())
		}
	}
	var effects []Effect
	for e := NoEffect; e <= Minus; e++ {
		for range tilesPerEffect {
			effects = append(effects, e)
		}
	}
	engine.Shuffle(r, effects)
	for _, e := range effects[:roundTiles(len(seats))] {
		s.Rounds = append(s.Rounds, e.String())
	}
	return engine.FormatSetup(s)
}

// dealFlowers gives each seat without a flower the first one that nobody has.
func dealFlowers(seats []engine.SeatInfo) {
	taken := map[string]bool{}
	for _, s := range seats {
		taken[s.Attr] = true
	}
	next := Jasmine
	for i := range seats {
		if seats[i].Attr != "" {
			continue
		}
		for taken[next.String()] {
			next++
		}
		seats[i].Attr = next.String()
		next++
	}
}

func (Rules) Start(opts engine.Options, seats []engine.SeatInfo, raw json.RawMessage) (Position, error) {
	var p Position
	s, err := engine.ParseSetup[setup](raw)
	if err != nil {
		return p, err
	}
	p.seats = uint8(len(seats))
	p.adjacent = info.Get(opts, "overlap") == overlapAdjacent
	p.together = info.Get(opts, "build") == buildTogether
	if err := p.seat(seats); err != nil {
		return p, err
	}
	if err := p.fillQuarry(s.Quarry); err != nil {
		return p, err
	}
	if err := p.stackRounds(s.Rounds); err != nil {
		return p, err
	}
	p.stage = Removing
	p.nextRemoval()
	return p, nil
}

// seat gives each player a board with the start tile of an own flower (set-up 2).
func (p *Position) seat(seats []engine.SeatInfo) error {
	for i, info := range seats {
		f := flowerOf(info.Attr)
		if f == 0 {
			return fmt.Errorf("seat %d: flower %q is none of J R I M", i+1, info.Attr)
		}
		for j := range i {
			if p.gardens[j].flower == f {
				return fmt.Errorf("seat %d: flower %s is seat %d's", i+1, f, j+1)
			}
		}
		p.gardens[i].flower = f
		p.gardens[i].notch = startTile(f)
		p.gardens[i].layers = emptyLayers()
		p.gardens[i].rate()
	}
	return nil
}

// fillQuarry puts three tiles into every cell: basalt below granite below clay (set-up 1).
func (p *Position) fillQuarry(quarry map[string][]string) error {
	if len(quarry) != quarryCells {
		return fmt.Errorf("setup.quarry: %d cells, want %d", len(quarry), quarryCells)
	}
	var seen [NumTiles + 1]bool
	for c := Cell(1); c <= quarryCells; c++ {
		column, found := quarry[c.String()]
		if !found || len(column) != 3 {
			return fmt.Errorf("setup.quarry.%s: %d tiles, want 3", c, len(column))
		}
		for i, name := range column {
			var v [1]uint32
			if name == unknown || !tileKind.Parse(name, v[:]) {
				return fmt.Errorf("setup.quarry.%s: %.20q is no tile", c, name)
			}
			t := Tile(v[0])
			if t.Material().quarryLevel() != i+1 || t.Material() == Start {
				return fmt.Errorf("setup.quarry.%s: %s does not lie at level %d", c, t, i+1)
			}
			if seen[t] {
				return fmt.Errorf("setup.quarry.%s: %s is in the quarry twice", c, t)
			}
			seen[t] = true
			p.quarry[c-1][i] = t
		}
		p.height[c-1] = 3
	}
	return nil
}

// stackRounds takes over the round tiles in use and checks their number and kinds.
func (p *Position) stackRounds(rounds []string) error {
	if want := roundTiles(int(p.seats)); len(rounds) != want {
		return fmt.Errorf("setup.rounds: %d round tiles, want %d with %d players", len(rounds), want, p.seats)
	}
	var count [Minus + 1]int
	for i, name := range rounds {
		e := effectOf(name)
		if e == 0 {
			return fmt.Errorf("setup.rounds: %.20q is no round tile", name)
		}
		if count[e]++; count[e] > tilesPerEffect {
			return fmt.Errorf("setup.rounds: more than %d of %s", tilesPerEffect, e)
		}
		p.effects[i] = e
	}
	p.rounds = uint8(len(rounds))
	return nil
}

// Mask hides the covered quarry tiles and the round tiles still to come.
func (Rules) Mask(p *Position, raw json.RawMessage) json.RawMessage {
	if p.stage == Over {
		return raw
	}
	var s setup
	if err := json.Unmarshal(raw, &s); err != nil {
		return nil
	}
	for c := Cell(1); c <= quarryCells; c++ {
		for i := range int(p.height[c-1]) - 1 {
			s.Quarry[c.String()][i] = unknown
		}
	}
	for i := max(int(p.round)-1, 0); i < len(s.Rounds); i++ {
		s.Rounds[i] = unknown
	}
	return engine.FormatSetup(s)
}

// Unaffected reports whether a and b differ only in the seat's garden (G-10).
func (Rules) Unaffected(a, b *Position, seat engine.Seat) bool {
	c := *b
	*c.garden(seat) = *a.garden(seat)
	return c == *a
}

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
