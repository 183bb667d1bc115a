package gardens

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
	game "amytis/engine/gardens"
	"amytis/engine/longrun"
	"amytis/render"
	"amytis/render/rendertest"
)

func TestContract(t *testing.T) {
	under, statueUnder, belvedereUnder := game.At(5, 4), handmade(), handmade() // under the bridge
	statueUnder.Gardens[0].Decor = append(statueUnder.Gardens[0].Decor, game.Decoration{Kind: game.Statue, A: under})
	belvedereUnder.Gardens[0].Tiles[1].Open = under
	rendertest.Run(t, rendertest.Contract{Gallery: Gallery{}, Game: game.Game, Names: goldenNames, MaxPNG: 90_000,
		Options: []engine.Options{nil, {"overlap": "adjacent", "build": "together"}}, Choose: choose,
		Every: longrun.Choose(9, 3),
		Views: []engine.View{lateView(t, 2, 5), lateView(t, 3, 5), lateView(t, 4, 5), statueUnder, belvedereUnder}})
}

// Nothing covers a tile's number, and the number covers no sign.
func TestBadgesLeaveTheSignsFree(t *testing.T) {
	const u = boardHole
	for seed := uint64(1); seed <= 6; seed++ {
		v := playUntil(t, 2+int(seed%3), seed, engine.Options{"overlap": "adjacent"}, atRound(10))
		for i := range v.Gardens {
			g := &v.Gardens[i]
			b := board{garden: g, u: u}
			lay := newLayout(g, u, func(game.Hole) bool { return false })
			for n := range g.Tiles {
				p, badge := &g.Tiles[n], lay.badges[n]
				require.Equal(t, p.Hidden, badge.r == 0)
				for c, h := range p.Holes() {
					strip := lay.strip[h-1] != offset{} || lay.spanned[h-1]
					sign := h == p.Open || p.Tile.Spots(p.Rot)[c] != game.Blank || b.statueOn(h)
					if g.Heights[h-1] != p.Level || p.Hidden || strip || !sign {
						continue
					}
					x, y := corner[c].x*u/2+lay.shift[h-1].x, corner[c].y*u/2+lay.shift[h-1].y
					apart := math.Hypot(float64(x-badge.x), float64(y-badge.y))
					assert.GreaterOrEqual(t, int(apart), badge.r+px(u, spotShare)-3, "seed %d: %s at %s", seed, p.Tile, h)
				}
			}
		}
	}
}

func TestTheTableMarksOnlyWhatChanged(t *testing.T) {
	marks := func(r render.Request) []string {
		l := rendertest.List(t, Gallery{}, handmade(), r)
		var found []string
		for line := range strings.Lines(l.String()) {
			if f := strings.Fields(line); f[0] == "fresh" || f[0] == "new" {
				found = append(found, strings.TrimSpace(line[:strings.Index(line, "@")]))
			}
		}
		return found
	}
	assert.Empty(t, marks(render.Request{View: "table"}))
	assert.Empty(t, marks(render.Request{View: "table", Before: handmade()}))
	assert.Empty(t, marks(render.Request{View: "table", Seat: 2, Before: handmadeBefore()}))
	assert.Empty(t, marks(render.Request{View: "table", Before: rendertest.OtherView{}}))
	assert.Empty(t, marks(render.Request{View: "table", Before: (*game.View)(nil)}))
	assert.ElementsMatch(t, []string{"fresh", "new F", "new B", "new T"},
		marks(render.Request{View: "table", Before: handmadeBefore()}))
	assert.Equal(t, []string{"fresh"}, marks(render.Request{View: "garden"})[:1], "the tile placed this turn")
}

func TestTheTableShowsAWinnerAfterTheEnd(t *testing.T) {
	v := handmade()
	v.Stage, v.Winners = game.Over, []engine.Seat{2}
	for seat := engine.Seat(0); seat <= 2; seat++ {
		l := rendertest.List(t, Gallery{}, v, render.Request{View: "table", Seat: seat})
		assert.Contains(t, l.String(), "board of seat 2")
	}
}

func TestTheFirstTurnsTellWhatScoresAndLaterOnesShowThePlansOfOthers(t *testing.T) {
	for seats := 2; seats <= 4; seats++ {
		for _, round := range []int{1, 9} {
			v := playUntil(t, seats, 3, nil, atRound(round))
			for _, view := range game.Game.Info().Views {
				r := render.Request{View: view, Seat: 1, Names: goldenNames}
				shown, worth := rendertest.Readable(t, Gallery{}, v, r).String(), round == 1 && view == "garden"
				assert.Equal(t, worth, strings.Contains(shown, "what scores\n"), "%s of %d", view, seats)
				assert.Equal(t, worth, strings.Contains(render.AltOf(Gallery{}, v, r, rendertest.Echo{}), " worth "))
				for other := 2; other <= seats; other++ {
					planned := strings.Contains(shown, fmt.Sprintf("plan of seat %d\n", other))
					assert.Equal(t, view == "table", planned, "%s of %d", view, seats)
				}
			}
		}
	}
}

func TestSpectatorsOfTheQuarrySeeTheGardenOfWhoDigs(t *testing.T) {
	v := handmade()
	for digs := engine.Seat(1); digs <= 2; digs++ {
		for viewer := engine.Seat(0); viewer <= 2; viewer++ {
			v.Turn, v.Seat = engine.Seats(digs), viewer
			want := viewer
			if viewer == 0 {
				want = digs
			}
			for _, asked := range []engine.Seat{0, max(viewer, 1)} {
				l := rendertest.List(t, Gallery{}, v, render.Request{View: "quarry", Seat: asked})
				assert.Contains(t, l.String(), "board of seat "+want.String()+"\n")
			}
		}
	}
}

func TestAllPlayersAreShownWithWholeNamesAndPoints(t *testing.T) {
	names := []string{"Ana", "山田太郎", "Bartholomew of Babylon the Great", "Bo"}
	for seats := 2; seats <= 4; seats++ {
		v := lateView(t, seats, 3)
		for i := range v.Gardens {
			v.Gardens[i].Score.Total = 88 + 22*i
		}
		v.Winners = []engine.Seat{2}
		for _, open := range [][]engine.View{nil, slices.Repeat([]engine.View{v}, seats)} {
			l := rendertest.Readable(t, Gallery{}, v, render.Request{View: "table", Names: names, Open: open}).String()
			for i := range v.Gardens {
				require.Regexp(t, fmt.Sprintf(`"%d" (32|40|44)`, 88+22*i), l)
				if open != nil {
					require.Contains(t, l, fmt.Sprintf("board of seat %d\n", i+1))
				}
			}
			if seats > 2 && open == nil {
				require.Regexp(t, `"Bartholomew of" 29 .*\n.*"Babylon the Great" 29 `, l)
			}
		}
	}
}

func TestNamesAtTheEndHaveTheRoomThatTheColumnsLeave(t *testing.T) {
	for columns, want := range map[int]string{4: `"Bartholomew of Babylon the…" `, 8: `"Bartholomew o…" `, render.MostColumns: `"Bartholom…" `} {
		end := &render.End{Places: []render.Place{{Seat: 1, Rank: 1, Total: 103}, {Seat: 2, Rank: 2, Total: -3}}}
		end.Columns = slices.Repeat([]render.Column{{Line: "statues", Points: []int{20, -12}}}, columns)
		r := render.Request{End: end, Names: []string{"Bartholomew of Babylon the Great", "Ana"}}
		l, err := render.EndPicture(Gallery{}, lateView(t, 2, 3), r)
		require.NoError(t, err)
		rendertest.CheckReadable(t, l)
		assert.Contains(t, l.String(), want)
	}
}

func TestNamesWiderThanTheirPlaceAreBrokenBetweenWords(t *testing.T) {
	const name = "Wilhelmina von Wolkenstein-Rodenegg"
	for w, want := range map[int][]string{
		2000: {name}, 600: {"Wilhelmina von Wolkenstein-", "Rodenegg"}, 500: {"Wilhelmina von ", "Wolkenstein-Rodenegg"},
		260: {"Wilhelmina ", "von Wolkenstein-Rodenegg"}, 50: {name},
	} {
		assert.Equal(t, want, breakName(name, w), w)
	}
	assert.Equal(t, []string{""}, breakName("山田太郎", 100))
}

func TestNothingHidesWhichWayStairsLead(t *testing.T) {
	for seed := uint64(1); seed <= 3; seed++ {
		v := lateView(t, 2, seed)
		stairs := 0
		for _, d := range v.Gardens[0].Decor {
			stairs += render.Flag(d.Kind == game.Stairs)
		}
		require.NotZero(t, stairs)
		for _, view := range []string{"garden", "north", "east", "south", "west"} {
			l := rendertest.List(t, Gallery{}, v, render.Request{View: view, Seat: 1}).String()
			sides := strings.Split(l, "\nseat 1 from the ")[1:]
			require.NotEmpty(t, sides)
			for _, side := range sides {
				require.Equal(t, stairs, strings.Count(side, "  arrow of stairs "))
				require.Greater(t, strings.Index(side, "  arrow of "), strings.LastIndex(side, " pillar @"), view)
				require.Greater(t, strings.Index(side, "  arrow of "), strings.LastIndex(side, "  slab "), view)
			}
		}
	}
}

var goldenNames = []string{"Ana", "Bo 𝓫𝓸 🌸"}

func TestPicturesMatchTheGoldenFiles(t *testing.T) {
	fits, refused := ghostOf(t, legalGhost, true), ghostOf(t, illegalGhost, false)
	pictures := map[string]rendertest.Asked{
		"table.txt":         {handmade(), render.Request{View: "table", Before: handmadeBefore()}},
		"top.png":           {handmade(), render.Request{View: "top"}},
		"ghost-fits.txt":    {handmade(), render.Request{View: "top", Ghost: fits}},
		"ghost-fits.png":    {handmade(), render.Request{View: "top", Ghost: fits}},
		"ghost-refused.txt": {handmade(), render.Request{View: "garden", Ghost: refused}},
		"ghost-refused.png": {handmade(), render.Request{View: "garden", Ghost: refused}},
		"planned.txt": {handmade(), render.Request{View: "garden", Ghost: ghostOf(t, "1 stairs d4 d5", true),
			Beside: ghostOf(t, "1 fountain e7 f7", false)}},
	}
	for _, view := range []string{"garden", "top", "south", "east", "iso", "quarry"} {
		pictures[view+".txt"] = rendertest.Asked{View: handmade(), Request: render.Request{View: view}}
	}
	rendertest.CompareAll(t, Gallery{}, goldenNames, pictures)
	before, after, seat := aTurn(t, 4, 7, engine.Options{"overlap": "adjacent"}, 8)
	rendertest.CompareAll(t, Gallery{}, []string{"Ana", "Bo", "Cleo", "Dan"}, map[string]rendertest.Asked{
		"readme/table.png":  {after, render.Request{View: "table", Seat: seat, Before: before}},
		"readme/garden.png": {lateView(t, 2, 3), render.Request{View: "garden", Seat: 1}},
		"readme/quarry.png": {playUntil(t, 3, 5, nil, atRound(5)), render.Request{View: "quarry", Seat: 1}},
	})
}

func TestTextMatchesTheGoldenFile(t *testing.T) {
	r, w := render.Request{Names: goldenNames}, rendertest.Echo{}
	text := render.BoardOf(Gallery{}, handmade(), r, w) + "\n"
	for _, r.View = range []string{"garden", "quarry", "table"} {
		r.Before = nil
		if r.View == "table" {
			r.Before = handmadeBefore()
		}
		text += "\n[" + r.View + "]\n" + render.AltOf(Gallery{}, handmade(), r, w) + "\n"
	}
	rendertest.CompareText(t, "text.txt", text)
}

func TestPointsAndPlansStandClearOfTheNameAboveThem(t *testing.T) {
	shown := regexp.MustCompile(`(?:"([^"]+)" (\d+) \S+|area \d+x\d+) @(\d+),(\d+)`)
	for seats := 2; seats <= 4; seats++ {
		for _, name := range []string{"Gypsy", "Gypsy of Babylon the", "Gypsy Pygmalion of the Gypsy Egg"} {
			for _, dug := range []bool{false, true} {
				t.Run(fmt.Sprint(name, " of ", seats, ", dug ", dug), func(t *testing.T) {
					v := playUntil(t, seats, 3, nil, func(v *game.View) bool { return v.Round > 2 && (v.Gardens[0].Dug != 0) == dug })
					l := render.NewList(render.Width, render.Height, paper)
					room := drawStorage(render.NewList(1, 1, paper), &v.Gardens[0], columnX, columnW) - 10 - extraY
					v.Gardens[seats-1].Score.Total = 100
					r := render.Request{View: "table", Seat: 1, Names: []string{"Ana", name, name, name}}
					drawScores(l, v, r, room)
					require.Empty(t, l.Unreadable())
					cards := strings.Split(l.String(), "score of seat ")[1:]
					require.Len(t, cards, seats-1)
					for _, card := range cards {
						foot, right := 0, 0
						for _, at := range shown.FindAllStringSubmatch(card, -1) {
							num := func(k int) int { n, _ := strconv.Atoi(at[k]); return n }
							letter := unicode.IsLetter([]rune(at[1] + " ")[0])
							if letter {
								foot = num(4) + num(2)/4
								right = num(3) + render.Lettering{Height: num(2), Bold: num(2) > render.MinReadable}.Width(at[1])
								continue
							}
							require.True(t, num(4)-num(2) >= foot || num(3) > right, card)
						}
					}
				})
			}
		}
	}
}

// BenchmarkViews draws every picture of a position late in a game, when gardens are fullest.
func BenchmarkViews(b *testing.B) {
	for _, view := range game.Game.Info().Views {
		b.Run(view, func(b *testing.B) {
			rendertest.BenchmarkDraw(b, Gallery{}, lateView(b, 2, 3), render.Request{View: view})
		})
	}
}
