package gametest

import (
	"fmt"
	"reflect"

	"amytis/engine"
)

// checkAbilities checks that the game can do what its verbs ask for.
func checkAbilities(g engine.Game) error {
	in := g.Info()
	for i := range in.Verbs {
		switch v := &in.Verbs[i]; {
		case len(v.Axes) > 0 && !has(g, "Aim"):
			return fmt.Errorf("verb %q has a cursor, but the game is no engine.Aimer", v.Name)
		case v.Chance && !has(g, "Chance") && !has(g, "Pace"):
			return fmt.Errorf("verb %q is played by chance, but the game is neither an engine.Chancer nor an engine.Pacer", v.Name)
		}
	}
	return nil
}

// has reports whether the rules that engine.Define made a game of have a method.
func has(g engine.Game, method string) bool {
	rules := reflect.ValueOf(g).Elem().FieldByName("rules").FieldByName("Rules").Elem().Type()
	_, found := rules.MethodByName(method)
	return found
}
