package reasons

import (
	"maps"
	"math/rand/v2"
	"strconv"

	"amytis/engine"
	"amytis/engine/table"
)

type Step struct {
	Move engine.Move
	// Before is the table on which it would be played, as its player imagines it.
	Before *table.Table
	// Points are what the move scores at once, as its description says.
	Points int
}

// Future is a turn as far as a player can foresee it.
type Future struct {
	Steps []Step
	After *table.Table
	// Open says that how the turn goes on depends on what is hidden now.
	Open bool
}

// worlds is the number of ways in which a player imagines what is hidden.
const worlds = 16

// Foresee plays a turn as its player imagines it: the steps that are legal, and described alike, in
// several imagined positions. So it tells nothing that the player cannot know. It plays the first
// step if that is legal at all. moves is not empty.
func Foresee(t *table.Table, moves []engine.Move, seed uint64) Future {
	r := rand.New(rand.NewPCG(seed, worlds))
	states := make([]engine.State, worlds)
	for i := range states {
		mind := t.State.Mind()
		mind.Imagine(moves[0].Seat, r)
		states[i] = mind.State()
	}
	f := Future{After: At(t, states[0])}
	for i, m := range moves {
		before := f.After
		if !playAlike(states, m, r, i == 0) {
			f.Open = true
			return f
		}
		points, _ := strconv.Atoi(before.State.Describe(m).Facts["points"])
		f.Steps = append(f.Steps, Step{m, before, points})
		f.After = At(t, states[0])
	}
	return f
}

func At(t *table.Table, s engine.State) *table.Table {
	there := *t
	there.State = s
	return &there
}

// playAlike plays a move in all states in place, and the moves of chance that follow. It returns
// false if the move is refused in a state or, without force, if it means something else there.
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

// key returns the step that scores most. ok is false if it is the first one, or nothing scores.
func (f *Future) key() (key Step, ok bool) {
	for i, s := range f.Steps {
		if s.Points > key.Points {
			key, ok = s, i > 0
		}
	}
	return key, ok
}

// Stuck reports whether the turn goes on after all its steps. A search finds such a turn only where
// it found none that ends.
func (f *Future) Stuck() bool {
	last := f.Steps[len(f.Steps)-1].Move
	return !f.Open && !f.After.State.Pace().Live && !f.After.Game.Info().VerbInfo(last.Verb).Ends &&
		f.After.State.Turn().Has(last.Seat)
}

func (f *Future) points() int {
	sum := 0
	for _, s := range f.Steps {
		sum += s.Points
	}
	return sum
}
