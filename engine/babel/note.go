package babel

import (
	"slices"
	"strconv"
	"strings"

	"amytis/engine"
)

func (Rules) Need(p *Position, seat engine.Seat) engine.Note {
	me := p.player(seat)
	if owed := int(me.owed); owed > 0 {
		facts := map[string]string{"count": strconv.Itoa(owed), "opponent": engine.Seats(other(seat)).Ref()}
		if seat == p.active {
			return engine.Note{Key: "discard", Facts: facts}
		}
		return engine.Note{Key: "discard_meanwhile", Facts: facts}
	}
	if p.stage == Drawing {
		return engine.Note{Key: "draw"}
	}
	facts := map[string]string{"site": "", "count": strconv.Itoa(me.hand.size()), "acts": "", "end": "", "can": ""}
	var can []string
	for verb, is := range possible(p, seat) {
		switch {
		case !is:
			continue
		case engine.Verb(verb) == verbEnd:
			facts["end"] = engine.YesFact(true)
		default:
			facts["acts"] = engine.YesFact(true)
		}
		can = append(can, "@sub."+info.VerbInfo(engine.Verb(verb)).Subcommand()+".name")
	}
	facts["can"] = strings.Join(slices.Compact(can), " ")
	if me.pawn != NoPeople {
		facts["site"] = "@people." + me.pawn.String()
	}
	if me.start {
		return engine.Note{Key: "start", Facts: facts}
	}
	return engine.Note{Key: "act", Facts: facts}
}

// possible reports for each verb whether a seat has a legal move with it.
func possible(p *Position, seat engine.Seat) (can [verbEnd + 1]bool) {
	for _, m := range (Rules{}).Legal(p, seat, nil) {
		can[m.Verb] = true
	}
	return can
}

// Scene returns what is owed after a halving, and whether the final phase has begun.
func (Rules) Scene(p *Position) []engine.Note {
	var notes []engine.Note
	for i := range p.players {
		seat := engine.Seat(i + 1)
		if owed := int(p.player(seat).owed); owed > 0 {
			notes = append(notes, engine.Note{Key: "owed", Facts: map[string]string{
				"count": strconv.Itoa(owed), "Name": engine.Seats(seat).Ref(),
			}})
		}
	}
	if p.final {
		notes = append(notes, engine.Note{Key: "final"})
	}
	return notes
}
