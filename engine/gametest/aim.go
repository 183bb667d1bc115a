package gametest

import (
	"github.com/stretchr/testify/require"

	"amytis/engine"
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

// Reachable returns all moves that a cursor reaches from a move by steps along axes.
func Reachable(
	from engine.Move, axes []engine.Axis, aim func(m engine.Move, axis engine.Axis, by int) (engine.Move, bool),
) map[engine.Move]bool {
	reached := map[engine.Move]bool{from: true}
	for todo := []engine.Move{from}; len(todo) > 0; {
		m := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, axis := range axes {
			for _, by := range []int{1, -1} {
				if next, ok := aim(m, axis, by); ok && !reached[next] {
					reached[next] = true
					todo = append(todo, next)
				}
			}
		}
	}
	return reached
}
