package engine_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
)

// heap is a game without abilities.
type heap struct{ engine.Rules[int] }

type heapWithTypo struct{ heap }

func (heapWithTypo) Cahnce(*int, engine.Rand) engine.Move { return engine.Move{} }

type heapWithWrongSignature struct{ heap }

func (heapWithWrongSignature) Chance(int, engine.Rand) engine.Move { return engine.Move{} }

type heapWithHalf struct{ heap }

func (heapWithHalf) Mask(_ *int, setup json.RawMessage) json.RawMessage { return setup }

func TestMethodsOfNoWholeAbilityAreRefused(t *testing.T) {
	require.NotPanics(t, func() { engine.Define[int](heap{}) })
	for says, rules := range map[string]engine.Rules[int]{
		"heapWithTypo: method Cahnce belongs to no ability of package engine": heapWithTypo{},
		"heapWithWrongSignature: it has a method Chance, but not all of an engine.Chancer: " +
			"Chance func(*int, engine.Rand) engine.Move": heapWithWrongSignature{},
		"heapWithHalf: it has a method Mask, but not all of an engine.Hider: " +
			"Imagine func(*int, engine.Seat, engine.Rand), " +
			"Mask func(*int, json.RawMessage) json.RawMessage": heapWithHalf{},
	} {
		require.PanicsWithValue(t, "engine_test."+says, func() { engine.Define(rules) })
	}
}
