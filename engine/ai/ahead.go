package ai

import (
	"math"
	"math/rand/v2"
	"slices"

	"amytis/engine"
)

const (
	// aheadFrom is the number of turns to try from which a search looks further than a turn.
	aheadFrom = 100
	// aheadAfter is the part of these turns, one in so many, that finds the plans to start from.
	aheadAfter = 4
	// aheadLooks is the number of moves from which the others choose a step in between.
	aheadLooks = 4
	// apart is how many short searches, with apartPlans each, find the plans that are answered: a
	// single one finds variants of one plan.
	apart, apartPlans = 6, 2
	// answerWorlds is the number of worlds in which a plan is answered.
	answerWorlds = 3
	// exchanges is the number of moves that are tried in place of a step of the best plan.
	exchanges = 8
)

// lookAtNextTurn gives the best plans the leads that the seat can reach by its next turn.
func (x *search) lookAtNextTurn(b Budget) Thought {
	tried := x.gather(Budget{Turns: b.Turns / aheadAfter, Stop: b.Stop})
	return x.deepen(x.shortlist.all(), tried, maxWorlds, b, x.ahead)
}

// lookAtAnswers gives the plans of some short searches the leads that the others' answers leave.
func (x *search) lookAtAnswers(b Budget) Thought {
	var plans []*Plan
	tried := 0
	for range apart {
		x.shortlist.reset()
		tried += x.gather(Budget{Turns: max(1, b.Turns/aheadAfter/apart), Stop: b.Stop})
		for i := range min(apartPlans, x.shortlist.n) {
			found := &x.shortlist.plans[i]
			x.trim(found)
			same := func(p *Plan) bool { return sameSteps(p.Moves, found.Moves) }
			if !slices.ContainsFunc(plans, same) {
				plans = append(plans, new(Plan))
				plans[len(plans)-1].copyFrom(found)
			}
		}
	}
	found := x.deepen(plans, tried, answerWorlds, b, x.answered)
	if x.played == nil {
		x.giveLeast(&found)
	}
	return found
}

// giveLeast exchanges steps of the best plan for moves of the same verb that leave the seat as far
// ahead and the others less to gain: a piece that only fills the turn should not help a rival.
func (x *search) giveLeast(found *Thought) {
	plan := &found.Best
	lead := found.Best.Lead
	other := found.Other.Moves[:min(1, len(found.Other.Moves))] // must stay another first step
	if !x.value(plan) {
		return
	}
	least := x.gains(math.MaxInt32)
	var changed Plan
	for i := len(x.begin); i < len(plan.Moves); i++ {
		x.trial.CopyFrom(x.worlds[0])
		x.moves = x.moves[:0]
		x.follow(plan.Moves[:i])
		x.sound = x.trial.State().Sound(x.seat, x.sound[:0])
		x.sound = slices.DeleteFunc(x.sound, func(m engine.Move) bool {
			return !x.alike(m, plan.Moves[i]) || slices.Contains(other, m)
		})
		changed.copyFrom(plan)
		for range min(exchanges, len(x.sound)) {
			changed.Moves[i] = x.sound[x.r.IntN(len(x.sound))]
			if x.value(&changed) && changed.Lead >= plan.Lead {
				if n := x.gains(least); n < least {
					least = n
					plan.copyFrom(&changed)
				}
			}
		}
	}
	plan.Lead = lead
}

// alike reports whether two moves have the same verb, and the same arguments where any would do.
func (x *search) alike(a, b engine.Move) bool {
	if a.Verb != b.Verb {
		return false
	}
	slot := 0
	for _, arg := range x.info.VerbInfo(a.Verb).Args {
		if arg.Any && a.Args[slot] != b.Args[slot] {
			return false
		}
		slot += arg.Kind.Width()
	}
	return true
}

// gains returns what the others can gain after the turn, each by its best step, up to a limit.
func (x *search) gains(limit int32) (sum int32) {
	for !x.inTurn() && !x.trial.Over() {
		seat := x.trial.Turn().Slice()[0]
		x.trial.Worth(&x.worth)
		without := sum - x.worth[seat]
		x.seen = x.trial.State().Sound(seat, x.seen[:0])
		for _, m := range x.seen {
			if x.trial.WorthAfter(m, &x.worth) {
				sum = max(sum, without+x.worth[seat])
			}
			if sum >= limit {
				return limit
			}
		}
		if x.trial.Play(engine.SkipMove(seat)) != nil {
			break
		}
	}
	return sum
}

// deepen gives plans the mean of the leads that look finds in some worlds, and chooses among them,
// with about b.Turns turns, some of them tried. If it is stopped in the first world, leads stay.
func (x *search) deepen(
	plans []*Plan, tried, worlds int, b Budget,
	look func(plan *Plan, world int, b Budget) (lead int32, tried int),
) Thought {
	if len(plans) == 0 {
		return Thought{Tried: tried}
	}
	if x.played != nil {
		plans = append(plans, x.played)
	}
	stopped := false
	each := Budget{Turns: max(1, (b.Turns-tried)/len(plans)/worlds), Stop: func() bool {
		stopped = stopped || b.Stop != nil && b.Stop()
		return stopped
	}}
	sums, seen := make([]int64, len(plans)), int64(0)
	for w := range worlds {
		sum := slices.Clone(sums)
		for i, plan := range plans {
			lead, n := look(plan, w, each)
			sum[i] += int64(lead)
			tried += n
		}
		if stopped {
			break
		}
		sums, seen = sum, seen+1
	}
	for i, plan := range plans {
		if seen > 0 {
			plan.Lead = int32(sums[i] / seen)
		}
	}
	return choose(plans, tried)
}

// choose returns the best plan and the best one that starts with another step.
func choose(plans []*Plan, tried int) Thought {
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

// afterPlan returns a search that goes on after a plan in a world, with the same luck for all. A
// turn with a refused step goes on by chance.
func (x *search) afterPlan(plan *Plan, world int) *search {
	if x.next == nil {
		x.next = &Player{game: x.game, info: x.info, trial: x.trial.Clone(), trialStep: x.trial.Clone()}
		x.next.worlds[0] = x.trial.Clone()
	}
	y := &search{
		Player: x.next, seat: x.seat, seats: x.seats, steps: maxSteps, nWorlds: 1,
		r: rand.New(rand.NewPCG(x.seed, uint64(world))),
	}
	y.shortlist.reset()
	y.trial.CopyFrom(x.worlds[world%x.nWorlds])
	y.moves = y.moves[:0]
	if !y.follow(plan.Moves) {
		y.finish(1)
	}
	return y
}

// ahead returns the lead in a world after a plan and the best next turn found, without what the
// others gain in between by chance, and the number of turns tried.
func (x *search) ahead(plan *Plan, world int, b Budget) (lead int32, tried int) {
	y := x.afterPlan(plan, world)
	y.await()
	before := y.lead(y.trial, y.seat)
	if !y.inTurn() {
		return before, 0
	}
	y.worlds[0].CopyFrom(y.trial)
	tried = y.gather(b)
	if y.shortlist.n == 0 {
		return before, tried
	}
	return plan.leads[world%x.nWorlds] + y.shortlist.plans[0].Lead - before, tried
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

// answered returns the lead in a world after a plan and the others' turns up to the seat's next,
// each by a short search, and the number of turns tried.
func (x *search) answered(plan *Plan, world int, b Budget) (lead int32, tried int) {
	y := x.afterPlan(plan, world)
	b.Turns = max(1, b.Turns/(int(x.seats)-1))
	for range x.seats {
		y.seat = x.seat
		if y.inTurn() || y.trial.Over() {
			break
		}
		y.seat = y.trial.Turn().Slice()[0]
		y.worlds[0].CopyFrom(y.trial)
		y.shortlist.reset()
		tried += y.gather(b)
		y.trial.CopyFrom(y.worlds[0])
		y.moves = y.moves[:0]
		if y.shortlist.n == 0 || !y.follow(y.shortlist.plans[0].Moves) {
			y.finish(1)
		}
	}
	return y.lead(y.trial, x.seat), tried
}

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
