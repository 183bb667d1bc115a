package ai

import "amytis/engine"

// Weigh searches for the best turn of a seat, and values the steps that it played in the same way.
// The steps reach up to the end of the turn, or up to the first that revealed something: the search
// finds what could best follow. Best may be the turn played. Both have no moves if the steps cannot
// be played one after the other at s. The plans are valid until the next call.
func (p *Player) Weigh(s engine.State, steps []engine.Move, b Budget, seed uint64) (best, played Plan) {
	x := p.newSearch(s, steps[0].Seat, seed, maxWorlds)
	p.shortlist.reset()
	x.begin = steps
	completing := Budget{Turns: 1, Stop: b.Stop}
	if !p.info.VerbInfo(steps[len(steps)-1].Verb).Ends {
		completing.Turns = max(1, b.Turns/aheadAfter)
	}
	x.gather(completing)
	if p.shortlist.n == 0 {
		return Plan{}, Plan{}
	}
	played.copyFrom(&p.shortlist.plans[0])
	p.shortlist.reset()
	x.begin, x.played = nil, &played
	if best = x.think(b).Best; len(best.Moves) == 0 || best.Lead < played.Lead {
		best = played
	}
	return best, played
}
