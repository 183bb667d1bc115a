package table

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"amytis/engine"
)

// Plan is what the program plays for a seat when its turn comes; none without Turns. It is in the
// log, ordered with everything else. The seat's next step, another player and the end delete it. It
// is its player's secret.
type Plan struct {
	// Turns are whole turns in order of preference: the first that fits is played.
	Turns [][]engine.Move
	Any   bool // it is played even if something better has come up
	// changes counts the plans for this turn, dropped ones included.
	changes int
	// from is the position after the first moves in which it was made. What its steps meant is
	// found out from there only when asked, since loading must be quick.
	from  engine.State
	moves int
}

const (
	maxChoices = 3 // turns of a plan
	maxChanges = 8 // plans of a seat for one turn
	// between stands between the moves of a planned turn.
	between = ";"
)

// PlanChoices is the most turns of a plan, 0 without plans. The fewer play, the likelier one fits.
func (t *Table) PlanChoices() int {
	if !t.Game.Info().Plans {
		return 0
	}
	return min(len(t.Players), maxChoices)
}

// MayPlan reports whether a seat's player can plan now. Computers alone answer at once: no plans.
func (t *Table) MayPlan(seat engine.Seat) bool {
	if t.Status != Running || t.checkSeat(seat) != nil || t.Computers().Has(seat) || t.Solo() {
		return false
	}
	_, ok := foreseen(t.State, seat, len(t.Moves))
	return ok
}

// foreseen returns the position in which a seat plans after a number of moves, always the same one.
func foreseen(s engine.State, seat engine.Seat, moves int) (engine.State, bool) {
	chance := fixedRand(moves)
	return s.Foresee(seat, &chance)
}

// applyForeseen makes the table a copy on which a seat plans, without limits.
func applyForeseen(t *Table, e Event) error {
	s, ok := foreseen(t.State, e.Seat, len(t.Moves))
	if !ok {
		return engine.Refuse(RefusedLog, "")
	}
	t.State = s
	t.Planner = e.Seat
	t.Limit, t.Reserve = 0, 0
	return nil
}

// CheckPlan refuses a plan that cannot be made now, and turns that are not whole or possible. Next
// does not: a plan must never keep a table from being loaded.
func (t *Table) CheckPlan(e Event) error {
	next, err := t.Next(e)
	if err != nil || len(e.Plan) == 0 {
		return err
	}
	turns := next.Plans[e.Seat].Turns
	if !t.MayPlan(e.Seat) || len(turns) != len(e.Plan) || len(turns) > t.PlanChoices() {
		return engine.Refuse(RefusedLog, "")
	}
	s, _ := foreseen(t.State, e.Seat, len(t.Moves))
	for _, turn := range turns {
		if misfit := t.misfit(s, s, turn); misfit != nil {
			return misfit.Refused
		}
	}
	return nil
}

// applyPlanned replaces a seat's plan, without the turns that it cannot read.
func applyPlanned(t *Table, e Event) error {
	if err := t.checkSeat(e.Seat); err != nil {
		return err
	}
	plan := Plan{Any: e.Any, changes: t.Plans[e.Seat].changes + 1, from: t.State, moves: len(t.Moves)}
	switch makes := len(e.Plan) > 0; {
	case makes && (!t.Game.Info().Plans || t.Computers().Has(e.Seat)):
		return engine.Refuse(RefusedLog, "")
	case makes && t.State.Turn().Has(e.Seat):
		return engine.Refuse(RefusedPlanTurn, "")
	case plan.changes > maxChanges+1, makes && plan.changes > maxChanges: // the last one can be dropped
		return engine.Refuse(RefusedPlanOften, "", "max", strconv.Itoa(maxChanges))
	}
	for _, line := range e.Plan {
		if turn := t.parseTurn(e.Seat, line); turn != nil {
			plan.Turns = append(plan.Turns, turn)
		}
	}
	t.Plans[e.Seat] = plan
	t.Skipped[e.Seat] = 0 // the player is there, and drops the plan of a turn that has begun
	t.Waits[e.Seat].Looked = t.Waits[e.Seat].PingHeld != 0
	return nil
}

// parseTurn reads a planned turn, nil if it is not a whole one of the seat.
func (t *Table) parseTurn(seat engine.Seat, line string) (turn []engine.Move) {
	ended := false
	for text := range strings.SplitSeq(line, between) {
		m, err := t.Game.ParseMove(text)
		if err != nil || m.Seat != seat || m.Verb == engine.Resign || ended {
			return nil
		}
		turn = append(turn, m)
		ended = t.Game.Info().VerbInfo(m.Verb).Ends
	}
	if !ended {
		return nil
	}
	return turn
}

// dropPlans deletes the plans of seats that have just acted, and all when the game is over.
func (t *Table) dropPlans() {
	for seat := range t.Plans {
		if t.Acted[seat] == t.Version || t.Status != Running {
			t.Plans[seat] = Plan{}
		}
	}
}

// Misfit is why a planned turn is not played: its first step that would not do what was planned.
type Misfit struct {
	Move    engine.Move
	Refused error // why the step is not legal, nil if it is
	// Was is what the step was meant to do, Is what it would do. Fact is one that differs, "" for
	// the loss.
	Was, Is engine.Description
	Fact    string
	Better  engine.Move // has come up instead of Move, so the player should be asked
}

// PlannedTurn returns the first planned turn of a seat in turn of which every step is legal and
// means what it meant, or more, and its number in choice. If none is played, choice is 0, and
// misfit says why the first is not, or that something better has come up; nil without a plan.
func (t *Table) PlannedTurn(seat engine.Seat) (turn []engine.Move, choice int, misfit *Misfit) {
	if !t.Turn().Has(seat) || t.Planner != 0 {
		return nil, 0, nil
	}
	return t.firstFit(seat, t.State)
}

// PlanFits reports whether a seat's plan would be played if its turn began now, or there is none.
func (t *Table) PlanFits(seat engine.Seat) bool {
	s, ok := foreseen(t.State, seat, len(t.Moves))
	if !ok || len(t.Plans[seat].Turns) == 0 {
		return true
	}
	_, choice, _ := t.firstFit(seat, s)
	return choice > 0
}

// firstFit is PlannedTurn at a position in which the seat is in turn.
func (t *Table) firstFit(seat engine.Seat, now engine.State) (turn []engine.Move, choice int, misfit *Misfit) {
	plan := &t.Plans[seat]
	if len(plan.Turns) == 0 {
		return nil, 0, nil
	}
	planned, ok := foreseen(plan.from, seat, plan.moves)
	for i := 0; ok && i < len(plan.Turns); i++ {
		turn = plan.Turns[i]
		if why := t.misfit(planned, now, turn); why != nil {
			misfit = cmp.Or(misfit, why)
			continue
		}
		was, _ := lead(planned, turn[0])
		if is, better := lead(now, turn[0]); is > was && !plan.Any {
			return nil, 0, &Misfit{Move: turn[0], Better: better}
		}
		return turn, i + 1, nil
	}
	return nil, 0, misfit
}

// PlayPlanned returns the events of a seat's turn as planned, none if no turn of its plan fits.
func (t *Table) PlayPlanned(seat engine.Seat, at int64) (events []Event) {
	turn, choice, _ := t.PlannedTurn(seat)
	for _, m := range turn {
		e := Move(t.Game, m, t.Player(seat).User, at)
		e.Auto = true
		e.Choice = choice
		events = append(events, e)
	}
	return events
}

// misfit returns why a turn does not do now what it did where it was planned, nil if it does.
func (t *Table) misfit(planned, now engine.State, turn []engine.Move) *Misfit {
	for _, m := range turn {
		why := &Misfit{Move: m}
		was, is := planned, now
		if planned, why.Refused = was.Apply(m); why.Refused != nil {
			return why
		}
		if now, why.Refused = is.Apply(m); why.Refused != nil {
			return why
		}
		why.Was, why.Is = was.Describe(m), is.Describe(m)
		why.Fact = why.differs(t.Game.Info().VerbInfo(m.Verb).AtLeast)
		if why.Fact != "" || why.Was.Loss != why.Is.Loss && why.differs(nil) == "" {
			return why
		}
	}
	return nil
}

// differs returns a fact that the step changes, "" for none. Facts of atLeast may grow.
func (why *Misfit) differs(atLeast []string) string {
	for _, name := range slices.Sorted(maps.Keys(why.Was.Facts)) {
		was, is := why.Was.Facts[name], why.Is.Facts[name]
		if was != is && (!slices.Contains(atLeast, name) || number(is) < number(was)) {
			return name
		}
	}
	return ""
}

func number(fact string) int {
	n, _ := strconv.Atoi(fact)
	return n
}

// lead returns by how much a move of the same verb outranks m at most, and that move.
func lead(s engine.State, m engine.Move) (by int, better engine.Move) {
	rank := s.Describe(m).Rank
	for _, other := range s.Legal(m.Seat, nil) {
		if ahead := s.Describe(other).Rank - rank; other.Verb == m.Verb && ahead > by {
			by, better = ahead, other
		}
	}
	return by, better
}
