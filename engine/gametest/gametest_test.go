package gametest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
)

func TestAGameWithoutFaultsPasses(t *testing.T) {
	Run(t, engine.Define[toyPosition](toy{}), Hooks{Games: 4, Permute: shuffleHeaps})
}

// verdict is a test that fails for good at the first fault, and keeps what is said of it.
type verdict struct{ says string }

func (v *verdict) Errorf(format string, args ...any) { v.says = fmt.Sprintf(format, args...) }

func (v *verdict) FailNow() { panic(v) }

// faultIn returns what a check says, "" if it finds nothing wrong.
func faultIn(check func(t require.TestingT)) (says string) {
	v := &verdict{}
	defer func() {
		if thrown := recover(); thrown != nil && thrown != v {
			panic(thrown)
		}
		says = v.says
	}()
	check(v)
	return ""
}

// judged returns what the suite finds wrong with a game.
func judged(g engine.Game, hooks Hooks) string {
	return faultIn(func(t require.TestingT) {
		checkInfo(t, g.Info())
		checkValue(t, g)
		checkAbilities(t, g)
		checkStart(t, g)
		for _, table := range tables(g.Info()) {
			for seed := range uint64(6) {
				playOut(t, g, hooks, table, seed)
			}
		}
	})
}

func TestBrokenGamesFail(t *testing.T) {
	for broken, says := range map[string]string{
		"trailing":                       "is accepted",
		"unknown fields":                 "an unknown field of the setup is accepted",
		"accepts too much":               "Legal does not list it",
		"lists too little":               "Legal does not list it",
		"lists too much":                 "too many",
		"lists twice":                    "is listed twice",
		"order":                          "same order",
		"allocates":                      "allocates",
		"code":                           "which Info.Refusals lacks",
		"error":                          "not with a *RuleError",
		"turn of the resigned":           "still in turn",
		"resigning to the last":          "all but seat",
		"skip":                           "nobody can be skipped",
		"view tells":                     "View tells seat 0 what is hidden",
		"scene tells":                    "Scene tells seat 0 what is hidden",
		"need tells":                     "Need tells seat 1 what is hidden",
		"description tells":              "Describe tells seat 1 what is hidden",
		"tally tells":                    "Tally tells seat 0 what is hidden",
		"scores tell":                    "Scores tells seat 0 what is hidden",
		"line tells":                     "line tells seat 0 what is hidden",
		"view wavers":                    "another when asked again",
		"ending forgets":                 "the result lacks the resignation",
		"the resigned win":               "has won",
		"chance lists":                   "legal moves",
		"chance is not alone":            "in turn",
		"chance draws what there is not": "refused",
		"scores":                         "scores",
		"mask":                           "running record tells",
		"unaffected":                     "Unaffected",
		"aim":                            "does not parse",
		"aims short":                     "no cursor reaches",
		"sound":                          "sound, but not legal",
		"clock":                          "the clock's",
		"round":                          "the round began",
		"imagines what it sees":          "can see is another",
		"imagines what it cannot see":    "depends on what is hidden",
		"draws for another":              "which is not sound",
		"imagining allocates":            "Imagine allocates",
		"draw plays":                     "Draw changes the position",
		"draw allocates":                 "Draw allocates",
		"worth wavers":                   "a position is worth",
		"worth allocates":                "Worth allocates",
		"worth after wavers":             "would be worth",
		"worth after plays":              "WorthAfter changes",
		"worth after allocates":          "WorthAfter allocates",
		"worth of nobody":                "to seat 3 of 2",
		"turn foreseen by the resigned":  "it foresees a turn",
		"worth of the winner":            "has it won: true",
		"foresees more stones":           "foresees another toyView.Heap",
		"foresees points":                "foresees other scores",
	} {
		t.Run(broken, func(t *testing.T) {
			g := engine.Define[toyPosition](toy{broken: broken})
			require.Contains(t, judged(g, Hooks{Permute: shuffleHeaps}), says)
		})
	}
}

func TestAPermuteHookThatChangesNothingFails(t *testing.T) {
	idle := func(h History, _ engine.Seat, _ *rand.Rand) (json.RawMessage, []engine.Move) { return h.Setup, h.Moves }
	require.Contains(t, judged(engine.Define[toyPosition](toy{}), Hooks{Permute: idle}), "Permute changes nothing")
}

func TestSomethingMayBecomeHiddenDuringTheGame(t *testing.T) {
	later := func(h History, seat engine.Seat, r *rand.Rand) (json.RawMessage, []engine.Move) {
		if len(h.Moves) == 0 {
			return h.Setup, h.Moves
		}
		return shuffleHeaps(h, seat, r)
	}
	require.Empty(t, judged(engine.Define[toyPosition](toy{}), Hooks{Permute: later}))
}

func TestAMissingPermuteHookFails(t *testing.T) {
	for _, open := range []string{"", "mask"} {
		require.Contains(t, judged(engine.Define[toyPosition](toy{broken: open}), Hooks{}), "no Permute hook")
	}
}

func TestSharedPartsOfPositionsAreFound(t *testing.T) {
	type inner struct{ List [2][]int }
	require.Empty(t, shared(reflect.TypeOf(toyPosition{})))
	require.Equal(t, ".List[] ([]int)", shared(reflect.TypeOf(inner{})))
}

func TestFaultsOfAnInfoAreFound(t *testing.T) {
	for name, change := range map[string]func(in *engine.Info){
		"words":   func(in *engine.Info) { in.ID = "Toy" },
		"seats":   func(in *engine.Info) { in.MaxSeats = engine.MaxSeats + 1 },
		"Views":   func(in *engine.Info) { in.Views = nil },
		"further": func(in *engine.Info) { in.Board = "nowhere" },
		`verb 3 "": not a word`: func(in *engine.Info) {
			in.Verbs = append(in.Verbs[:2:2], engine.VerbInfo{})
		},
		"lacks":                   func(in *engine.Info) { in.Refusals = nil },
		"twice":                   func(in *engine.Info) { in.Verbs = append(in.Verbs[:1:1], in.Verbs...) },
		"step ahead":              func(in *engine.Info) { in.Steps = in.Steps[:0:0] },
		"section":                 func(in *engine.Info) { in.Sections = map[string]string{"A": "nowhere"} },
		"no topic about the rule": func(in *engine.Info) { in.SkipRule = "X-1" },
		"default":                 func(in *engine.Info) { in.Options = []engine.OptionInfo{{Name: "x", Kind: engine.OptionWord}} },
	} {
		in := toyInfo
		change(&in)
		require.Contains(t, faultIn(func(t require.TestingT) { checkInfo(t, &in) }), name)
	}
}

// halved is a kind of numbers whose shorthand forgets the number itself.
type halved struct{ engine.Shorthand }

func (k halved) Expand(text string) []string { return k.Shorthand.Expand("1")[:len(text)-1] }

func TestAShorthandThatForgetsItsValueFails(t *testing.T) {
	whole := engine.Number("", 1, 3).(engine.Shorthand)
	check := func(t require.TestingT) { CheckKind(t, halved{whole}, "1", []uint32{2}) }
	require.Contains(t, faultIn(check), "without itself")
}
