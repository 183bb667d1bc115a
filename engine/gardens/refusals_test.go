package gardens

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
)

// refusalCases has at least one case for every code, in the order of gardens.md.
var refusalCases = []struct {
	code, rule string
	position   func(t *testing.T) *builder
	move       string
}{
	{engine.RefusedMalformed, "", building, "1 place CJ1"},
	{engine.RefusedMalformed, "", building, "1 end keep"},
	{engine.RefusedMalformed, "", building, "0 dig a1"},
	{engine.RefusedVerb, "", building, "1 build c3"},
	{engine.RefusedSeat, "", two, "3 dig a1"},
	{engine.RefusedSeat, "", two, "0 skip 3"},
	{engine.RefusedOver, "", over, "1 dig a1"},
	{engine.RefusedOver, "", over, "0 skip 1"},
	{engine.RefusedOver, "", over, "1 resign"},
	{engine.RefusedResigned, "", resigned, "2 dig a2"},
	{engine.RefusedResigned, "", resigned, "2 resign"},
	{engine.RefusedNoSkip, "G-15", building, "0 skip 2"},
	{engine.RefusedNoSkip, "G-15", resigned, "0 skip 2"},
	{engine.RefusedTurn, "", two, "2 remove a1"},
	{engine.RefusedTurn, "", building, "2 dig a2"},
	{engine.RefusedTurn, "", building, "2 end"},
	{refusedRemoving, "setup 5", two, "1 dig a1"},
	{refusedRemoving, "setup 5", two, "1 end"},
	{refusedRemoving, "setup 5", two, "2 statue c4"},
	{refusedNotRemoving, "setup 5", building, "1 remove a1"},
	{refusedNotClay, "setup 5", removed, "2 remove a1"},
	{refusedCellEmpty, "A", emptied, "1 dig a1"},
	{refusedDigFirst, "A", digging, "1 end"},
	{refusedDigFirst, "A", digging, "1 place SJ0 c3 r0 L1"},
	{refusedDugAlready, "A", building, "1 dig a2"},
	{refusedStillOpen, "G-10", together, "2 dig a1"},
	{refusedNotAtHand, "B tiles", building, "1 place BM1 c3 r0 L1"},
	{refusedOffBoard, "B tiles", building, "1 place CJ1 h3 r0 L1"},
	{refusedLevelGap, "B 4", building, "1 place CJ1 c3 r0 L2"},
	{refusedUnder, "B 1", town, "1 place CM4 b2 r0 L1"},
	{refusedSticksUp, "G-6", town, "1 place CM4 c2 r0 L2"},
	{refusedSamePlace, "B 5", town, "1 place CM4 a1 r0 L2"},
	{refusedSupports, "B 2", town, "1 place CM4 g7 r0 L3"},
	{refusedOpenMissing, "B 3", town, "1 place CM4 b2 r0 L2"},
	{refusedOpenStatue, "B 3", town, "1 place CM4 a7 r0 L2 open=a7"},
	{refusedOpenOther, "B 3", town, "1 place CM4 g7 r0 L1 open=a1"},
	{refusedPillars, "B 2", poor, "1 place CM4 g7 r0 L1"},
	{refusedNoTile, "B", building, "1 statue c4"},
	{refusedOrder, "record", town, "1 fountain d2 c2"},
	{refusedNotAdjacent, "B", town, "1 fountain b2 d2"},
	{refusedNotInLine, "B", town, "1 bridge c2 d2"},
	{refusedNoIcon, "B", town, "1 fountain c2 c3"},
	{refusedNoIcon, "B", town, "1 statue b7"},
	{refusedTaken, "B", town, "1 statue a7"},
	{refusedTaken, "B", town, "1 fountain a2 b2"},
	{refusedLevels, "B", town, "1 fountain d1 e1"},
	{refusedSameTile, "B", town, "1 fountain c1 c2"},
	{refusedStairs, "B", town, "1 stairs c1 d1"},
	{refusedGap, "B", town, "1 bridge b1 d1"},
	{refusedStatueLine, "B", town, "1 statue d1"},
	{refusedNotFresh, "B", town, "1 statue e7"},
	{refusedAsRound, "G-9", in(NoEffect), "1 statue h6 as=h6"},
	{refusedAsUsed, "G-9", spent, "1 statue h6 as=h6"},
	{refusedAsWhere, "G-9", in(Wild), "1 statue h6 as=g6"},
	{refusedAsPrinted, "G-14", in(Wild), "1 statue g6 as=g6"},
	{refusedAsBlank, "G-9", in(Wild), "1 statue h5 as=h5"},
	{refusedAsIcon, "G-9", in(BlankSpot), "1 statue h6 as=h6"},
	{refusedKeep, "C", building, "1 end keep=SJ0"},
}

func two(t *testing.T) *builder { return newGame(t, 2, nil) }

func over(t *testing.T) *builder {
	b := newGame(t, 2, nil)
	b.play("2 resign")
	return b
}

func resigned(t *testing.T) *builder {
	b := building(t)
	b.play("2 resign")
	return b
}

func removed(t *testing.T) *builder {
	b := two(t)
	b.play("1 remove a1")
	return b
}

func digging(t *testing.T) *builder { return newGame(t, 4, nil) }

func emptied(t *testing.T) *builder {
	b := digging(t)
	b.heights("a1:0")
	return b
}

// together is a round in which all seats have dug and seat 1 is building.
func together(t *testing.T) *builder {
	b := newGame(t, 4, engine.Options{"build": buildTogether})
	b.play("1 dig a1", "2 dig a2", "3 dig a3", "4 dig a4", "2 end")
	return b
}

// town is a garden with a belvedere at b2. Placed this turn are stairs from d2 to e2 (level 2) and
// a statue at a7. CM4 and many pillars are at hand.
func town(t *testing.T) *builder {
	b := building(t)
	b.lay(1, "CJ1 a1 r0 L1 open=b2", "CI4 e6 r0 L1")
	b.fresh(1, "CJ3 c1 r1 L1", "CR3 e1 r3 L2", "CM1 a6 r0 L1")
	b.play("1 stairs d2 e2", "1 statue a7")
	b.hand(1, "CM4", 40, 0)
	return b
}

// in is a round with an effect. The tile at g5 was placed this turn: S at g6, F at h6, no icon at
// g5 and h5.
func in(e Effect) func(t *testing.T) *builder {
	return func(t *testing.T) *builder {
		b := building(t)
		b.round(e)
		b.fresh(1, "CJ1 g5 r0 L1")
		return b
	}
}

// spent is a `wild` round in which seat 1 has already changed an icon.
func spent(t *testing.T) *builder {
	b := in(Wild)(t)
	b.fresh(1, "CM1 e5 r0 L1") // S e6, B f6
	b.play("1 statue f6 as=f6")
	return b
}

// poor is a garden with too few singles for a tile.
func poor(t *testing.T) *builder {
	b := building(t)
	b.hand(1, "CM4", 2, 9)
	return b
}

// TestEveryRefusalIsReachedWithItsRule checks every code of Info.Refusals.
func TestEveryRefusalIsReachedWithItsRule(t *testing.T) {
	reached := map[string]bool{}
	for _, c := range refusalCases {
		reached[c.code] = true
		require.True(t, c.rule == "" || info.Page(c.rule) != "", "%s cites %q", c.code, c.rule)
		t.Run(c.code+" "+c.move, func(t *testing.T) { c.position(t).refused(c.code, c.rule, c.move) })
	}
	for _, code := range info.Refusals {
		require.True(t, reached[code], code)
	}
}

// TestRefusalsFillTheirPlaceholders checks the values for "{hole}" and the other placeholders of
// the texts.
func TestRefusalsFillTheirPlaceholders(t *testing.T) {
	args := map[string]map[string]string{}
	for _, c := range refusalCases {
		var refused *engine.RuleError
		require.ErrorAs(t, c.position(t).try(c.move), &refused)
		args[c.code] = refused.Args
	}
	require.Equal(t, map[string]string{"hole": "b7", "icon": "@icon.S", "shows": "@icon.B"}, args[refusedNoIcon])
	require.Equal(t, map[string]string{"level": "2", "highest": "0"}, args[refusedLevelGap])
	require.Equal(t, map[string]string{"turn": "#1"}, args[engine.RefusedTurn])
	require.Equal(t, map[string]string{"singles": "4", "doubles": "0", "have_singles": "2", "have_doubles": "9"},
		args[refusedPillars])
}

func TestStartSaysWhatIsWrongWithASetup(t *testing.T) {
	seats := []engine.SeatInfo{{Attr: "J"}, {Attr: "R"}}
	whole := string(Rules{}.Deal(nil, seats, newRand(1)))
	for _, c := range []struct{ says, old, new string }{
		{"setup.quarry.a1: 2 tiles, want 3", `"a1":["BI2",`, `"a1":[`},
		{"is no tile", `"a1":["BI2"`, `"a1":["?"`},
		{"is no tile", `"a1":["BI2"`, `"a1":["BR9"`},
		{"does not lie at level 1", `"a1":["BI2"`, `"a1":["SJ0"`},
		{"is in the quarry twice", `"a1":["BI2"`, `"a1":["BR1"`},
		{"17 cells", `"a1":`, `"e1":[],"a1":`},
		{"setup.quarry.a1: 0 tiles", `"a1":`, `"a5":`},
		{"15 round tiles, want 14", `"rounds":[`, `"rounds":["none",`},
		{"is no round tile", `"rounds":["`, `"rounds":["x`},
		{"unknown field", `"rounds"`, `"more":1,"rounds"`},
		{"more than 2 of", `"rounds":["` + firstRound(whole) + `"`, `"rounds":["` + otherRound(whole) + `"`},
	} {
		bad := strings.Replace(whole, c.old, c.new, 1)
		require.NotEqual(t, whole, bad, c.old)
		_, err := Rules{}.Start(nil, seats, json.RawMessage(bad))
		require.ErrorContains(t, err, c.says)
	}
}

func firstRound(setup string) string { return rounds(setup)[0] }

// otherRound returns a round tile other than the first.
func otherRound(setup string) string {
	all := rounds(setup)
	for _, name := range all[1:] {
		if name != all[0] {
			return name
		}
	}
	return ""
}

func rounds(raw string) []string {
	var s setup
	if err := json.Unmarshal([]byte(raw), &s); err != nil {
		panic(err)
	}
	return s.Rounds
}
