package gametest

import (
	"reflect"
	"slices"

	"github.com/stretchr/testify/require"

	"amytis/engine"
)

// checkForesee checks the position in which each seat plans its next turn. It does not depend on
// what the seat cannot know. The seat is in turn there, with a legal move. No score changes, and
// views differ only in the fields of Hooks.Turn, within a turn also in those of Hooks.Begun.
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
