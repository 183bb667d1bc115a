package hints

import (
	"maps"
	"math/rand/v2"
	"strconv"

	"amytis/engine"
	"amytis/engine/table"
)

// step is a move of a turn that is not played yet.
type step struct {
	move engine.Move
	// before is the table on which it would be played, as its player imagines that.
	before *table.Table
	// points are what the move scores at once, as its description says.
	points int
}

// future is a turn as far as a player can foresee it.
type future struct {
	steps []step
	// after is the table after the steps.
	after *table.Table
	// open says that the turn goes on, but in a way that depends on what is hidden now.
	open bool
}

// worlds is the number of ways in which a player imagines what is hidden.
const worlds = 16

// foresee plays a turn as its player imagines it. It plays the steps that are legal and have the
// same description in several imagined positions, so it tells nothing that the player cannot know.
// It plays the first step if that is legal at all. moves is not empty.
func foresee(t *table.Table, moves []engine.Move, seed uint64) future {
	r := rand.New(rand.NewPCG(seed, worlds))
	states := make([]engine.State, worlds)
	for i := range states {
		mind := t.State.Mind()
		mind.Imagine(moves[0].Seat, r)
		states[i] = mind.State()
	}
	f := future{after: at(t, states[0])}
	for i, m := range moves {
		before := f.after
		if !playAlike(states, m, r, i == 0) {
			f.open = true
			return f
		}
		points, _ := strconv.Atoi(before.State.Describe(m).Facts["points"])
		f.steps = append(f.steps, step{m, before, points})
		f.after = at(t, states[0])
	}
	return f
}

// at returns a copy of a table at another position.
func at(t *table.Table, s engine.State) *table.Table {
	there := *t
	there.State = s
	return &there
}

// playAlike plays a move in all states in place, and the moves of chance that follow. It returns
// false if the move is refused in a state. It also does if the move means something else there,
// unless force is set.
func playAlike(states []engine.State, m engine.Move, r engine.Rand, force bool) bool {
	var facts map[string]string
	for i, s := range states {
		next, err := s.Apply(m)
		if err != nil {
			return false
		}
		switch described := s.Describe(m).Facts; {
		case i == 0:
			facts = described
		case !force && !maps.Equal(facts, described):
			return false
		}
		for next.Turn() == engine.Seats(engine.Chance) {
			if next, err = next.Apply(next.Chance(r)); err != nil {
				return false
			}
		}
		states[i] = next
	}
	return true
}

// key returns the step that scores most and what it scores. ok is false if that is the first step,
// or nothing scores.
func (f *future) key() (key step, ok bool) {
	for i, s := range f.steps {
		if s.points > key.points {
			key, ok = s, i > 0
		}
	}
	return key, ok
}

// stuck reports whether the turn goes on after all its steps. A search finds such a turn only where
// none that ends was found.
func (f *future) stuck() bool {
	last := f.steps[len(f.steps)-1].move
	return !f.open && !f.after.State.Pace().Live && !f.after.Game.Info().VerbInfo(last.Verb).Ends &&
		f.after.State.Turn().Has(last.Seat)
}

// points returns the sum of what the steps score at once.
func (f *future) points() int {
	sum := 0
	for _, s := range f.steps {
		sum += s.points
	}
	return sum
}
