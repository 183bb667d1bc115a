package gardens

import (
	"strconv"
	"strings"

	"amytis/engine"
)

// Describe returns what a legal move would do, with points, cost and pillars.
func (r Rules) Describe(p *Position, m engine.Move) engine.Description {
	switch m.Verb {
	case verbRemove, verbDig:
		return describeCell(p, m)
	case verbPlace:
		return describePlacement(p, m)
	case verbStatue, verbFountain, verbBridge, verbStairs:
		gain := gainOf(p, m)
		return engine.Description{Rank: gain, Facts: map[string]string{"points": strconv.Itoa(gain)}}
	case verbEnd:
		return describeEnd(p, m)
	}
	return engine.Description{}
}

// describeCell ranks digs by the pillars that the player would get, then by icons.
func describeCell(p *Position, m engine.Move) engine.Description {
	tile := p.visible(Cell(m.Args[0]))
	facts := describeTile(tile)
	icons := strings.Count(facts["icons"], "@")
	if m.Verb != verbDig {
		return engine.Description{Rank: -icons, Facts: facts, Icon: tile.icon()}
	}
	singles, doubles := p.gain(Cell(m.Args[0]), p.garden(m.Seat).flower)
	facts["pillars"] = number(singles)
	facts["doubles"] = number(doubles)
	return engine.Description{Rank: 4*int(singles+2*doubles) + icons, Facts: facts, Icon: tile.icon()}
}

// words returns the keys of a tile's material and flower as one fact, "" for no tile.
func (t Tile) words() string {
	if t == 0 {
		return ""
	}
	return "@material." + t.Material().String() + "+flower." + t.Flower().String()
}

func describeTile(t Tile) map[string]string {
	var icons []string
	for _, icon := range t.Spots(0) {
		if icon != Blank {
			icons = append(icons, "@icon."+icon.String())
		}
	}
	return map[string]string{
		"material": "@material." + t.Material().String(),
		"flower":   "@flower." + t.Flower().String(),
		"icons":    strings.Join(icons, " "),
	}
}

// describePlacement ranks placements by VP and the best decoration next, less their pillars.
func describePlacement(p *Position, m engine.Move) engine.Description {
	pl := placementOf(m)
	f := p.garden(m.Seat).footing(pl.at, pl.level)
	if pl.open != NoHole {
		f = f.without(uint8(cornerOf(pl.at, pl.open)))
	}
	singles, doubles := int(count4[f.single]), int(count4[f.double])
	next := *p
	if (Rules{}).Apply(&next, m) != nil {
		return engine.Description{}
	}
	gain := next.garden(m.Seat).score().Total - p.garden(m.Seat).score().Total
	best, piece := bestDecor(&next, m.Seat)
	facts := map[string]string{
		"singles": strconv.Itoa(singles),
		"doubles": strconv.Itoa(doubles),
		"points":  strconv.Itoa(gain),
		"best":    strconv.Itoa(best),
		"piece":   "",
	}
	if piece != Blank {
		facts["piece"] = "@icon." + piece.String()
	}
	return engine.Description{Rank: 4*(gain+best) - singles - 2*doubles, Facts: facts, Icon: pl.tile.icon()}
}

// gainOf returns the VP that a move adds to the seat's score at once.
func gainOf(p *Position, m engine.Move) int {
	next := *p
	if (Rules{}).Apply(&next, m) != nil {
		return 0
	}
	return next.garden(m.Seat).score().Total - p.garden(m.Seat).score().Total
}

// bestDecor returns the most VP that one decoration of the seat could add, and its icon.
func bestDecor(p *Position, seat engine.Seat) (points int, kind Icon) {
	var room [64]engine.Move
	for _, d := range legalDecor(p, p.garden(seat), seat, room[:0]) {
		if n := gainOf(p, d); n > points {
			points, kind = n, Statue+Icon(d.Verb-verbStatue)
		}
	}
	return points, kind
}

// describeEnd ranks keeping the dug tile above discarding it, and lists what would be lost.
func describeEnd(p *Position, m engine.Move) engine.Description {
	g := p.garden(m.Seat)
	keep := Tile(m.Args[0])
	discarded := g.dug
	rank := 0
	if keep != 0 {
		discarded = g.notch
		rank = 1
	}
	surplus := max(0, int(g.singles)-storedSingles)
	facts := map[string]string{"surplus": strconv.Itoa(surplus), "discarded": ""}
	if discarded != 0 {
		facts["discarded"] = discarded.words()
	}
	d := engine.Description{Rank: rank, Facts: facts, Icon: keep.icon()}
	if discarded != 0 || surplus > 0 {
		d.Loss = "end"
	}
	return d
}

// Need returns what a seat in turn has to do now, with the tiles that can be placed.
func (Rules) Need(p *Position, seat engine.Seat) engine.Note {
	g := p.garden(seat)
	effect, what := "", ""
	if e := p.effect(); p.stage != Removing && e != NoEffect {
		effect, what = "@effect."+e.String()+".name", "@effect."+e.String()+".what"
	}
	switch {
	case p.stage == Removing:
		return engine.Note{Key: "remove", Facts: map[string]string{"left": number(p.removalsLeft(seat))}}
	case !g.building:
		return engine.Note{Key: "dig", Facts: map[string]string{"effect": effect, "what": what}}
	}
	facts := map[string]string{
		"effect": effect, "dug": "", "notch": "", "decorate": "", "placed": number(g.fresh),
	}
	for _, m := range (Rules{}).Legal(p, seat, nil) {
		switch {
		case m.Verb != verbPlace:
			if m.Verb != verbEnd {
				facts["decorate"] = engine.YesFact(true)
			}
		case Tile(m.Args[0]) == g.dug:
			facts["dug"] = g.dug.words()
		default:
			facts["notch"] = g.notch.words()
		}
	}
	if g.fresh == 0 {
		return engine.Note{Key: "place", Facts: facts}
	}
	return engine.Note{Key: "build", Facts: facts}
}

// removalsLeft returns the number of clay tiles that a seat has yet to remove in set-up 5.
func (p *Position) removalsLeft(seat engine.Seat) uint8 {
	n := uint8(0)
	for i := p.removed; i < p.removals(); i++ {
		if engine.Seat(i%p.seats+1) == seat {
			n++
		}
	}
	return n
}

// Scene returns the round with its effect, or what is removed before the first round.
func (Rules) Scene(p *Position) []engine.Note {
	if p.stage == Removing {
		return []engine.Note{{Key: "removing", Facts: map[string]string{
			"left": number(p.removals() - p.removed), "all": number(p.removals()),
		}}}
	}
	facts := map[string]string{"round": number(p.round), "rounds": number(p.rounds + 1)}
	effect := p.effect()
	if effect == NoEffect {
		return []engine.Note{{Key: "plain", Facts: facts}}
	}
	facts["effect"] = "@effect." + effect.String() + ".name"
	facts["what"] = "@effect." + effect.String() + ".what"
	return []engine.Note{{Key: "round", Facts: facts}}
}
