package ai

import (
	"slices"

	"amytis/engine"
)

// Plan is a whole turn of a seat, or what is left of it.
type Plan struct {
	Moves []engine.Move // the steps of the seat, at least one
	// Lead is by how much the seat leads the best other one after the turn, or its next one if the
	// search looked ahead, in hundredths of a point: the mean over what the seat may imagine.
	Lead  int32
	leads [maxWorlds]int32
}

func (p *Plan) copyFrom(from *Plan) {
	moves := append(p.Moves[:0], from.Moves...)
	*p = *from
	p.Moves = moves
}

// keptPlans is the number of plans that new ones are made from.
const keptPlans = 8

// shortlist are the best plans so far, the best one first.
type shortlist struct {
	plans [keptPlans]Plan
	n     int
	// other is the best plan that starts with another step than the best of all, empty for none.
	other Plan
}

func (k *shortlist) reset() { k.n, k.other.Moves = 0, k.other.Moves[:0] }

// worst returns the plan that the next better one replaces, nil if there is room.
func (k *shortlist) worst() *Plan {
	if k.n < keptPlans {
		return nil
	}
	return &k.plans[k.n-1]
}

// wants reports whether a turn with a lead in a world may be one of the best plans, or the other.
func (k *shortlist) wants(moves []engine.Move, lead int32, world int) bool {
	worst := k.worst()
	if worst == nil || lead > worst.leads[world] {
		return true
	}
	return moves[0] != k.plans[0].Moves[0] && (len(k.other.Moves) == 0 || lead > k.other.leads[world])
}

// has reports whether a turn with a lead in a world is kept already, maybe in another order.
func (k *shortlist) has(moves []engine.Move, lead int32, world int) bool {
	for i := range k.n {
		if k.plans[i].leads[world] == lead && sameSteps(k.plans[i].Moves, moves) {
			return true
		}
	}
	return false
}

// sameSteps reports whether two turns without repeated steps have the same ones in any order.
func sameSteps(a, b []engine.Move) bool {
	missing := func(m engine.Move) bool { return !slices.Contains(b, m) }
	return len(a) == len(b) && !slices.ContainsFunc(a, missing)
}

// all returns the best plans, and the other one if it is none of them.
func (k *shortlist) all() []*Plan {
	all := make([]*Plan, 0, keptPlans+1)
	for i := range k.n {
		all = append(all, &k.plans[i])
	}
	same := func(p *Plan) bool { return slices.Equal(p.Moves, k.other.Moves) }
	if len(k.other.Moves) > 0 && !slices.ContainsFunc(all, same) {
		all = append(all, &k.other)
	}
	return all
}

// add keeps a copy of a plan if it is good enough.
func (k *shortlist) add(plan *Plan) {
	k.compare(plan)
	if w := k.worst(); w != nil {
		if plan.Lead <= w.Lead {
			return
		}
		k.n--
	}
	// The slot behind the last plan has room for moves that is used again.
	at := k.n
	k.plans[at].copyFrom(plan)
	k.n++
	for ; at > 0 && k.plans[at].Lead > k.plans[at-1].Lead; at-- {
		k.plans[at], k.plans[at-1] = k.plans[at-1], k.plans[at]
	}
}

// compare keeps the plan as the other one if it is the best that starts differently.
func (k *shortlist) compare(plan *Plan) {
	if k.n == 0 {
		return
	}
	best := &k.plans[0]
	same := best.Moves[0] == plan.Moves[0]
	switch {
	case plan.Lead > best.Lead && !same:
		k.other.copyFrom(best)
	case plan.Lead <= best.Lead && !same && (len(k.other.Moves) == 0 || plan.Lead > k.other.Lead):
		k.other.copyFrom(plan)
	}
}
