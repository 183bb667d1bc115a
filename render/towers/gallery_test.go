package towers

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
	game "amytis/engine/towers"
	"amytis/render"
	"amytis/render/rendertest"
)

// sampleViews returns positions of all kinds.
func sampleViews(tb testing.TB) map[string]*game.View {
	views := map[string]*game.View{
		"handmade": handmade(), "ended": ended(), "quick": handmadeQuick(), "widest": widest(),
		"corner": cornerView(25, 0), "opposite corner": cornerView(0, 25),
	}
	for seats := 3; seats <= 5; seats++ {
		if testing.Short() && seats == 4 {
			continue
		}
		for mode, quick := range map[string]bool{"tactical": false, "quick": true} {
			name := fmt.Sprintf(" %s of %d", mode, seats)
			views["start of"+name], views["late in"+name] = start(seats, quick), lateView(tb, seats, quick)
		}
	}
	return views
}

// maxPositions is the number of positions checked in a game. It covers a whole tactical game and
// some rounds of a quick game, which takes long with random players.
const maxPositions = 400

func TestEveryPictureIsDrawnThroughoutRandomPlay(t *testing.T) {
	positions := maxPositions
	if testing.Short() {
		positions = 60
	}
	for seats := 3; seats <= 5; seats++ {
		for n, opts := range []engine.Options{options(false, true), options(true, true)} {
			eachPosition(t, seats, uint64(seats), opts, func(s engine.State, i int) bool {
				v := s.View(engine.Seat(i % (seats + 1)))
				for k, view := range (Gallery{}).Views() {
					// Positions differ by one move, so drawing some pictures of each is enough.
					if (i+k)%(5+10*n) != 0 {
						continue
					}
					l, err := displayList(v, render.Request{View: view, Scale: render.Scale(i / 2 % 2),
						Names: goldenNames})
					require.NoError(t, err)
					assert.NotZero(t, l.Height)
				}
				return i < positions
			})
		}
	}
}

func TestEveryPictureKeepsWithinItsSize(t *testing.T) {
	for name, v := range sampleViews(t) {
		for _, view := range (Gallery{}).Views() {
			for seat := range engine.Seat(2) {
				if testing.Short() && seat > 0 {
					continue
				}
				asked := *v
				asked.Seat = seat
				p, err := Gallery{}.Draw(&asked, render.Request{View: view, Names: goldenNames})
				require.NoError(t, err)
				assert.Equal(t, phoneWidth, p.Width)
				assert.Less(t, p.Height, 2100, "%s %s", name, view)
				assert.Less(t, len(p.PNG), 75_000, "%s %s", name, view)

				p, err = Gallery{}.Draw(&asked, render.Request{View: view, Scale: render.Large, Names: goldenNames})
				require.NoError(t, err)
				width, height, bytes := largeWidth, largeHeight, 70_000
				if view == viewTable {
					width, height, bytes = tableWidth, tableHeight, 150_000
				}
				assert.Equal(t, width, p.Width)
				assert.LessOrEqual(t, p.Height, height)
				assert.Less(t, len(p.PNG), bytes, "%s %s", name, view)
			}
		}
	}
}

func TestNothingIsDrawnOverTheEdges(t *testing.T) {
	long := strings.Repeat("W", 32)
	for name, v := range sampleViews(t) {
		for i := range v.Players {
			v.Players[i].Total, v.Players[i].Points = -18, [2]int{88, 88}
		}
		for _, view := range []string{viewTop, "east", viewIso, viewTable} {
			for _, scale := range []render.Scale{render.Phone, render.Large} {
				p, err := Gallery{}.Draw(v, render.Request{View: view, Scale: scale,
					Names: []string{long, long, long, long, long}})
				require.NoError(t, err)
				im := rendertest.Decode(t, p.PNG)
				bare := rendertest.Grey(im, 0, 0)
				for y := range p.Height {
					for _, x := range []int{0, 1, p.Width - 2, p.Width - 1} {
						require.Equal(t, bare, rendertest.Grey(im, x, y), "%s %s %d at %d, %d", name, view, scale, x, y)
					}
				}
				for x := range p.Width {
					for _, y := range []int{0, p.Height - 1} {
						require.Equal(t, bare, rendertest.Grey(im, x, y), "%s %s %d at %d, %d", name, view, scale, x, y)
					}
				}
			}
		}
	}
}

func TestAQuickPictureShowsTheViewersZones(t *testing.T) {
	v := lateView(t, 5, true)
	for seat, want := range [][]int{{1, 2, 3, 4, 5}, {1, 5}, {1, 2}, {2, 3}} {
		var got []int
		for _, z := range shownZones(v, engine.Seat(seat)) {
			got = append(got, z.Number)
		}
		assert.Equal(t, want, got)
	}
	v.Zones = v.Zones[1:4]
	assert.Len(t, shownZones(v, 1), 3, "a seat without a zone does not see all")
}

func TestTheUsedAreaIsShown(t *testing.T) {
	one := func(col, row uint8) *game.ZoneView {
		return &game.ZoneView{Towers: []game.TowerView{{At: game.Cell{Col: col, Row: row, Level: 1}}}}
	}
	assert.Equal(t, area{9, 9, 8, 8}, usedArea(&game.ZoneView{}, 2))
	assert.Equal(t, area{0, 18, 8, 8}, usedArea(one(0, 25), 2))
	assert.Equal(t, area{18, 6, 8, 8}, usedArea(one(25, 10), 2))
	assert.Equal(t, area{0, 0, game.Side, game.Side}, usedArea(&widest().Zones[0], 2))
	wide := one(5, 5)
	wide.Bridges = []game.BridgeView{{Bridge: game.Bridge{From: game.Cell{Col: 12, Row: 5, Level: 1}}}}
	assert.Equal(t, area{3, 1, 14, 8}, usedArea(wide, 2))
}

func TestAltTextFits(t *testing.T) {
	names := []string{"Wolfeschlegelsteinhausenbergerdo", "𝓑𝓪𝓻𝓽𝓱𝓸𝓵𝓸𝓶𝓪̈𝓾𝓼 𝓾𝓷𝓭 𝓜𝓪𝓻𝓲𝓪𝓷𝓷𝓮 𝓜.", "", "Dan", "Eve"}
	views := sampleViews(t)
	w := rendertest.Echo{}
	for seed, quick := range []bool{true, false} {
		tell := func(v engine.View, view string) {
			alt := Gallery{}.Alt(v, render.Request{View: view, Names: names}, w)
			assert.NotEmpty(t, alt)
			assert.LessOrEqual(t, render.AltLength(alt), render.MaxAlt, alt)
		}
		for _, v := range views {
			for _, view := range (Gallery{}).Views() {
				tell(v, view)
			}
			assert.NotEmpty(t, Gallery{}.Text(v, render.Request{Names: names}, w))
		}
		eachPosition(t, 5, uint64(seed), options(quick, true), func(s engine.State, i int) bool {
			if i%10 == 0 {
				v := s.View(engine.Seat(i / 10 % 6))
				tell(v, viewTop)
				tell(v, viewTable)
			}
			return i < maxPositions
		})
	}
}

func TestUnknownViewsSeatsAndGamesAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		v engine.View
		r render.Request
	}{
		"unknown view":         {handmade(), render.Request{View: "below"}},
		"unknown seat":         {handmade(), render.Request{Seat: 6}},
		"view of another game": {rendertest.OtherView{}, render.Request{}},
		"no view":              {nil, render.Request{}},
		"nil view":             {(*game.View)(nil), render.Request{}},
	} {
		_, err := Gallery{}.Draw(c.v, c.r)
		assert.Error(t, err, name)
		assert.Empty(t, Gallery{}.Alt(c.v, c.r, rendertest.Echo{}), name)
	}
	assert.Empty(t, Gallery{}.Text(nil, render.Request{}, rendertest.Echo{}))
	assert.NotEmpty(t, Gallery{}.Text(handmade(), render.Request{View: "text", Seat: 2}, rendertest.Echo{}))
}

func TestConcurrentDrawsGiveTheSamePicture(t *testing.T) {
	r := render.Request{View: viewTable, Names: goldenNames}
	rendertest.CheckConcurrentDraws(t, Gallery{}, lateView(t, 5, false), r)
}
