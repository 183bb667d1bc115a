package ai

import "amytis/engine"

// Weigh searches for the best turn of a seat, and values the steps that it played in the same way.
// They reach up to the end of the turn, or the first that revealed something. Best may be the turn
// played. Both have no moves if the steps cannot be played at s. The plans are valid until the next
// call. Where the search looks ahead, a lead is the mean of the one right after the turn and a
// second look's: the best of many plans at first sight was also lucky.
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
	x.begin = nil
	x.played = &played
	best = x.think(b).Best
	if len(best.Moves) == 0 || best.Lead <= played.Lead {
		return played, played
	}
	x.confirm(&best, &played, b)
	if best.Lead < played.Lead {
		best = played
	}
	return best, played
}

const (
	// confirming is the part of the turns to try, one in so many, that confirms a better plan.
	confirming = 8
	// sureLead is the most that a foreseen victory counts, as it may take luck.
	sureLead = 3000
)

// confirm looks ahead from two plans once more, with other luck.
func (x *search) confirm(best, played *Plan, b Budget) {
	look := x.ahead
	switch x.looksAhead(b) {
	case engine.AtNothing:
		return
	case engine.AtAnswers:
		look = x.answered
	}
	x.seed = ^x.seed
	x.played = nil
	b.Turns /= confirming
	plans := []*Plan{best, played}
	x.deepen(plans, 0, maxWorlds, b, func(plan *Plan, world int, b Budget) (lead int32, tried int) {
		lead, tried = look(plan, world, b)
		return max(-sureLead, min(lead, sureLead)), tried
	})
	for _, plan := range plans {
		atOnce := int32(0)
		for _, lead := range plan.leads[:x.nWorlds] {
			atOnce += lead / int32(x.nWorlds)
		}
		plan.Lead = (plan.Lead + atOnce) / 2
	}
}
