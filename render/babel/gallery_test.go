package babel

import (
	"strings"
	"testing"

	"amytis/engine"
	game "amytis/engine/babel"
	"amytis/render"
	"amytis/render/rendertest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestEveryViewDrawsForEverySeatThroughoutRandomPlay(t *testing.T) {
	for _, keen := range []bool{false, true} {
		eachPosition(t, 7, keen, func(s engine.State, i int) bool {
			for seat := engine.Seat(0); seat <= 2; seat++ {
				if !keen && int(seat) != i%3 {
					continue // games of random moves are long, so one seat of each position is enough
				}
				v := s.View(seat).(*game.View)
				for _, view := range (Gallery{}).Views() {
					req := render.Request{View: view, Names: goldenNames}
					if view == viewTable && i%2 == 1 || i%97 == 1 {
						req.Scale = render.Large
					}
					if view == viewHand && seat == 0 {
						_, err := displayList(v, req)
						require.ErrorIs(t, err, render.ErrHidden)
						continue
					}
					l, err := displayList(v, req)
					require.NoError(t, err)
					assert.NotZero(t, l.Height)
					if i%97 == 0 {
						p, err := l.Picture()
						require.NoError(t, err)
						assert.Equal(t, [2]int{l.Width, l.Height}, [2]int{p.Width, p.Height})
					}
				}
			}
			return true
		})
	}
}

func TestPhonePicturesHaveOneWidth(t *testing.T) {
	for _, view := range (Gallery{}).Views() {
		p, err := Gallery{}.Draw(handmade(), render.Request{View: view})
		require.NoError(t, err)
		assert.Equal(t, phoneWidth, p.Width)
	}
}

func TestNothingIsDrawnOverTheEdges(t *testing.T) {
	v := handmade()
	for i := range v.Players {
		p := &v.Players[i]
		p.Total, p.Hand, p.Owed = 30, 44, 22
		p.Yard = steps(strings.Repeat("123456", 7))
		for j := range p.Sites {
			p.Sites[j] = site(strings.Repeat("AAAHMPS", 4*j), "123456")
		}
	}
	v.Hand = cards(strings.Repeat("AHMPS", 12))
	v.People, v.Quarry, v.Discards = 60, 43, [game.NumPeoples]int{12, 12, 12, 12, 12}
	start := opening()
	start.Seat = 1
	for _, view := range (Gallery{}).Views() {
		for i := range 4 {
			v, scale := []*game.View{v, start}[i/2], render.Scale(i%2)
			p, err := Gallery{}.Draw(v, render.Request{View: view, Scale: scale,
				Names: []string{strings.Repeat("W", 32), strings.Repeat("W", 32)}})
			require.NoError(t, err)
			im := rendertest.Decode(t, p.PNG)
			bare := rendertest.Grey(im, 0, 0)
			for y := range p.Height {
				for _, x := range []int{0, 1, p.Width - 2, p.Width - 1} {
					require.Equal(t, bare, rendertest.Grey(im, x, y), "%s %d at %d, %d", view, scale, x, y)
				}
			}
			for x := range p.Width {
				require.Equal(t, bare, rendertest.Grey(im, x, p.Height-1), "%s %d at the foot, %d", view, scale, x)
			}
		}
	}
}

func TestOpenPicturesAndTextsRevealNoHand(t *testing.T) {
	eachPosition(t, 11, true, func(s engine.State, i int) bool {
		if i%5 != 0 {
			return true
		}
		for seat := engine.Seat(1); seat <= 2; seat++ {
			held, bare := s.View(seat).(*game.View), *s.View(seat).(*game.View)
			bare.Hand = nil
			r := render.Request{View: viewTable, Names: goldenNames}
			with, err := displayList(held, r)
			require.NoError(t, err)
			without, err := displayList(&bare, r)
			require.NoError(t, err)
			require.Equal(t, without.String(), with.String())
			w := rendertest.Echo{}
			require.Equal(t, Gallery{}.Alt(&bare, r, w), Gallery{}.Alt(held, r, w))
			require.Equal(t, Gallery{}.Text(&bare, r, w), Gallery{}.Text(held, r, w))
			r.View = ""
			require.Equal(t, Gallery{}.Alt(&bare, r, w), Gallery{}.Alt(held, r, w))
		}
		require.Empty(t, s.View(0).(*game.View).Hand)
		return true
	})
}

func TestTextEndsWithTheHandOnlyForItsOwner(t *testing.T) {
	w := rendertest.Echo{}
	hand := Gallery{}.Alt(handmade(), render.Request{View: viewHand}, w)
	assert.Contains(t, hand, "cards_of.M(Count=3)")
	assert.Contains(t, Gallery{}.Text(handmade(), render.Request{}, w), hand)
	assert.NotContains(t, Gallery{}.Text(handmade(), render.Request{View: viewTable}, w), hand)
	spectator := handmade()
	spectator.Seat, spectator.Hand = 0, nil
	assert.NotContains(t, Gallery{}.Text(spectator, render.Request{Seat: 1}, w), "view.hand")
}

func TestTheTableIsSeenFromTheViewersSide(t *testing.T) {
	v := handmade()
	assert.Equal(t, [2]engine.Seat{1, 2}, [2]engine.Seat{nearSeat(v), farSeat(v)})
	v.Seat = 2
	assert.Equal(t, [2]engine.Seat{2, 1}, [2]engine.Seat{nearSeat(v), farSeat(v)})
	v.Seat = 0
	assert.Equal(t, [2]engine.Seat{1, 2}, [2]engine.Seat{nearSeat(v), farSeat(v)})
}

func TestAltTextFitsThroughoutRandomPlay(t *testing.T) {
	names := []string{"Wolfeschlegelsteinhausenbergerdo", "𝓑𝓪𝓻𝓽𝓱𝓸𝓵𝓸𝓶𝓪̈𝓾𝓼 𝓾𝓷𝓭 𝓜𝓪𝓻𝓲𝓪𝓷𝓷𝓮 𝓜."}
	w := rendertest.Echo{}
	for seed := range uint64(2) {
		eachPosition(t, seed, seed == 0, func(s engine.State, i int) bool {
			seat := engine.Seat(i%2 + 1)
			for _, view := range (Gallery{}).Views() {
				alt := Gallery{}.Alt(s.View(seat), render.Request{View: view, Names: names}, w)
				assert.NotEmpty(t, alt)
				assert.LessOrEqual(t, render.AltLength(alt), render.MaxAlt, alt)
				assert.False(t, strings.HasSuffix(alt, "…"), alt)
			}
			if i%8 == 0 {
				assert.NotEmpty(t, Gallery{}.Text(s.View(0), render.Request{Names: names}, w))
			}
			return true
		})
	}
}

func TestAltTextOfLongColumnsFits(t *testing.T) {
	v := handmade()
	for i := range v.Players {
		for j := range v.Players[i].Sites {
			v.Players[i].Sites[j] = site(strings.Repeat("AHMPS", 4), "123456")
		}
	}
	alt := Gallery{}.Alt(v, render.Request{}, rendertest.Echo{})
	assert.LessOrEqual(t, render.AltLength(alt), render.MaxAlt)
	assert.Greater(t, render.AltLength(alt), 400)
}

func TestUnknownOrHiddenViewsAreRefused(t *testing.T) {
	mine, nobodys, wrong := handmade(), opening(), handmade()
	wrong.Seat = 3
	for name, c := range map[string]struct {
		v engine.View
		r render.Request
	}{
		"unknown view":             {mine, render.Request{View: "below"}},
		"unknown seat":             {mine, render.Request{Seat: 3}},
		"view of unknown seat":     {wrong, render.Request{}},
		"view of another game":     {rendertest.OtherView{}, render.Request{}},
		"no view":                  {nil, render.Request{}},
		"nil view":                 {(*game.View)(nil), render.Request{}},
		"the other's hand":         {mine, render.Request{View: viewHand, Seat: 2}},
		"a hand for a spectator":   {nobodys, render.Request{View: viewHand}},
		"seat 1's for a spectator": {nobodys, render.Request{View: viewHand, Seat: 1}},
	} {
		_, err := Gallery{}.Draw(c.v, c.r)
		assert.Error(t, err, name)
		assert.Empty(t, Gallery{}.Alt(c.v, c.r, rendertest.Echo{}), name)
	}
	assert.Empty(t, Gallery{}.Text(nil, render.Request{}, rendertest.Echo{}))
	assert.NotEmpty(t, Gallery{}.Text(mine, render.Request{View: "text", Seat: 2}, rendertest.Echo{}))
}

func TestConcurrentDrawsGiveTheSamePicture(t *testing.T) {
	r := render.Request{Scale: render.Large, Names: goldenNames}
	rendertest.CheckConcurrentDraws(t, Gallery{}, handmade(), r)
}

func TestPicturesStaySmall(t *testing.T) {
	for _, c := range []struct {
		r     render.Request
		v     *game.View
		bytes int
	}{
		{render.Request{}, handmade(), 90_000},
		{render.Request{Scale: render.Large}, lateView(t, 4), 90_000},
		{render.Request{View: viewHand}, handmade(), 90_000},
		{render.Request{View: viewHand, Scale: render.Large}, handmade(), 90_000},
	} {
		p, err := Gallery{}.Draw(c.v, c.r)
		require.NoError(t, err)
		assert.Less(t, len(p.PNG), c.bytes)
	}
}

func TestALargeHandIsFannedInPart(t *testing.T) {
	all := cards(strings.Repeat("A", 12) + strings.Repeat("H", 12) + "M" + strings.Repeat("S", 9))
	shown := limitHand(all)
	assert.Len(t, shown, maxFanCards)
	assert.Contains(t, shown, game.Medes)
	assert.IsNonDecreasing(t, shown)
	assert.Equal(t, cards("AAS"), limitHand(cards("AAS")))
}
