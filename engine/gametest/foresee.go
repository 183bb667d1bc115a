package gametest

import (
	"fmt"
	"reflect"
	"slices"

	"amytis/engine"
)

// checkForesee checks the position in which each seat plans its next turn. It must stay the same
// when what the seat cannot know is dealt anew. The seat is in turn there, with a legal move.
// Nothing has been gained or revealed: no score changes, and the view of every seat and of a
// spectator differs only in the fields that Hooks.Turn names, from what the seat has imagined.
// While a turn goes on, its end may change the fields of Hooks.Begun as well.
func checkForesee(p *game) error {
	s := p.state()
	may := append([]string(nil), p.hooks.Turn...)
	if n := len(p.moves); n > 0 && !p.Info().VerbInfo(p.moves[n-1].Verb).Ends {
		may = append(may, p.hooks.Begun...)
	}
	for seat := engine.Seat(1); int(seat) <= len(p.seats); seat++ {
		planned, ok := s.Foresee(seat, p.luck(6))
		again, okAgain := imagined(s, seat, p.luck(1)).Foresee(seat, p.luck(6))
		if ok != okAgain || ok && !planned.Equal(again) {
			return fmt.Errorf("what seat %d foresees depends on what is hidden from it", seat)
		}
		if !ok {
			continue
		}
		if turn := s.Turn(); turn == 0 || turn.Has(seat) || turn.Has(engine.Chance) || s.Pace().Live {
			return fmt.Errorf("seat %d foresees a turn with %s in turn", seat, turn.Ref())
		}
		if !planned.Turn().Has(seat) || len(planned.Legal(seat, nil)) == 0 {
			return fmt.Errorf("seat %d foresees a turn of %s", seat, planned.Turn().Ref())
		}
		before := imagined(s, seat, p.luck(6))
		if !reflect.DeepEqual(before.Scores(), planned.Scores()) {
			return fmt.Errorf("seat %d foresees other scores", seat)
		}
		for viewer := engine.Seat(0); int(viewer) <= len(p.seats); viewer++ {
			a, b := reflect.ValueOf(before.View(viewer)), reflect.ValueOf(planned.View(viewer))
			if field := differing(a, b, may); field != "" {
				return fmt.Errorf("seat %d foresees another %s in seat %d's view", seat, field, viewer)
			}
		}
	}
	return nil
}

// differing returns a field in which two values of one type differ, "" without one: its type and
// name. It leaves some out. What is in no struct has the name of its type.
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
