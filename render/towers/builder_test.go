package towers

import (
	"math/rand/v2"

	"amytis/engine"
	game "amytis/engine/towers"
)

// builder puts views together that look like play.
type builder struct {
	r *rand.Rand
	v *game.View
}

// newBuilder begins a view in which nothing is built; as seat 1 sees it.
func newBuilder(seed uint64, seats int, quick bool) *builder {
	v := &game.View{Seat: 1, Stage: game.Placing, Quick: quick, Connected: true}
	for i := range seats {
		v.Players = append(v.Players, game.PlayerView{
			Seat: engine.Seat(i + 1), Colour: game.Colour(i + 1), Small: 6, Large: 2,
			Towers: [6]int{3: 27, 4: 21, 5: 16}[seats], Bridges: [6]int{3: 6, 4: 5, 5: 4}[seats],
		})
		v.Turn |= engine.Seats(engine.Seat(i + 1))
		if !quick {
			continue
		}
		p := &v.Players[i]
		p.Zones = [2]int{max(i, 1), i + 1}
		if i == 0 {
			p.Zones = [2]int{1, seats}
		}
		v.Zones = append(v.Zones, game.ZoneView{Number: i + 1, Seats: [2]engine.Seat{engine.Seat(i + 1), engine.Seat((i+1)%seats + 1)}})
	}
	if quick {
		v.Round = 1
	} else {
		v.Zones, v.Active, v.Turn, v.FirstRound = []game.ZoneView{{}}, 1, engine.Seats(1), true
	}
	return &builder{rand.New(rand.NewPCG(seed, 5)), v}
}

// at is what fills a cell.
func at(z *game.ZoneView, c game.Cell) kind {
	found := noKind
	eachCell(z, func(d game.Cell, k kind) {
		if c == d {
			found = k
		}
	})
	return found
}

func towerAt(z *game.ZoneView, c game.Cell) *game.TowerView {
	for i := range z.Towers {
		if z.Towers[i].At == c {
			return &z.Towers[i]
		}
	}
	return nil
}

// stands reports whether a piece could stand in a cell.
func stands(z *game.ZoneView, c game.Cell) bool {
	if at(z, c) != noKind {
		return false
	}
	above, below := c, c
	above.Level++
	below.Level--
	if at(z, above) == archKind {
		return false
	}
	if c.Level == 1 {
		return true
	}
	if t := towerAt(z, below); t != nil {
		return len(t.Nobles) == 0
	}
	return at(z, below) != noKind
}

// near is a free cell by what is built, as high as its column is.
func (b *builder) near(z *game.ZoneView, col, row int) game.Cell {
	if len(z.Towers) > 0 {
		base := z.Towers[b.r.IntN(len(z.Towers))].At
		col, row = int(base.Col)+b.r.IntN(3)-1, int(base.Row)+b.r.IntN(3)-1
	}
	col, row = min(max(col, 0), game.Side-1), min(max(row, 0), game.Side-1)
	return game.Cell{Zone: uint8(z.Number), Col: uint8(col), Row: uint8(row), Level: uint8(min(roofsOf(z)[col][row].level+1, game.MaxLevel))}
}

// build places so many pieces of random players, beginning at a column and row.
func (b *builder) build(pieces, col, row int) *builder {
	for i := range b.v.Zones {
		z := &b.v.Zones[i]
		for tries := 0; tries < 40*pieces && len(z.Towers)+len(z.Bridges) < pieces; tries++ {
			p := &b.v.Players[b.r.IntN(len(b.v.Players))]
			if b.v.Quick {
				p = &b.v.Players[z.Seats[b.r.IntN(2)]-1]
			}
			b.place(z, p, col, row)
		}
		b.refresh(z)
	}
	b.score()
	return b
}

func (b *builder) place(z *game.ZoneView, p *game.PlayerView, col, row int) {
	c := b.near(z, col, row)
	switch n := b.r.IntN(10); {
	case n < 2 && p.Bridges > 0:
		bridge := game.Bridge{From: c, North: b.r.IntN(2) == 0}
		cells := bridge.Cells()
		if cells[2].Col >= game.Side || cells[2].Row >= game.Side || !stands(z, cells[0]) || !stands(z, cells[2]) || at(z, cells[1]) != noKind {
			return
		}
		below := cells[1]
		below.Level--
		if at(z, below) != noKind {
			return
		}
		z.Bridges = append(z.Bridges, game.BridgeView{Bridge: bridge})
		p.Bridges--
	case n < 7 && p.Towers > 0:
		if stands(z, c) {
			z.Towers = append(z.Towers, game.TowerView{At: c, Facing: game.Facing(b.r.IntN(4) + 1)})
			p.Towers--
		}
	case len(z.Towers) > 8:
		b.settle(z, p)
	}
}

// settle puts a noble on a tower that is free.
func (b *builder) settle(z *game.ZoneView, p *game.PlayerView) {
	t := &z.Towers[b.r.IntN(len(z.Towers))]
	above := t.At
	above.Level++
	if !stands(z, above) && len(t.Nobles) == 0 {
		return
	}
	n := game.NobleView{Colour: p.Colour, Size: game.Small}
	if p.Large > 0 && b.r.IntN(3) == 0 {
		n.Size = game.Large
	}
	for _, other := range t.Nobles {
		if !b.v.Quick && (n.Size == game.Large || other.Size == game.Large || other.Colour == n.Colour || len(t.Nobles) == 2) {
			return
		}
		if n.Size == game.Large && other.Size == game.Large || len(t.Nobles) == 3 {
			return
		}
	}
	if n.Size == game.Large {
		p.Large--
	} else if p.Small--; p.Small < 0 {
		p.Small = 0
		return
	}
	t.Nobles = append(t.Nobles, n)
}

// refresh marks the latest pieces as new.
func (b *builder) refresh(z *game.ZoneView) {
	if n := len(z.Towers); n > 1 {
		z.Towers[n-1].New, z.Towers[n-2].New = true, true
	}
	if n := len(z.Bridges); n > 0 {
		z.Bridges[n-1].New = true
	}
}

// score gives points as in tactical, and some in quick.
func (b *builder) score() {
	counts := standing(&b.v.Zones[0])
	for i := range b.v.Players {
		p := &b.v.Players[i]
		p.Levels, p.Penalty = make([]int, game.MaxLevel), -p.Bridges
		p.Total = p.Penalty
		for level := 1; level <= game.MaxLevel; level++ {
			leads := counts[level][i] > 0
			for j, n := range counts[level] {
				leads = leads && (j == i || n < counts[level][i])
			}
			if leads {
				p.Levels[level-1] = level
				p.Total += level
			}
		}
		if b.v.Quick {
			p.Points = [2]int{b.r.IntN(20), b.r.IntN(20)}
			p.Score, p.Left = min(p.Points[0], p.Points[1]), p.Towers+p.Bridges+p.Small+p.Large
		}
	}
}

// late is a view some way in: a tactical turn, or a quick round.
func late(seats int, quick bool) *game.View {
	pieces := 60
	if quick {
		pieces = 26
	}
	b := newBuilder(3, seats, quick).build(pieces, 9, 12)
	b.v.FirstRound, b.v.Placed, b.v.Grown, b.v.MayEnd = false, 4, true, true
	b.v.Active = 2
	if quick {
		b.v.Active, b.v.Placed, b.v.MayEnd, b.v.Round = 0, 0, false, 3
		b.v.Players[0].Won, b.v.Players[2].Won, b.v.Players[1].Stuck = 1, 1, true
		b.v.Rounds = []game.RoundView{{Winners: []engine.Seat{1}}, {Winners: []engine.Seat{3}}}
	}
	return b.v
}
