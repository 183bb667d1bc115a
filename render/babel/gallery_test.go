package babel

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
	game "amytis/engine/babel"
	"amytis/render"
	"amytis/render/rendertest"
)

func TestContract(t *testing.T) {
	mine, nobodys, wrong := handmade(), opening(), handmade()
	wrong.Seat = 3
	rendertest.Run(t, rendertest.Contract{Gallery: Gallery{}, Game: game.Game, Names: goldenNames, MaxPNG: 90_000,
		Options: []engine.Options{nil, {"demolished": "lowest"}}, Choose: choose, Every: 2,
		Views: []engine.View{mine, lateView(t, 4)},
		Refused: map[string]rendertest.Asked{
			"view of unknown seat":     {wrong, render.Request{}},
			"the other's hand":         {mine, render.Request{View: viewHand, Seat: 2}},
			"a hand for a spectator":   {nobodys, render.Request{View: viewHand}},
			"seat 1's for a spectator": {nobodys, render.Request{View: viewHand, Seat: 1}},
		}})
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
	for _, view := range game.Game.Info().Views {
		for _, c := range []struct{ v, before *game.View }{{v, nil}, {v, start}, {start, v}} {
			l := rendertest.Readable(t, Gallery{}, c.v, render.Request{View: view, Before: c.before,
				Names: []string{strings.Repeat("W", 32), strings.Repeat("W", 32)}})
			p := l.Picture()
			im := rendertest.Decode(t, p.PNG)
			bare := rendertest.Grey(im, 0, 0)
			for y := range p.Height {
				for _, x := range []int{0, 1, p.Width - 2, p.Width - 1} {
					require.Equal(t, bare, rendertest.Grey(im, x, y), "%s at %d, %d", view, x, y)
				}
			}
			for x := range p.Width {
				require.Equal(t, bare, rendertest.Grey(im, x, p.Height-1), "%s at the foot, %d", view, x)
			}
		}
	}
}

func TestOpenPicturesAndTextsRevealNoHand(t *testing.T) {
	eachPosition(t, 11, func(s engine.State, i int) bool {
		if i%5 != 0 {
			return true
		}
		for seat := engine.Seat(1); seat <= 2; seat++ {
			held, bare := s.View(seat).(*game.View), *s.View(seat).(*game.View)
			bare.Hand = nil
			r := render.Request{View: viewTable, Names: goldenNames, Before: beforeHandmade()}
			with := rendertest.List(t, Gallery{}, held, r)
			bareBefore := beforeHandmade()
			bareBefore.Hand, r.Before = nil, bareBefore
			without := rendertest.List(t, Gallery{}, &bare, r)
			require.Equal(t, without.String(), with.String())
			w := rendertest.Echo{}
			require.Equal(t, render.AltOf(Gallery{}, &bare, r, w), render.AltOf(Gallery{}, held, r, w))
			r.View = ""
			require.Equal(t, render.AltOf(Gallery{}, &bare, r, w), render.AltOf(Gallery{}, held, r, w))
		}
		require.Empty(t, s.View(0).(*game.View).Hand)
		return true
	})
}

func TestTextEndsWithTheHandOnlyForItsOwner(t *testing.T) {
	w := rendertest.Echo{}
	hand := newTeller(handmade(), render.Request{}, w).hand()
	assert.Contains(t, render.AltOf(Gallery{}, handmade(), render.Request{View: viewHand}, w), hand)
	assert.Contains(t, hand, "cards_of.M(Count=3)")
	assert.Contains(t, render.BoardOf(Gallery{}, handmade(), render.Request{}, w), hand)
	spectator := handmade()
	spectator.Seat, spectator.Hand = 0, nil
	assert.NotContains(t, render.BoardOf(Gallery{}, spectator, render.Request{Seat: 1}, w), "view.hand")
}

func TestSeatsKeepTheirHalvesForEveryViewer(t *testing.T) {
	v := handmade()
	want := rendertest.List(t, Gallery{}, v, render.Request{Names: goldenNames})
	for _, v.Seat = range []engine.Seat{0, 2} {
		got := rendertest.List(t, Gallery{}, v, render.Request{Names: goldenNames})
		assert.Equal(t, want.String(), got.String())
	}
	assert.Less(t, halfOf(1).x(100), render.Width/2)
	assert.Greater(t, halfOf(2).x(100), render.Width/2)
}

func TestOnlyALargeHandIsCounted(t *testing.T) {
	v := handmade()
	for n, counted := range map[int]bool{0: false, 1: false, 22: false, 23: true, 60: true} {
		v.Hand = cards(strings.Repeat("A", n/2) + strings.Repeat("S", n-n/2))
		l := rendertest.Readable(t, Gallery{}, v, render.Request{View: viewHand})
		shown := strings.Count(l.String(), "in hand")
		if counted {
			assert.Equal(t, 2, shown)
			assert.Contains(t, l.String(), "×"+strconv.Itoa(n/2))
		} else {
			assert.Equal(t, n, shown)
		}
	}
}

var goldenNames = []string{"Ana", "Bo 𝓫𝓸 🌸"}

func TestPicturesMatchTheGoldenFiles(t *testing.T) {
	rendertest.CompareAll(t, Gallery{}, goldenNames, map[string]rendertest.Asked{
		"table.txt":         {handmade(), render.Request{View: viewTable}},
		"changes.txt":       {handmade(), render.Request{View: viewTable, Before: beforeHandmade()}},
		"hand.txt":          {handmade(), render.Request{View: viewHand, Before: beforeHandmade()}},
		"opening.txt":       {opening(), render.Request{}},
		"ghost-fits.txt":    {handmade(), render.Request{View: viewHand, Ghost: ghostOf(t, "1 settle P", true)}},
		"ghost-refused.txt": {handmade(), render.Request{View: viewTable, Ghost: ghostOf(t, "1 steal", false)}},
	})
	rendertest.CompareAll(t, Gallery{}, []string{"Ana", "Bo"}, map[string]rendertest.Asked{
		"hand.png":         {handmade(), render.Request{View: viewHand}},
		"readme/table.png": {handmade(), render.Request{View: viewTable, Before: beforeHandmade()}},
	})
}

func TestTextMatchesTheGoldenFile(t *testing.T) {
	ended := handmade()
	ended.Stage, ended.Turn, ended.Winners, ended.Reason = game.Over, 0, ended.Turn.Slice()[:1], game.BelowTen
	r, w := render.Request{Names: goldenNames}, rendertest.Echo{}
	text := render.BoardOf(Gallery{}, handmade(), r, w) + "\n"
	for _, r.View = range []string{viewTable, viewHand} {
		text += "\n[" + r.View + "]\n" + render.AltOf(Gallery{}, handmade(), r, w) + "\n"
	}
	r.View = viewTable
	text += "\n[opening]\n" + render.AltOf(Gallery{}, opening(), r, w) +
		"\n[ended]\n" + render.AltOf(Gallery{}, ended, r, w) + "\n"
	rendertest.CompareText(t, "text.txt", text)
}

var namedLine = regexp.MustCompile(`  "(Wil\S*)" (\d+) \S+ @(\d+),`)

// handCard finds the cards of a hand, the leftmost first.
var handCard = regexp.MustCompile(`in hand @(\d+),`)

// A hand of up to seven cards leaves room for a long name, even without a card. No card lies over a
// name.
func TestAHandLeavesItsOwnersNameFree(t *testing.T) {
	const name = "WilliamShakespeare"
	for n := range 21 {
		v := handmade()
		v.Hand = cards(strings.Repeat("A", n/2) + strings.Repeat("S", n-n/2))
		l := rendertest.Readable(t, Gallery{}, v, render.Request{View: viewHand, Names: []string{name, ""}})
		found := namedLine.FindStringSubmatch(l.String())
		if n <= 7 {
			require.NotNil(t, found)
			assert.Equal(t, name, found[1], "%d cards", n)
		}
		if found == nil || n == 0 {
			continue
		}
		numbers := append(found[2:], handCard.FindStringSubmatch(l.String())[1])
		var at [3]int
		for i, digits := range numbers {
			at[i], _ = strconv.Atoi(digits)
		}
		end, card := at[1]+render.Bold(at[0], cream).Width(found[1]), at[2]-handCardWidth/2
		assert.Less(t, end+10, card, "%d cards", n)
	}
}

func TestAHeadShowsALongNameWholeBesideAGain(t *testing.T) {
	before, names := beforeHandmade(), []string{"Bartholomäus", "Guillermina G"}
	for _, seat := range []engine.Seat{1, 2} {
		v := handmade()
		v.Players[seat-1].Total = 17
		before.Players[seat-1].Total = 3
		texts := rendertest.Readable(t, Gallery{}, v, render.Request{Names: names, Before: before}).String()
		assert.Contains(t, texts, fmt.Sprintf("%q", names[seat-1]))
		assert.Contains(t, texts, `"+14"`)
	}
}

// BenchmarkTable draws a position late in a game, with long columns and yards.
func BenchmarkTable(b *testing.B) {
	rendertest.BenchmarkDraw(b, Gallery{}, lateView(b, 4), render.Request{View: viewTable})
}
