package render

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"amytis/engine"
)

// told is a gallery that tells given facts.
type told struct {
	Gallery
	full, brief Facts
}

func (g told) Complete(_ engine.View, r Request) (Request, error) { return r, nil }

func (g told) Tell(_ engine.View, _ Request, _ Words, d Detail) Facts {
	if d == Full {
		return g.full
	}
	return g.brief
}

func TestAltTextLosesDetailUntilItFits(t *testing.T) {
	long := func(n int) Facts { return Facts{Rest: []string{strings.Repeat("a", n)}} }
	of := func(full, brief Facts) string { return AltOf(told{full: full, brief: brief}, nil, Request{}, echo{}) }
	assert.Len(t, of(long(MaxAlt), long(10)), MaxAlt)
	assert.Len(t, of(long(MaxAlt+1), long(10)), 10)
	assert.Len(t, of(long(MaxAlt+1), long(MaxAlt)), MaxAlt)
	assert.Equal(t, "alt.moremap[]", of(long(MaxAlt+1), long(MaxAlt+1)))
}

func TestAltTextLeavesOutWholeFactsFromTheEnd(t *testing.T) {
	const more = "alt.moremap[]"
	sentence := rapid.StringMatching(`[a-z🌸ü ]{1,300}[.]`)
	rapid.Check(t, func(t *rapid.T) {
		f := Facts{Changed: rapid.SliceOfN(sentence, 0, 6).Draw(t, "changed"),
			Next: rapid.SliceOfN(sentence, 1, 1).Draw(t, "next"),
			Rest: rapid.SliceOfN(sentence, 0, 9).Draw(t, "rest")}
		alt := AltOf(told{full: f, brief: f}, nil, Request{}, echo{})
		require.LessOrEqual(t, AltLength(alt), MaxAlt)
		if AltLength(f.String()) <= MaxAlt {
			require.Equal(t, f.String(), alt)
			return
		}
		require.True(t, strings.HasSuffix(alt, more), "%q does not end with that there is more", alt)
		kept := 0
		for f.String()+" "+more != alt {
			switch {
			case len(f.Rest) > 0:
				f.Rest = f.Rest[:len(f.Rest)-1]
			default:
				require.NotEmpty(t, f.Changed, "more than the end is missing: %q", alt)
				f.Changed = f.Changed[:len(f.Changed)-1]
			}
			kept++
		}
		require.NotZero(t, kept)
	})
}

func TestLongListsTakeSeveralFacts(t *testing.T) {
	teller := Teller{Keys: "alt.game.", Words: semicolon("; ")}
	assert.Empty(t, teller.Listed("new", nil))
	assert.Len(t, teller.Listed("new", []string{"a", "b", "c"}), 1)
	thing := strings.Repeat("x", longestFact/2)
	assert.Len(t, teller.Listed("new", []string{thing, "b", thing, thing, "c"}), 3)
	assert.Len(t, teller.Listed("new", []string{strings.Repeat("x", 2*longestFact), "b"}), 2)
}

func TestGroupsKeepTheirOrderAndAreSplitWhenLong(t *testing.T) {
	var g Grouped[int]
	g.Add(3, "c3")
	for range mostPlaces + 1 {
		g.Add(1, "a1")
	}
	g.Add(3, "d4")
	var keys []int
	var places []string
	for key, at := range g.All {
		keys, places = append(keys, key), append(places, at)
	}
	assert.Equal(t, []int{3, 1, 1}, keys)
	assert.Equal(t, "c3, d4", places[0])
	assert.Equal(t, "a1", places[2])
	for range g.All {
		break
	}
}
