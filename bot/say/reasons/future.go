// Package reasons explains turns that a computer found, for hints and reviews: what they bring as
// their player can foresee it, how they compare, and in which pictures.
package reasons

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"amytis/bot/play/choice"
	"amytis/bot/say/pictures"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/render"
)

type Step struct {
	Move engine.Move
	// Before is the table on which it would be played, as its player imagines it.
	Before *table.Table
	Points int // what the move scores at once, as its description says
}

// Future is a turn as far as a player can foresee it.
type Future struct {
	Steps []Step
	After *table.Table
	Open  bool // how the turn goes on depends on what is hidden now
	// worlds are the positions after the steps as their player imagines them; After has the first.
	worlds []engine.State
}

// worlds is the number of ways in which a player imagines what is hidden.
const worlds = 16

// Foresee plays a turn as its player imagines it: the steps that are legal and described alike in
// several imagined positions, so it tells no secrets. The first is played if legal at all.
func Foresee(t *table.Table, moves []engine.Move, seed uint64) Future {
	r := rand.New(rand.NewPCG(seed, worlds))
	states := make([]engine.State, worlds)
	for i := range states {
		mind := t.State.Mind()
		mind.Imagine(moves[0].Seat, r)
		states[i] = mind.State()
	}
	f := Future{After: WithState(t, states[0]), worlds: states}
	for i, m := range moves {
		before := f.After
		next := slices.Clone(f.worlds)
		if !playAlike(next, m, r, i == 0) {
			f.Open = true
			return f
		}
		points, _ := strconv.Atoi(before.State.Describe(m).Facts["points"])
		f.Steps = append(f.Steps, Step{m, before, points})
		f.worlds = next
		f.After = WithState(t, next[0])
	}
	return f
}

func WithState(t *table.Table, s engine.State) *table.Table {
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

// key returns the step, not the first, that brings at least half of what the turn does.
func (f *Future) key() (key Step, ok bool) {
	most := 0
	for i, s := range f.Steps {
		if gain := f.gain(i); gain > most {
			most, key, ok = gain, s, i > 0
		}
	}
	return key, ok && 2*most >= f.ahead()
}

// ahead returns by how many points the turn brings its player forward.
func (f *Future) ahead() (sum int) {
	for i := range f.Steps {
		sum += f.gain(i)
	}
	return sum
}

// gain returns by how many points a step changes the lead, or its own points if a round hides that.
func (f *Future) gain(i int) int {
	s := f.Steps[i]
	after := f.After
	if i+1 < len(f.Steps) {
		after = f.Steps[i+1].Before
	}
	from, to := scores(s.Before.State.Scores()), scores(after.State.Scores())
	if !from.counts() {
		return s.Points
	}
	return to.margin(s.Move.Seat) - from.margin(s.Move.Seat)
}

// Stuck reports whether the turn goes on after its steps, as when a search found none that ends.
func (f *Future) Stuck() bool {
	last := f.Steps[len(f.Steps)-1].Move
	return !f.Open && !f.After.State.Pace().Live && !f.After.Game.Info().VerbInfo(last.Verb).Ends &&
		f.After.State.Turn().Has(last.Seat)
}

func (s Step) Picture() pictures.Request { return pictures.Planned(s.Before, s.Move) }

// Picture returns the table in the picture of the turn, and the request for it. The last placement
// is a ghost, unless later steps change the picture.
func (f *Future) Picture() (*table.Table, pictures.Request) {
	in := f.After.Game.Info()
	steps := f.Steps
	if len(steps) > 1 && in.VerbInfo(steps[len(steps)-1].Move.Verb).Ends {
		steps = steps[:len(steps)-1]
	}
	last := steps[len(steps)-1]
	want := last.Picture()
	shown := last.Before
	if len(f.Steps) > 1 && in.VerbInfo(last.Move.Verb).AimView == "" {
		want.Ghost = render.Ghost{}
		ghost := slices.IndexFunc(steps, func(s Step) bool { return in.VerbInfo(s.Move.Verb).AimView != "" })
		if ghost >= 0 {
			want.View = in.VerbInfo(steps[ghost].Move.Verb).AimView
		}
		shown = f.After
		if len(steps) < len(f.Steps) {
			shown = f.Steps[len(steps)].Before
		}
	}
	var texts []string
	for _, step := range steps {
		texts = append(texts, choice.FormatMove(f.After.Game, step.Move))
	}
	want.Imagined = strings.Join(texts, ";")
	return shown, want
}
