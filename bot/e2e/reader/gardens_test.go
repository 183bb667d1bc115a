package reader_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"amytis/engine"
	game "amytis/engine/gardens"
)

// gardensReader reads the text board of Babylon.
type gardensReader struct {
	*grammar
	view *game.View
	at   *game.GardenView
}

// readGardens returns the View that a text board tells, for a viewer's seat.
func readGardens(g *grammar, said string, seat engine.Seat) (*game.View, error) {
	v := &game.View{Seat: seat, Stage: game.Playing, Gardens: make([]game.GardenView, len(g.names))}
	r := gardensReader{grammar: g, view: v}
	for line := range strings.SplitSeq(said, "\n") {
		if line != "" && !r.common(line) && !r.cell(line) && !r.garden(line) {
			return nil, fmt.Errorf("not understood: %s", line)
		}
	}
	for i := range r.view.Gardens {
		complete(&r.view.Gardens[i])
	}
	return r.view, nil
}

// common reads a line about what all share.
func (r *gardensReader) common(line string) bool {
	v := r.view
	if m, is := r.match(line, "over", "Names"); is {
		v.Stage, v.Winners = game.Over, r.seats(m["Names"])
		return true
	}
	if m, is := r.match(line, "board.rounds", "#Rounds"); is {
		v.Rounds, v.Effect = m.number("Rounds"), game.NoEffect // which the first round has
		return true
	}
	if m, is := r.match(line, "round", "#Round", "#Rounds", "Effect"); is {
		v.Round, v.Rounds, v.Effect = m.number("Round"), m.number("Rounds"), r.effect(m["Effect"])
		return true
	}
	if m, is := r.match(line, "turn", "Names"); is {
		v.Turn = engine.Seats(r.seats(m["Names"])...)
		return true
	}
	if m, is := r.match(line, "past", "Things"); is {
		for _, e := range r.clauses(m["Things"]) {
			v.Past = append(v.Past, r.effect(e))
		}
		return true
	}
	if m, is := r.match(line, "board.options", "Things"); is {
		v.Overlap = r.option(m["Things"], "overlap", "never", "adjacent")
		v.Build = r.option(m["Things"], "build", "turns", "together")
		return true
	}
	if m, is := r.match(line, "supply", "Things"); is {
		n := numbers(m["Things"])
		v.Supply = game.Supply{
			Singles: uint8(n[0]), Doubles: uint8(n[1]), Belvederes: uint8(n[2]), Stairs: uint8(n[3]),
			Fountains: uint8(n[4]), Bridges: uint8(n[5]), Statues: uint8(n[6]),
		}
		return true
	}
	if r.is(line, "removing") {
		v.Stage = game.Removing
		return true
	}
	_, left := r.match(line, "left", "#Count")
	_, empty := r.match(line, "board.empty", "Cells")
	return left || empty
}

func (r *gardensReader) effect(word string) game.Effect {
	effects := []game.Effect{
		game.NoEffect, game.Single, game.Double, game.Wild, game.BlankSpot, game.FlowerTwice, game.Minus,
	}
	return one(word, effects, func(e game.Effect) string { return r.say("effect." + e.String()) })
}

// tileNamed returns the tile of a name such as "BI4".
func tileNamed(name string) game.Tile {
	for t := game.Tile(1); t <= game.NumTiles; t++ {
		if t.String() == name {
			return t
		}
	}
	return 0
}

// tileOf returns the tile of a text such as "BI4 (basalt iris: statue, stairs)".
func tileOf(text string) game.Tile {
	id, _, _ := strings.Cut(text, " ")
	return tileNamed(id)
}

// cell reads a line about a cell of the quarry.
func (r *gardensReader) cell(line string) bool {
	m, is := r.match(strings.TrimSuffix(line, "."), "board.cell", "Cell", "#Level", "Tile")
	if !is || len(m["Cell"]) != 2 {
		return false
	}
	cell := &r.view.Quarry[game.CellAt(int(m["Cell"][0]-'a'), int(m["Cell"][1]-'1'))-1]
	tile, yield, _ := strings.Cut(m["Tile"], "; ")
	cell.Tile, cell.Level = tileOf(tile), m.number("Level")
	if y, is := r.match(yield, "yield", "#Count", "#Doubles"); is {
		cell.Yield, cell.Doubles = y.number("Count"), y.number("Doubles")
	}
	return cell.Tile != 0
}

// garden reads a line about a player's garden. Such lines stand below the one with its name.
func (r *gardensReader) garden(line string) bool {
	for i, name := range r.names {
		rest, is := strings.CutPrefix(line, r.say("board.garden", "Name", name)+" ")
		if m, scored := r.match(rest, "score", "Flower", "#Points"); is && scored {
			r.at = &r.view.Gardens[i]
			r.at.Seat, r.at.Score.Total = engine.Seat(i+1), m.number("Points")
			r.at.Flower = one(m["Flower"], []game.Flower{game.Jasmine, game.Rose, game.Iris, game.Marigold},
				func(f game.Flower) string { return r.say("flower." + f.String()) })
			return true
		}
	}
	g := r.at
	if g == nil {
		return false
	}
	if m, is := r.match(line, "pad", "Things"); is {
		n, s := numbers(m["Things"]), &g.Score
		s.Statues, s.Fountains, s.Bridges, s.Stairs = n[0], n[1], n[2], n[3]
		s.DecorSets, s.FlowerSets, s.Belvederes, s.Highest = n[4], n[5], n[6], n[7]
		return true
	}
	if m, is := r.match(line, "board.open_holes", "#Holes"); is {
		g.Score.OpenHoles = m.number("Holes")
		return true
	}
	if m, is := r.match(line, "hand", "Things"); is {
		return r.stored(g, r.clauses(m["Things"]))
	}
	if m, is := r.match(line, "level", "#Level", "Things"); is {
		return r.onLevel(g, m.number("Level"), r.clauses(m["Things"]))
	}
	g.Resigned = g.Resigned || r.is(line, "resigned")
	g.Building = g.Building || r.is(line, "board.building")
	return r.is(line, "resigned") || r.is(line, "board.building") || r.is(line, "empty")
}

// stored reads what a player has at hand.
func (r *gardensReader) stored(g *game.GardenView, things []string) bool {
	for _, thing := range things {
		if m, is := r.match(thing, "singles", "#Count"); is {
			g.Singles = m.number("Count")
		} else if m, is := r.match(thing, "doubles", "#Count"); is {
			g.Doubles = m.number("Count")
		} else if m, is := r.match(thing, "notch", "Tile"); is {
			g.Notch = tileOf(m["Tile"])
		} else if m, is := r.match(thing, "dug", "Tile"); is {
			g.Dug = tileOf(m["Tile"])
		} else {
			return false
		}
	}
	return true
}

func holeNamed(name string) game.Hole { return game.At(int(name[0]-'a'), int(name[1]-'1')) }

// onLevel reads a tile, or the decorations of a level.
func (r *gardensReader) onLevel(g *game.GardenView, level int, things []string) bool {
	if r.tile(g, level, things) {
		return true
	}
	for _, thing := range things {
		d := game.Decoration{Level: level}
		if m, is := r.match(thing, "board.covered", "Thing"); is {
			d.Hidden, thing = true, m["Thing"]
		}
		if m, is := r.match(thing, "supporting", "Thing"); is {
			d.Supporting, thing = true, m["Thing"]
		}
		for kind, key := range map[game.Icon]string{
			game.Statue: "statues", game.Fountain: "fountains", game.Bridge: "bridges", game.Stairs: "stairs",
		} {
			if at, is := strings.CutPrefix(thing, r.say(key, "Count", 1, "At", "")); is {
				ends := strings.Split(strings.TrimSpace(at), "–")
				d.Kind, d.A = kind, holeNamed(ends[0])
				if len(ends) == 2 {
					b := holeNamed(ends[1])
					d.LowAtB = kind == game.Stairs && d.A > b
					d.A, d.B = min(d.A, b), max(d.A, b)
				}
			}
		}
		if d.Kind == game.Blank {
			return false
		}
		g.Decor = append(g.Decor, d)
	}
	return true
}

// tile reads a line about a tile of a garden, with what can be seen on it and its supports.
func (r *gardensReader) tile(g *game.GardenView, level int, things []string) bool {
	p, thing := game.PlacedTile{Level: level, Rot: -1}, things[0]
	if m, is := r.match(thing, "board.covered", "Thing"); is {
		p.Hidden, thing = true, m["Thing"]
	}
	if m, is := r.match(thing, "fresh", "Thing"); is {
		p.Fresh, thing = true, m["Thing"]
	}
	m, is := r.match(thing, "board.tile", "Tile", "Name", "At")
	if p.Tile = tileNamed(m["Tile"]); !is || p.Tile == 0 {
		return false
	}
	p.At = holeNamed(m["At"])
	for rot := range 4 {
		if things[1] == r.say(fmt.Sprintf("turned.r%d", rot)) {
			p.Rot = rot
		}
	}
	carried := map[game.Hole]bool{}
	supports, _ := r.match(things[len(things)-1], "board.supports", "Things")
	for _, s := range commas(supports["Things"]) {
		at, word, _ := strings.Cut(s, " ")
		support := game.Support{Hole: holeNamed(at), To: level, From: level - 1}
		switch word {
		case r.say("count.singles", "Count", 1):
			support.Kind = game.SinglePillar
		case r.say("count.doubles", "Count", 1):
			support.Kind, support.From = game.DoublePillar, level-2
		case r.say("icon.S"):
			support.Kind = game.StatueSupport
		}
		carried[support.Hole] = true
		g.Supports = append(g.Supports, support)
	}
	for _, h := range p.Holes() {
		if !carried[h] {
			p.Open = h
		}
	}
	g.Tiles = append(g.Tiles, p)
	return p.Rot >= 0 && (len(things) == 3 || r.shows(&p, things[2]))
}

// shows reports whether the told spots are those of the tile as it lies.
func (r *gardensReader) shows(p *game.PlacedTile, told string) bool {
	m, _ := r.match(told, "board.spots", "Things")
	icons := p.Tile.Spots(p.Rot)
	for _, spot := range commas(m["Things"]) {
		at, word, _ := strings.Cut(spot, " ")
		if b, is := r.match(word, "board.built", "Thing"); is {
			word = b["Thing"]
		}
		corner := slices.Index(holes(p), holeNamed(at))
		want := r.say("board.blank")
		switch {
		case corner < 0:
			return false
		case holeNamed(at) == p.Open:
			want = r.say("count.belvederes", "Count", 1)
		case icons[corner] != game.Blank:
			want = r.say("icon." + icons[corner].String())
		}
		if word != want {
			return false
		}
	}
	return true
}

func holes(p *game.PlacedTile) []game.Hole {
	h := p.Holes()
	return h[:]
}

// complete fills in what follows from a garden's tiles, and puts all in order.
func complete(g *game.GardenView) {
	for i := range g.Tiles {
		for _, h := range g.Tiles[i].Holes() {
			g.Heights[h-1] = max(g.Heights[h-1], g.Tiles[i].Level)
		}
	}
	ordered(g)
}

// ordered sorts the lists of a garden, whose order a text board does not tell.
func ordered(g *game.GardenView) {
	slices.SortFunc(g.Tiles, func(a, b game.PlacedTile) int { return cmp.Or(a.Level-b.Level, int(a.At)-int(b.At)) })
	slices.SortFunc(g.Supports, func(a, b game.Support) int { return cmp.Or(a.To-b.To, int(a.Hole)-int(b.Hole)) })
	slices.SortFunc(g.Decor, func(a, b game.Decoration) int {
		return cmp.Or(a.Level-b.Level, int(a.Kind)-int(b.Kind), int(a.A)-int(b.A), int(a.B)-int(b.B))
	})
}

// orderedGardens returns a View with its lists in the order of readGardens.
func orderedGardens(v *game.View) *game.View {
	for i := range v.Gardens {
		g := &v.Gardens[i]
		g.Supports = append([]game.Support(nil), g.Supports...)
		g.Tiles = append([]game.PlacedTile(nil), g.Tiles...)
		ordered(g)
	}
	return v
}
