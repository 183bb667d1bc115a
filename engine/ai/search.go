package ai

import (
	"math/rand/v2"
	"slices"

	"amytis/engine"
)

const (
	// maxWorlds is the number of ways in which a seat imagines what it cannot know.
	maxWorlds = 4
	// maxSteps bounds the steps of a turn that is tried. What comes after them is left open.
	maxSteps = 64
	// liveSteps is the same bound in a live game, where no turn ends.
	liveSteps = 4
	// maxFailures is the number of turns tried if none can end: one was begun that needs an undo.
	maxFailures = 16
	// sparks is how many turns are tried before others are made from them.
	sparks = 8
	// maxLooks is the highest number of moves to choose a step from.
	maxLooks = 16
	// answerLooks is the number of moves from which the others choose a step in a live game.
	answerLooks = 6
	answerSeed  = 1
)

type Budget struct {
	// Turns is the number of whole turns to try. At least one is tried.
	Turns int
	// Stop, asked between the turns tried, ends the search when it returns true. It may be nil.
	Stop func() bool
}

type Thought struct {
	// Best is the best turn found, a single step if none can end, empty if there is no legal step.
	Best Plan
	// Other is the best turn that starts with another step. It has no moves if none was tried.
	Other Plan
	Tried int
}

// Think searches for the best turn of a seat in turn. The plans are valid until the next call.
func (p *Player) Think(s engine.State, seat engine.Seat, b Budget, seed uint64) Thought {
	x := p.newSearch(s, seat, seed, maxWorlds)
	p.shortlist.reset()
	p.sound = p.worlds[0].State().Sound(seat, p.sound[:0])
	if len(p.sound) == 1 {
		b.Turns = 1
	}
	thought := x.think(b)
	if len(thought.Best.Moves) > 0 {
		return thought
	}
	p.shortlist.other.Moves = p.shortlist.other.Moves[:0]
	if m := p.worlds[0].Draw(seat, x.r); m.Verb != 0 {
		p.shortlist.other.Moves = append(p.shortlist.other.Moves, m)
	}
	return Thought{Best: p.shortlist.other, Tried: thought.Tried}
}

// ThinkFrom searches for the best turn that begins with a move of a seat in turn. Best has no moves
// if the move is not sound, and Other never has. The plans are valid until the next call.
func (p *Player) ThinkFrom(s engine.State, first engine.Move, b Budget, seed uint64) Thought {
	x := p.newSearch(s, first.Seat, seed, maxWorlds)
	p.shortlist.reset()
	p.sound = p.worlds[0].State().Sound(first.Seat, p.sound[:0])
	if !slices.Contains(p.sound, first) {
		return Thought{}
	}
	x.begin = []engine.Move{first}
	return x.think(b)
}

func (x *search) think(b Budget) Thought {
	switch x.looksAhead(b) {
	case engine.AtNextTurn:
		return x.lookAtNextTurn(b)
	case engine.AtAnswers:
		return x.lookAtAnswers(b)
	}
	tried := x.gather(b)
	if x.shortlist.n == 0 {
		return Thought{Tried: tried}
	}
	x.trim(&x.shortlist.plans[0])
	return choose(x.shortlist.all(), tried)
}

func (x *search) looksAhead(b Budget) engine.Ahead {
	if x.live || b.Turns < aheadFrom {
		return engine.AtNothing
	}
	return x.game.Tuning().Ahead
}

// trim leaves out the steps of a plan that gain nothing, the last ones first.
func (x *search) trim(plan *Plan) {
	var shorter Plan
	for i := len(plan.Moves) - 2; i >= len(x.begin); i-- {
		shorter.Moves = slices.Delete(append(shorter.Moves[:0], plan.Moves...), i, i+1)
		if x.value(&shorter) && shorter.Lead >= plan.Lead {
			plan.copyFrom(&shorter)
		}
	}
}

// value gives a plan its leads in all worlds, false if the turn does not end in one of them.
func (x *search) value(plan *Plan) bool {
	sum := int64(0)
	for w := range x.nWorlds {
		x.trial.CopyFrom(x.worlds[w])
		x.moves = x.moves[:0]
		if !x.follow(plan.Moves) || x.inTurn() {
			return false
		}
		plan.leads[w] = x.outcome()
		sum += int64(plan.leads[w])
	}
	plan.Lead = int32(sum / int64(x.nWorlds))
	return true
}

// gather tries turns as long as the budget lasts, and keeps the best. It returns their number.
func (x *search) gather(b Budget) (tried int) {
	for ; !x.enough(b, tried); tried++ {
		x.try(tried)
	}
	return tried
}

func (x *search) enough(b Budget, tried int) bool {
	if x.shortlist.n == 0 {
		return tried >= maxFailures
	}
	return tried >= b.Turns || b.Stop != nil && b.Stop()
}

type search struct {
	*Player
	seat  engine.Seat
	seats engine.Seat // number of seats
	seed  uint64
	r     *rand.Rand
	// answers draws the others' steps in a live game, starting from luck after every turn tried.
	answers *rand.Rand
	luck    *rand.PCG
	nWorlds int
	live    bool
	steps   int           // bound of a turn's steps
	begin   []engine.Move // the moves that every turn tried begins with, none for any
	played  *Plan         // a turn that is valued like those found, nil for none
}

// newSearch imagines some worlds. Afterwards nothing depends on what is hidden from the seat.
func (p *Player) newSearch(s engine.State, seat engine.Seat, seed uint64, worlds int) *search {
	x := &search{Player: p, seat: seat, seats: engine.Seat(len(s.Scores())), seed: seed, r: newRand(seed), steps: maxSteps}
	x.live = s.Pace().Live
	if x.live {
		x.steps = liveSteps
		x.luck = rand.NewPCG(seed, answerSeed)
		x.answers = rand.New(x.luck)
	}
	x.nWorlds = p.imagine(s, seat, x.r, worlds)
	if p.trial == nil {
		p.trial, p.trialStep = p.worlds[0].Clone(), p.worlds[0].Clone()
	}
	return x
}

func (x *search) try(n int) {
	w := n % x.nWorlds
	x.trial.CopyFrom(x.worlds[w])
	x.moves = x.moves[:0]
	if n >= sparks && x.shortlist.n > 0 && x.r.IntN(4) > 0 && !x.repeat() {
		return
	}
	if len(x.moves) < len(x.begin) && !x.follow(x.begin[len(x.moves):]) {
		return
	}
	// A few looks are often enough, and leave time for more turns.
	looks := 1 << min(x.r.IntN(5), x.r.IntN(5))
	if n == 0 {
		looks = maxLooks
	}
	if !x.finish(looks) {
		return
	}
	lead := x.outcome()
	if !x.shortlist.wants(x.moves, lead, w) || x.shortlist.has(x.moves, lead, w) {
		return
	}
	plan := Plan{Moves: x.moves}
	plan.leads[w] = lead
	x.judge(&plan, w)
	x.shortlist.add(&plan)
}

// repeat begins the turn on trial like a kept one, as far as chance says, false if that fails.
func (x *search) repeat() bool {
	// The lower of two numbers: better turns are taken more often.
	from := &x.shortlist.plans[min(x.r.IntN(x.shortlist.n), x.r.IntN(x.shortlist.n))]
	return x.follow(from.Moves[:x.r.IntN(len(from.Moves))])
}

// follow plays steps on trial, with the moves of chance between them, false if one is refused.
func (x *search) follow(moves []engine.Move) bool {
	for _, m := range moves {
		if !x.inTurn() || x.trial.Play(m) != nil {
			return false
		}
		x.moves = append(x.moves, m)
	}
	return true
}

// inTurn reports whether the turn on trial goes on. It plays the moves of chance.
func (x *search) inTurn() bool {
	for range maxSteps {
		turn := x.trial.Turn()
		if turn != engine.Seats(engine.Chance) {
			return turn.Has(x.seat)
		}
		if x.trial.Play(x.trial.Draw(engine.Chance, x.r)) != nil {
			return false
		}
	}
	return false
}

// finish draws steps, each the best of some looks, to the end of the turn, false if it cannot end.
func (x *search) finish(looks int) bool {
	for len(x.moves) < x.steps && !x.ended() && x.inTurn() {
		m := x.step(looks)
		if m.Verb == 0 || x.trial.Play(m) != nil {
			return false
		}
		x.moves = append(x.moves, m)
	}
	return len(x.moves) > 0
}

func (x *search) ended() bool {
	return len(x.moves) > 0 && x.info.VerbInfo(x.moves[len(x.moves)-1].Verb).Ends
}

func (x *search) step(looks int) engine.Move { return x.bestOf(looks, x.seat, x.r) }

// bestOf returns the best of some moves that a seat draws on trial.
func (x *search) bestOf(looks int, seat engine.Seat, r *rand.Rand) engine.Move {
	best := x.trial.Draw(seat, r)
	if looks == 1 {
		return best
	}
	lead, ok := x.glimpse(best)
	x.after = x.worth
	x.seen = append(x.seen[:0], best)
	for range looks - 1 {
		m := x.trial.Draw(seat, r)
		if slices.Contains(x.seen, m) {
			continue
		}
		x.seen = append(x.seen, m)
		if n, legal := x.glimpse(m); legal && (!ok || n > lead) {
			best, lead, ok = m, n, true
			x.after = x.worth
		}
	}
	return best
}

// glimpse returns the lead of a seat after its move on trial, without playing it there.
func (x *search) glimpse(m engine.Move) (lead int32, ok bool) {
	if m.Verb == 0 {
		return 0, false
	}
	if x.trial.WorthAfter(m, &x.worth) {
		return x.leads(m.Seat), true
	}
	x.trialStep.CopyFrom(x.trial)
	if x.trialStep.Play(m) != nil {
		return 0, false
	}
	return x.lead(x.trialStep, m.Seat), true
}

// outcome returns the seat's lead after the turn on trial and, if live, the others' best steps.
func (x *search) outcome() int32 {
	if x.live {
		x.luck.Seed(x.seed, answerSeed)
		others := x.trial.Turn() &^ engine.Seats(x.seat)
		for seat := engine.Seat(1); seat <= x.seats; seat++ {
			// A step may end the round, and the game.
			if others.Has(seat) && x.trial.Turn().Has(seat) {
				m := x.bestOf(answerLooks, seat, x.answers)
				if others>>(seat+1) == 0 && m.Verb != 0 {
					x.worth = x.after // no need to play the last step to value it
					return x.leads(x.seat)
				}
				_ = x.trial.Play(m)
			}
		}
	}
	return x.lead(x.trial, x.seat)
}

// judge plays a plan in all worlds but one, where it was tried, and takes the mean of the leads. A
// turn with a refused step goes on by chance.
func (x *search) judge(plan *Plan, tried int) {
	moves := x.moves
	sum := int64(plan.leads[tried])
	for w := range x.nWorlds {
		if w == tried {
			continue
		}
		x.trial.CopyFrom(x.worlds[w])
		x.moves = x.spare[:0]
		if x.follow(moves) || x.finish(1) {
			plan.leads[w] = x.outcome()
		} else {
			plan.leads[w] = plan.leads[tried]
		}
		x.spare = x.moves
		sum += int64(plan.leads[w])
	}
	x.moves = moves
	plan.Lead = int32(sum / int64(x.nWorlds))
}

// lead returns by how much a seat leads the best other seat at a position.
func (x *search) lead(d engine.Mind, of engine.Seat) int32 {
	d.Worth(&x.worth)
	return x.leads(of)
}

// leads returns by how much a seat leads the best other seat at the position valued last.
func (x *search) leads(of engine.Seat) int32 {
	worth := &x.worth
	best, found := int32(0), false
	for seat := engine.Seat(1); seat <= x.seats; seat++ {
		if seat != of && (!found || worth[seat] > best) {
			best, found = worth[seat], true
		}
	}
	return worth[of] - best
}
