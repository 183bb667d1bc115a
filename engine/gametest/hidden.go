package gametest

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/stretchr/testify/require"

	"amytis/engine"
)

// checkHidden checks that what a seat sees and reads stays the same when what is hidden changes.
func checkHidden(p *game) {
	if p.hooks.Permute == nil {
		return
	}
	for _, seat := range p.viewers() {
		setup, moves := p.hooks.Permute(p.history(), seat, p.r)
		before, n, err := p.Replay(p.options, p.seats, setup, moves[:max(0, len(moves)-1)])
		other := before
		if err == nil && len(moves) > 0 {
			other, err = before.Apply(moves[n])
		}
		require.NoError(p, err, "hook Permute gives another history: move %d", n+1)
		p.permuted = p.permuted || string(setup) != string(p.setup) || !slices.Equal(moves, p.moves)
		tells := told(p.Game, before, History{p.options, p.seats, setup, moves, other}, seat)
		for what, said := range told(p.Game, p.states[n], p.history(), seat) {
			require.Equal(p, said, tells[what], "%s tells seat %d what is hidden from it", what, seat)
		}
		same := imagined(p.state(), seat, p.luck(5)).Equal(imagined(other, seat, p.luck(5)))
		require.True(p, same, "what seat %d imagines depends on what is hidden from it", seat)
		require.True(p, other.Turn() != 0 || p.permuted, "hook Permute changes nothing in a whole game")
	}
}

// told returns what a seat sees and reads of a game, by what tells it.
func told(g engine.Game, before engine.State, h History, seat engine.Seat) map[string]any {
	s := h.State
	all := map[string]any{"View": s.View(seat), "Scene": s.Scene(), "Tally": s.Tally(), "Scores": s.Scores()}
	if n := len(h.Moves); n > 0 {
		all["line"] = before.Describe(h.Moves[n-1]).Facts
	}
	if s.Turn() != 0 && seat == 0 {
		record, err := appendRecord(g, h)
		all["running record"] = fmt.Sprint(string(record), err)
	} else if s.Turn().Has(seat) {
		all["Need"] = s.Need(seat)
	}
	var described []engine.Description
	for i, legal := 0, s.Legal(seat, nil); i < len(legal); i += 1 + len(legal)/sampled {
		described = append(described, s.Describe(legal[i]))
	}
	all["Describe"] = described
	return all
}

// checkForesee checks the position in which each seat plans its next turn. It does not depend on
// what the seat cannot know. The seat is in turn there, with a legal move. No score changes, and
// views differ only in the fields of Hooks.Turn, within a turn also in Hooks.Begun.
func checkForesee(p *game) {
	s := p.state()
	turn := s.Turn()
	may := append([]string(nil), p.hooks.Turn...)
	if n := len(p.moves); n > 0 && !p.Info().VerbInfo(p.moves[n-1].Verb).Ends {
		may = append(may, p.hooks.Begun...)
	}
	for _, seat := range p.viewers()[1:] {
		planned, ok := s.Foresee(seat, p.luck(6))
		again, okAgain := imagined(s, seat, p.luck(1)).Foresee(seat, p.luck(6))
		same := ok == okAgain && (!ok || planned.Equal(again))
		require.True(p, same, "what seat %d foresees depends on what is hidden from it", seat)
		if !ok {
			continue
		}
		waits := turn != 0 && !turn.Has(seat) && !turn.Has(engine.Chance) && !s.Pace().Live
		require.True(p, waits, "seat %d foresees a turn with %s in turn", seat, turn.Ref())
		plays := planned.Turn().Has(seat) && len(planned.Legal(seat, nil)) > 0
		require.True(p, plays, "seat %d foresees a turn of %s", seat, planned.Turn().Ref())
		before := imagined(s, seat, p.luck(6))
		require.Equal(p, before.Scores(), planned.Scores(), "seat %d foresees other scores", seat)
		for _, viewer := range p.viewers() {
			a, b := reflect.ValueOf(before.View(viewer)), reflect.ValueOf(planned.View(viewer))
			field := differing(a, b, may)
			require.Empty(p, field, "seat %d foresees another %s in seat %d's view", seat, field, viewer)
		}
	}
}

// differing returns the type and name of a field in which two values of one type differ, "" for
// none but those left out. What is in no struct has the name of its type.
func differing(a, b reflect.Value, leftOut []string) string {
	switch a.Kind() {
	case reflect.Pointer:
		return differing(a.Elem(), b.Elem(), leftOut)
	case reflect.Slice, reflect.Array:
		if a.Len() != b.Len() {
			return a.Type().String()
		}
		for i := range a.Len() {
			if field := differing(a.Index(i), b.Index(i), leftOut); field != "" {
				return field
			}
		}
	case reflect.Struct:
		for i := range a.NumField() {
			name := a.Type().Name() + "." + a.Type().Field(i).Name
			if !slices.Contains(leftOut, name) && differing(a.Field(i), b.Field(i), leftOut) != "" {
				return name
			}
		}
	default:
		if !a.Equal(b) {
			return a.Type().String()
		}
	}
	return ""
}
