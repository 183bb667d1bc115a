package chart

import (
	"bytes"
	"image"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"amytis/render"
)

// game returns the chances of some players in a game of some turns.
func game(players, turns int) Chances {
	r := rand.New(rand.NewPCG(uint64(players), uint64(turns)))
	c := Chances{Names: []string{"Ana", "Bo the Builder of Babel", "Cleo", "漢字", "Elizabeth"}[:players], Turns: turns}
	leads := make([]float64, players)
	for turn := 1; turn <= turns; turn++ {
		sum := 0.0
		for i := range leads {
			leads[i] += r.NormFloat64() / math.Sqrt(float64(turns)) * 2.5
			sum += math.Exp(leads[i])
		}
		p := Chance{Turn: turn}
		for i := range leads {
			p.Percent = append(p.Percent, 100*math.Exp(leads[i])/sum)
		}
		c.Points = append(c.Points, p)
	}
	for _, part := range []int{3, 5, 6} {
		c.Marked = append(c.Marked, turns*part/7)
	}
	return c
}

func TestGraphsOfChancesAreReadableForAnyNumberOfPlayersAndTurns(t *testing.T) {
	for name, c := range map[string]Chances{
		"chances-2": game(2, 24), "chances-3": game(3, 60), "chances-5": game(5, 80), "chances-long": game(3, 700),
		"chances-short": game(2, 1), "chances-none": {Names: []string{"Ana", "Bo"}},
	} {
		require.Empty(t, c.list().Unreadable(), name)
		p, err := c.Draw()
		require.NoError(t, err)
		im, err := png.Decode(bytes.NewReader(p.PNG))
		require.NoError(t, err)
		require.Equal(t, render.Width, im.Bounds().Dx(), name)
		require.Less(t, len(p.PNG), 100_000)
		if *pictures != "" {
			require.NoError(t, os.WriteFile(filepath.Join(*pictures, name+".png"), p.PNG, 0o600))
		}
	}
}

func TestGraphOfChancesNamesPlayersTurnsAndMarks(t *testing.T) {
	text := game(3, 40).list().String()
	for _, want := range []string{
		`"Ana"`, `"Cleo"`, `"0%"`, `"50%"`, `"100%"`, `"40"`, `"1"`, `"2"`, `"3"`, "marked turn 17",
	} {
		require.Contains(t, text, want)
	}
	require.Contains(t, game(4, 9).list().String(), `"4"`, "a name that no font can write is a number")
}

var badges = regexp.MustCompile(`badge @(\d+),(\d+)`)

func TestNumbersOfMarkedTurnsAreClearOfEachOtherAndOfTheCurves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := game(rapid.IntRange(2, 5).Draw(t, "players"), rapid.IntRange(3, 700).Draw(t, "turns"))
		c.Marked = rapid.SliceOfN(rapid.IntRange(1, c.Turns), 0, 3).Draw(t, "marked")
		slices.Sort(c.Marked)
		l := c.list()
		require.Empty(t, l.Unreadable())
		before := -100
		for _, b := range badges.FindAllStringSubmatch(l.String(), -1) {
			x, _ := strconv.Atoi(b[1])
			y, _ := strconv.Atoi(b[2])
			require.Greater(t, x-before, 48, "marks %v", c.Marked)
			require.Less(t, x, render.Width-24)
			require.Less(t, y+24, c.top()-22, "signs reach so high")
			before = x
		}
	})
}

// drawnLine returns where a line of a style through points is drawn, from 20 pixels left of and
// above the origin.
func drawnLine(s lineStyle, points ...render.Point) *image.NRGBA {
	return render.Draw("line", 160, 160, 20, 20, func(p *render.Pen) { s.line(p, points) }).Image()
}

func TestLinesOfAllSeatsDifferByMoreThanColour(t *testing.T) {
	seen := map[string]bool{}
	for seat, s := range lineStyles {
		im, dashes := drawnLine(s, render.Point{}, render.Point{X: 90}, render.Point{X: 100}), ""
		for x := range im.Rect.Dx() {
			dashes += strconv.FormatBool(im.NRGBAAt(x, 20).A > 0)
		}
		require.False(t, seen[dashes], "the dashes of seat %d", seat+1)
		seen[dashes] = true
	}
}

func TestDashesFollowTheLineAroundItsCorners(t *testing.T) {
	style := lineStyle{dashes: []float64{60, 40}}
	im := drawnLine(style, render.Point{}, render.Point{X: 50}, render.Point{X: 50, Y: 100})
	for at, drawn := range map[image.Point]bool{{X: 25}: true, {X: 50, Y: 8}: true, {X: 50, Y: 30}: false, {X: 50, Y: 60}: true} {
		require.Equal(t, drawn, im.NRGBAAt(20+at.X, 20+at.Y).A > 0, at)
	}
}
