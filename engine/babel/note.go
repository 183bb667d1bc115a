package babel

import (
	"strconv"

	"amytis/engine"
)

// Need returns what a seat in turn has to do now.
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
	facts := map[string]string{"site": "", "count": strconv.Itoa(me.hand.size())}
	if me.pawn != NoPeople {
		facts["site"] = "@people." + me.pawn.String()
	}
	switch {
	case me.start:
		return engine.Note{Key: "start", Facts: facts}
	case me.pawn == NoPeople:
		return engine.Note{Key: "travel", Facts: facts}
	}
	return engine.Note{Key: "act", Facts: facts}
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
