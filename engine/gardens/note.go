package gardens

import "amytis/engine"

// Need returns what a seat in turn has to do now. Of tiles and decorations it has only what can be
// placed.
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
