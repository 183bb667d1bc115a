package towers

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/longrun"
	game "amytis/engine/towers"
	"amytis/render"
	"amytis/render/rendertest"
)

func TestContract(t *testing.T) {
	rendertest.Run(t, rendertest.Contract{Gallery: Gallery{}, Game: game.Game.Info(), MaxPNG: 60_000,
		Views: []engine.View{handmade(), lateView(t, 5, false)}})
}

// sampleViews returns positions of all kinds.
func sampleViews(tb testing.TB) map[string]*game.View {
	views := map[string]*game.View{
		"handmade": handmade(), "ended": ended(), "quick": handmadeQuick(), "widest": widest(),
		"corner": cornerView(25, 0), "opposite corner": cornerView(0, 25),
	}
	for seats := 3; seats <= 5; seats++ {
		if seats == 4 && !longrun.On() {
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

func TestEveryPictureIsReadableThroughoutRandomPlay(t *testing.T) {
	checked, zones := 0, map[int]bool{}
	for _, quick := range []bool{false, true} {
		for seats := 3; seats <= 5; seats++ {
			r := rand.New(rand.NewPCG(uint64(seats), 5))
			var before engine.View
			eachPosition(t, seats, uint64(seats), options(quick, seats == 4), func(s engine.State, i int) bool {
				// Positions differ by one move, so one picture of some of them is enough.
				if i%longrun.Choose(11, 7) != 0 {
					return i < maxPositions
				}
				req := render.Request{View: game.Game.Info().Views[checked%len(game.Game.Info().Views)], Before: before,
					Names: goldenNames}
				seat := engine.Seat(checked % 2 * r.IntN(seats+1))
				if seat > 0 {
					req.Seat = engine.Seat(r.IntN(seats + 1))
				}
				v := s.View(seat).(*game.View)
				if checked%3 == 0 {
					req.View, req.Ghost = viewTop, randomGhost(s, r)
					req.Seat = req.Ghost.Move.Seat
				}
				rendertest.Readable(t, Gallery{}, v, req)
				if t.Failed() {
					t.Log(seats, quick, i, req)
					return false
				}
				before = v
				zones[len(shownZones(v, max(req.Seat, v.Seat)))] = true
				checked++
				return i < maxPositions
			})
		}
	}
	assert.GreaterOrEqual(t, checked, longrun.Choose(100, 200))
	assert.Equal(t, map[int]bool{1: true, 2: true, 3: true, 4: true, 5: true}, zones)
}

// randomGhost returns a ghost that a cursor may show: a legal move, moved somewhat.
func randomGhost(s engine.State, r *rand.Rand) render.Ghost {
	turn := s.Turn().Slice()
	if len(turn) == 0 {
		return render.Ghost{}
	}
	moves := s.Legal(turn[r.IntN(len(turn))], nil)
	m := moves[r.IntN(len(moves))]
	if axes := game.Game.Info().VerbInfo(m.Verb).Axes; len(axes) > 0 {
		for range r.IntN(4) {
			m, _ = s.Aim(m, axes[r.IntN(len(axes))], 1-2*r.IntN(2))
		}
	}
	_, err := s.Apply(m)
	return render.Ghost{Move: m, Legal: err == nil}
}

func TestEveryPictureIsReadableInExtremePositions(t *testing.T) {
	for name, v := range sampleViews(t) {
		for i, view := range game.Game.Info().Views {
			if i > 1 && !longrun.On() {
				break
			}
			for _, seat := range []engine.Seat{0, 1} {
				asked := *v
				asked.Seat = seat
				l := rendertest.Readable(t, Gallery{}, &asked, render.Request{View: view, Names: goldenNames})
				if seat == 0 {
					p, err := l.Picture()
					require.NoError(t, err)
					assert.Less(t, len(p.PNG), 60_000, "%s %s", name, view)
				}
			}
		}
	}
}

// The frame of a board is drawn over what sticks out of it, except for the signs of a ghost.
func TestNothingIsDrawnOverTheFrameOfABoard(t *testing.T) {
	long := strings.Repeat("W", 32)
	check := func(what string, v *game.View, g render.Ghost) {
		r := render.Request{View: viewTop, Names: []string{long, long, long, long, long}, Ghost: g}
		p := rendertest.Picture(t, Gallery{}, v, r)
		im := rendertest.Decode(t, p.PNG)
		bare := rendertest.Grey(im, 2, render.Height-3)
		for y := 2*headLine + 4; y < p.Height-2; y++ {
			require.Equal(t, bare, rendertest.Grey(im, 2, y), "%s at %d", what, y)
		}
		line := render.Height - footFrame
		if v.Quick {
			line -= 2
		}
		for x := leftFrame + 2; x < 240; x++ {
			require.Equal(t, rendertest.Grey(im, leftFrame+2, line), rendertest.Grey(im, x, line), "%s at %d", what, x)
		}
		top := 0
		if v.Quick {
			top = 2*headLine + 4
		}
		for x := 2; x < 240; x++ {
			require.Equal(t, bare, rendertest.Grey(im, x, top), "%s at %d", what, x)
		}
	}
	for name, v := range sampleViews(t) {
		check(name, v, render.Ghost{})
	}
	for _, corner := range [][2]uint8{{0, 0}, {0, 25}, {25, 0}, {25, 25}} {
		cell := fmt.Sprint(columnName(int(corner[0])), corner[1]+1)
		for _, text := range []string{"1 tower %s.4 n", "1 small %s.3", "1 small %s.2"} {
			text = fmt.Sprintf(text, cell)
			check(text, cornerView(corner[0], corner[1]), ghostOf(t, text, true))
			check(text, widest(), ghostOf(t, text, false))
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

func TestNoRequestPanics(t *testing.T) {
	views := []*game.View{handmade(), ended(), handmadeQuick(), widest(), start(3, false), start(5, true)}
	before, after := endOfRound()
	views = append(views, before, after)
	befores := []engine.View{nil, (*game.View)(nil), rendertest.OtherView{}}
	for _, v := range views {
		befores = append(befores, v)
	}
	ghosts := []string{"1 tower m12.1 w", "1 tower z26.16 n", "1 bridge a1-c1.1", "1 bridge 3:m13-m15.2",
		"2 small 2:m13.1",
		"1 large k13.16", "1 small 9.1", "1 swap small k12.1:red l12.2:blue", "1 turn l13.1 n", "1 stuck"}
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		v := views[r.IntN(len(views))]
		names := game.Game.Info().Views
		req := render.Request{View: names[r.IntN(len(names))], Before: befores[r.IntN(len(befores))],
			Seat: engine.Seat(r.IntN(len(v.Players) + 1))}
		if m, err := game.Game.ParseMove(ghosts[r.IntN(len(ghosts))]); err == nil {
			req.Ghost = render.Ghost{Move: m, Legal: r.IntN(2) == 0}
		}
		rendertest.List(t, Gallery{}, v, req)
		require.NotEmpty(t, render.AltOf(Gallery{}, v, req, rendertest.Echo{}))
	}
}
