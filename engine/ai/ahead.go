package ai

import "math/rand/v2"

const (
	// aheadFrom is the number of turns to try from which a search looks ahead.
	aheadFrom = 1000
	// aheadAfter is the part of these turns, one in so many, that finds the plans to look ahead
	// from.
	aheadAfter = 4
	// aheadLooks is the number of moves from which the others choose a step in between.
	aheadLooks = 4
)

// lookAhead gives the kept plans the leads that the seat can reach by its next turn. It returns the
// best plan and the best one that starts with another step. It tries about b.Turns turns. If it is
// stopped before it has seen all plans in a world, the leads stay as they were.
func (x *search) lookAhead(b Budget) Thought {
	if x.next == nil {
		x.next = &Player{game: x.game, info: x.info, trial: x.trial.Clone(), trialStep: x.trial.Clone()}
		x.next.worlds[0] = x.trial.Clone()
	}
	plans := x.shortlist.all()
	if x.played != nil {
		plans = append(plans, x.played)
	}
	stopped := false
	each := Budget{Turns: max(1, b.Turns/len(plans)/maxWorlds), Stop: func() bool {
		stopped = stopped || b.Stop != nil && b.Stop()
		return stopped
	}}
	var sums [keptPlans + 2]int64 // one each for those kept, the other one and the one played
	tried, worlds := 0, int64(0)
	for ; worlds < maxWorlds; worlds++ {
		sum := sums
		for i, plan := range plans {
			lead, n := x.ahead(plan, int(worlds), each)
			sum[i] += int64(lead)
			tried += n
		}
		if stopped {
			break
		}
		sums = sum
	}
	for i, plan := range plans {
		if worlds > 0 {
			plan.Lead = int32(sums[i] / worlds)
		}
	}
	best := bestPlan(plans, func(*Plan) bool { return true })
	found := Thought{Best: *best, Tried: tried}
	if other := bestPlan(plans, func(p *Plan) bool { return p.Moves[0] != best.Moves[0] }); other != nil {
		found.Other = *other
	}
	return found
}

// bestPlan returns the plan with the highest lead among those that fit, nil if none does.
func bestPlan(plans []*Plan, fits func(*Plan) bool) (best *Plan) {
	for _, plan := range plans {
		if fits(plan) && (best == nil || plan.Lead > best.Lead) {
			best = plan
		}
	}
	return best
}

// ahead returns the lead of the seat in a world, after a plan and the best next turn that it finds.
// It also returns the number of turns tried. What the others gain in between is left out: they act
// by chance, so it says little about the plan.
func (x *search) ahead(plan *Plan, world int, b Budget) (lead int32, tried int) {
	y := &search{
		Player: x.next, seat: x.seat, seats: x.seats, steps: maxSteps, nWorlds: 1,
		r: rand.New(rand.NewPCG(x.seed, uint64(world))), // the same luck for all plans
	}
	y.shortlist.reset()
	y.moves = y.moves[:0]
	y.trial.CopyFrom(x.worlds[world%x.nWorlds])
	if !y.follow(plan.Moves) {
		y.finish(1)
	}
	y.await()
	before := y.lead(y.trial, y.seat)
	if !y.inTurn() {
		return before, 0
	}
	y.worlds[0].CopyFrom(y.trial)
	found := y.think(b)
	if len(found.Best.Moves) == 0 {
		return before, found.Tried
	}
	return plan.leads[world%x.nWorlds] + found.Best.Lead - before, found.Tried
}

// await lets the others act until the seat is in turn again or the game is over.
func (x *search) await() {
	for range maxSteps * int(x.seats) {
		if x.inTurn() || x.trial.Over() {
			return
		}
		seat := x.trial.Turn().Slice()[0]
		if x.trial.Play(x.bestOf(aheadLooks, seat, x.r)) != nil {
			return
		}
	}
}
