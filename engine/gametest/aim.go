package gametest

import (
	"math"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/longrun"
)

// aimed is the number of steps of a cursor that are tried from a legal move.
const aimed = 40

// checkAim checks a random walk of the cursor: only well-formed moves of the same seat and verb. It
// stays where it cannot go on, and can go back from place to place.
func checkAim(p *game) {
	s := p.state()
	for _, seat := range p.inTurn() {
		legal := s.Legal(seat, nil)
		m := legal[p.r.IntN(len(legal))]
		axes := p.Info().VerbInfo(m.Verb).Axes
		for range min(aimed, aimed*len(axes)) {
			axis, by := axes[p.r.IntN(len(axes))], 2*p.r.IntN(2)-1
			next, ok := s.Aim(m, axis, by)
			require.True(p, ok || next == m, "move %s aimed nowhere becomes %s", p.text(m), p.text(next))
			same := next.Seat == m.Seat && next.Verb == m.Verb
			require.True(p, same, "move %s aimed along axis %d becomes %s", p.text(m), axis, p.text(next))
			checkText(p, next)
			_, back := s.Aim(next, axis, -by)
			back = back || !ok || !p.Info().Reversible(axis)
			require.True(p, back, "move %s aimed along axis %d to %s does not come back", p.text(m), axis, p.text(next))
			m = next
		}
	}
}

// checkReach checks, up to three times a game for each verb, that a cursor leads from one legal
// move to all others. Arguments that commands may leave out count where the cursor changes them.
func checkReach(p *game) {
	for _, seat := range p.inTurn() {
		verbs, moves := groupByVerb(p.state().Legal(seat, nil))
		for _, verb := range verbs {
			legal := moves[verb]
			info := p.Info().VerbInfo(verb)
			again := p.reached[verb] > 0
			if len(info.Axes) == 0 || p.reached[verb] == 3 || again && p.r.IntN(16) > 0 {
				continue
			}
			p.reached[verb]++
			from := legal[p.r.IntN(len(legal))]
			reached := reachable(p.state(), from, info.Axes)
			if len(reached) > mostReached() {
				p.reached[verb] = 3
				continue
			}
			fixed := fixedSlots(info, from, reached)
			for _, m := range legal {
				for slot := range fixed {
					if fixed[slot] {
						m.Args[slot] = from.Args[slot]
					}
				}
				require.True(p, reached[m], "no cursor reaches %s from %s", p.text(m), p.text(from))
			}
		}
	}
}

// mostReached bounds the moves that a cursor is led to: on a large board they take seconds. By day
// the bridges of Tower Builders are too many.
func mostReached() int { return longrun.Choose(11_000, math.MaxInt) }

// reachable returns the moves that a cursor reaches by steps along axes, not all if too many.
func reachable(s engine.State, from engine.Move, axes []engine.Axis) map[engine.Move]bool {
	reached := map[engine.Move]bool{from: true}
	for todo := []engine.Move{from}; len(todo) > 0 && len(reached) <= mostReached(); {
		m := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, axis := range axes {
			for _, by := range []int{1, -1} {
				if next, ok := s.Aim(m, axis, by); ok && !reached[next] {
					reached[next] = true
					todo = append(todo, next)
				}
			}
		}
	}
	return reached
}

// fixedSlots reports which slots have arguments that may be left out and that no cursor changes.
func fixedSlots(verb *engine.VerbInfo, from engine.Move, reached map[engine.Move]bool) (fixed [engine.ArgSlots]bool) {
	slot := 0
	for _, arg := range verb.Args {
		fixed[slot] = arg.Any
		slot += arg.Kind.Width()
	}
	for m := range reached {
		for slot := range fixed {
			fixed[slot] = fixed[slot] && m.Args[slot] == from.Args[slot]
		}
	}
	return fixed
}
