package gardens

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
)

// otherRefusals are about no rule or ruling above. In town there is a belvedere at b2, and placed
// this turn are stairs from d2 to e2 (level 2) and a statue at a7.
var otherRefusals = map[string]string{
	"malformed": `
		1 place CJ1 -> malformed move
		1 end keep -> malformed move
		0 dig a1 -> malformed move: move=0 dig a1 why=this seat has no such verb
		1 build c3 -> no such verb: verb=build`,
	"no such seat": `
		game 2 | 3 dig a1 -> no such seat
		0 skip 3 -> no such seat`,
	"turn": `
		2 resign | 0 skip 2 -> nothing to skip (G-15)
		1 remove a1 -> not removing (setup 5)
		1 dig a2 -> dug already (A)
		1 statue c4 -> no tile placed (B)`,
	"dig first": `
		game 4 | 1 end -> dig first (A)
		1 place SJ0 c3 r0 L1 -> dig first (A)`,
	"removing": `
		game 2 | 1 dig a1 -> removing (setup 5)
		1 end -> removing (setup 5)
		2 statue c4 -> removing (setup 5)`,
	"town": `
		lay CJ1 a1 r0 L1 open=b2, CI4 e6 r0 L1
		fresh CJ3 c1 r1 L1, CR3 e1 r3 L2, CM1 a6 r0 L1 | 1 stairs d2 e2 | 1 statue a7 | hand CM4 40 0
		1 place CM4 b2 r0 L2 -> open missing (B 3)
		1 place CM4 a7 r0 L2 open=a7 -> open statue (B 3)
		1 place CM4 g7 r0 L1 open=a1 -> open other (B 3)
		1 statue b7 -> no icon (B): hole=b7 icon=@icon.S shows=@icon.B
		1 statue a7 -> spot taken (B)
		1 fountain a2 b2 -> spot taken (B)
		1 fountain d1 e1 -> levels differ (B)
		1 stairs c1 d1 -> stairs levels (B)
		1 bridge b1 d1 -> bridge blocked (B)`,
}

func TestStartSaysWhatIsWrongWithASetup(t *testing.T) {
	bottom := func(name string) func(s *setup) {
		return func(s *setup) { s.Quarry["a1"][0] = name }
	}
	for says, change := range map[string]func(s *setup){
		"setup.quarry.a1: 2 tiles, want 3": func(s *setup) { s.Quarry["a1"] = s.Quarry["a1"][1:] },
		`"?" is no tile`:                   bottom("?"),
		`"BR9" is no tile`:                 bottom("BR9"),
		"SJ0 does not lie at level 1":      bottom("SJ0"),
		"is in the quarry twice":           bottom("BR1"),
		"17 cells":                         func(s *setup) { s.Quarry["e1"] = nil },
		"setup.quarry.a1: 0 tiles": func(s *setup) {
			s.Quarry["a5"] = s.Quarry["a1"]
			delete(s.Quarry, "a1")
		},
		"15 round tiles, want 14": func(s *setup) { s.Rounds = append(s.Rounds, "none") },
		"is no round tile":        func(s *setup) { s.Rounds[0] = "x" },
		"more than 2 of single":   func(s *setup) { s.Rounds[0] = "single" },
	} {
		s, seats := plainSetup(2)
		change(&s)
		_, err := Rules{}.Start(nil, seats, engine.FormatSetup(s))
		require.ErrorContains(t, err, says)
	}
}
