package gardens

import (
	"cmp"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
	game "amytis/engine/gardens"
	"amytis/render"
	"amytis/render/rendertest"
)

// toldFree returns the icons and holes that freeIcons tells, such as "S c4".
func toldFree(v *game.View, seat engine.Seat) map[string]bool {
	t := newTeller(v, render.Request{Seat: seat, View: "garden"}, rendertest.Echo{})
	free := map[string]bool{}
	for _, fact := range t.freeIcons(&v.Gardens[seat-1]) {
		things, _ := strings.CutPrefix(fact, "free(")
		_, things, _ = strings.Cut(things, "Things=")
		for thing := range strings.SplitSeq(strings.TrimSuffix(things, ")"), "; ") {
			icon, holes, _ := strings.Cut(thing, " ")
			for hole := range strings.SplitSeq(holes, ", ") {
				hole = strings.TrimSuffix(strings.TrimPrefix(hole, "fresh(Thing="), ")")
				free[strings.TrimPrefix(icon, "icon.")+" "+hole] = true
			}
		}
	}
	return free
}

// iconOf has the icons of the verbs that build decorations.
var iconOf = map[string]string{"statue": "S", "fountain": "F", "bridge": "B", "stairs": "T"}

// TestDecorationsStandOnIconsToldFree compares the facts with the engine: what can be built stands
// on icons told as free, and what is built ends there being told.
func TestDecorationsStandOnIconsToldFree(t *testing.T) {
	built := 0
	for seed := uint64(1); seed <= 3; seed++ {
		rendertest.Play(t, game.Game, nil, 3, rand.New(rand.NewPCG(seed, 7)), choose, func(s engine.State, _ int) bool {
			for _, seat := range s.Turn().Slice() {
				free := toldFree(s.View(seat).(*game.View), seat)
				for _, m := range s.Legal(seat, nil) {
					text := strings.Fields(string(game.Game.AppendMove(nil, m)))
					icon, decorates := iconOf[text[1]]
					if !decorates || strings.Contains(text[len(text)-1], "as=") {
						continue
					}
					next, err := s.Apply(m)
					require.NoError(t, err)
					after := toldFree(next.View(seat).(*game.View), seat)
					for _, hole := range text[2:] {
						built++
						require.True(t, free[icon+" "+hole], "%v can be built, but %s is not told free", text, hole)
						require.False(t, after[icon+" "+hole], "%v is built, but %s is told free", text, hole)
					}
				}
			}
			return true
		})
	}
	require.Greater(t, built, 100)
}

func TestHeightsAreThoseOfTheView(t *testing.T) {
	v := lateView(t, 2, 3)
	teller := newTeller(v, render.Request{Seat: 1, View: "garden"}, rendertest.Echo{})
	var told [holes * holes]int
	runs := regexp.MustCompile(`(\w)(?:–(\w))? (\d+)`)
	for _, row := range teller.heights(&v.Gardens[0]) {
		_, rows, _ := strings.Cut(row, " Rows=")
		rows, at, _ := strings.Cut(rows, " Runs=")
		for _, run := range runs.FindAllStringSubmatch(at, -1) {
			level, err := strconv.Atoi(run[3])
			require.NoError(t, err)
			for x := run[1][0]; x <= cmp.Or(run[2], run[1])[0]; x++ {
				for y := rows[0]; y <= rows[len(rows)-1]; y++ {
					told[int(y-'1')*holes+int(x-'a')] = level
				}
			}
		}
	}
	for col := range holes {
		for row := range holes {
			assert.Equal(t, v.Gardens[0].Heights[game.At(col, row)-1], told[row*holes+col])
		}
	}
}

func TestChangesComeFirst(t *testing.T) {
	before, after, seat := aTurn(t, 2, 4, nil, 3)
	r := render.Request{View: "table", Seat: seat, Names: goldenNames, Before: before}
	f := render.FactsOf(Gallery{}, after, r, rendertest.Echo{}, render.Full)
	require.NotEmpty(t, f.Changed)
	assert.True(t, strings.HasPrefix(render.AltOf(Gallery{}, after, r, rendertest.Echo{}), f.Changed[0]), "it begins with what has changed")
	now, was := after.Gardens[seat-1], before.Gardens[seat-1]
	placed := now.Tiles[len(was.Tiles)]
	all := strings.Join(f.Changed, " ")
	assert.Contains(t, all, tileArea(placed))
	assert.Contains(t, all, endHoles(now.Decor[len(was.Decor)]))
	assert.Contains(t, all, "taken(Cells=")
	r.Before = nil
	assert.Empty(t, render.FactsOf(Gallery{}, after, r, rendertest.Echo{}, render.Full).Changed)
}
