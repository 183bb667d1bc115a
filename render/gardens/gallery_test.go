package gardens

import (
	"math/rand/v2"
	"testing"

	"amytis/engine"
	game "amytis/engine/gardens"
	"amytis/render"
	"amytis/render/rendertest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestEveryViewDrawsForEverySeatThroughoutRandomPlay(t *testing.T) {
	for seats := 2; seats <= 4; seats++ {
		opts := engine.Options{"overlap": "adjacent", "build": "together"}
		eachPosition(t, seats, uint64(seats), opts, func(v *game.View, i int) {
			// Positions differ by one move, so drawing some pictures of each is enough.
			for n, view := range (Gallery{}).Views() {
				if (i+n)%3 != 0 {
					continue
				}
				for scale := render.Phone; scale <= render.Large; scale++ {
					req := render.Request{View: view, Seat: engine.Seat(i%seats + 1), Scale: scale, Names: goldenNames}
					l, err := displayList(v, req)
					require.NoError(t, err)
					assert.NotZero(t, l.Height)
					if (i+n)%27 == 0 && scale == render.Phone {
						p, err := l.Picture()
						require.NoError(t, err)
						assert.Equal(t, 800, p.Width)
						assert.Equal(t, l.Height, p.Height)
					}
				}
			}
		})
	}
}

// eachPosition plays random moves and shows every position, each time to the next seat or to a
// spectator.
func eachPosition(t *testing.T, seats int, seed uint64, opts engine.Options, show func(v *game.View, i int)) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 3))
	infos := make([]engine.SeatInfo, seats)
	s, err := game.Game.Start(opts, infos, game.Game.Deal(opts, infos, r))
	require.NoError(t, err)
	for i := 0; ; i++ {
		show(s.View(engine.Seat(i%(seats+1))).(*game.View), i)
		turn := s.Turn().Slice()
		if len(turn) == 0 {
			return
		}
		legal := s.Legal(turn[r.IntN(len(turn))], nil)
		s, err = s.Apply(legal[r.IntN(len(legal))])
		require.NoError(t, err)
	}
}

func TestAltTextFitsThroughoutRandomPlay(t *testing.T) {
	names := []string{"Wolfeschlegelsteinhausenbergerdo", "𝓑𝓪𝓻𝓽𝓱𝓸𝓵𝓸𝓶𝓪̈𝓾𝓼 𝓾𝓷𝓭 𝓜𝓪𝓻𝓲𝓪𝓷𝓷𝓮 𝓜.", "", "Dan"}
	eachPosition(t, 4, 5, nil, func(v *game.View, i int) {
		view := Gallery{}.Views()[i%len(Gallery{}.Views())]
		for _, view := range []string{view, "garden"} {
			r := render.Request{View: view, Seat: engine.Seat(i%4 + 1), Names: names}
			alt := Gallery{}.Alt(v, r, rendertest.Echo{})
			assert.NotEmpty(t, alt)
			assert.LessOrEqual(t, render.AltLength(alt), render.MaxAlt, alt)
		}
		if i%8 == 0 {
			assert.NotEmpty(t, Gallery{}.Text(v, render.Request{Names: names}, rendertest.Echo{}))
		}
	})
}

func TestAltTextOfFullGardensFits(t *testing.T) {
	v := lateView(t, 2, 3)
	g := &v.Gardens[0]
	for range 3 {
		g.Tiles = append(g.Tiles, g.Tiles...)
		g.Decor = append(g.Decor, g.Decor...)
	}
	alt := Gallery{}.Alt(v, render.Request{View: "garden"}, rendertest.Echo{})
	assert.LessOrEqual(t, render.AltLength(alt), render.MaxAlt)
	assert.Greater(t, render.AltLength(alt), 500)
}

func TestUnknownViewsSeatsAndGamesAreRefused(t *testing.T) {
	v := handmade()
	for name, c := range map[string]struct {
		v engine.View
		r render.Request
	}{
		"unknown view":         {v, render.Request{View: "below"}},
		"unknown seat":         {v, render.Request{Seat: 3}},
		"view of another game": {rendertest.OtherView{}, render.Request{}},
		"no view":              {nil, render.Request{}},
		"nil view":             {(*game.View)(nil), render.Request{}},
	} {
		_, err := Gallery{}.Draw(c.v, c.r)
		assert.Error(t, err, name)
	}
	assert.Empty(t, Gallery{}.Alt(v, render.Request{View: "below"}, rendertest.Echo{}))
	assert.Empty(t, Gallery{}.Text(nil, render.Request{}, rendertest.Echo{}))
}

func TestConcurrentDrawsGiveTheSamePicture(t *testing.T) {
	r := render.Request{View: "table", Scale: render.Large, Names: goldenNames}
	rendertest.CheckConcurrentDraws(t, Gallery{}, lateView(t, 4, 3), r)
}

func TestLargePicturesKeepTheirSizeAndStaySmall(t *testing.T) {
	for _, r := range []struct {
		view                 string
		width, height, bytes int
	}{{"garden", 1200, 800, 75_000}, {"table", 1600, 1200, 150_000}} {
		for seats := 2; seats <= 4; seats++ {
			p, err := Gallery{}.Draw(lateView(t, seats, 5), render.Request{View: r.view, Scale: render.Large})
			require.NoError(t, err)
			assert.Equal(t, [2]int{r.width, r.height}, [2]int{p.Width, p.Height})
			assert.Less(t, len(p.PNG), r.bytes)
		}
	}
}
