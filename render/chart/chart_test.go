package chart

import (
	"bytes"
	"image"
	"image/png"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"amytis/render"
	"amytis/render/rendertest"
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
		require.Empty(t, c.compose().Unreadable(), name)
		p := c.Draw()
		im, err := png.Decode(bytes.NewReader(p.PNG))
		require.NoError(t, err)
		require.Equal(t, render.Width, im.Bounds().Dx(), name)
		require.Less(t, len(p.PNG), 100_000)
	}
}

func TestGraphOfChancesNamesPlayersTurnsAndMarks(t *testing.T) {
	text := game(3, 40).compose().String()
	for _, want := range []string{
		`"Ana"`, `"Cleo"`, `"0%"`, `"50%"`, `"100%"`, `"40"`, `"1"`, `"2"`, `"3"`, "marked turn 17",
	} {
		require.Contains(t, text, want)
	}
	rounds := game(3, 40)
	rounds.Rounds = []int{0, 20, 40}
	require.NotContains(t, rounds.compose().String(), `"40"`, "a game of two rounds has no round 40")
	require.Contains(t, game(4, 9).compose().String(), `"4"`, "a name that no font can write is a number")
}

var badges = regexp.MustCompile(`badge @(\d+),(\d+)`)

func TestNumbersOfMarkedTurnsAreClearOfEachOtherAndOfTheCurves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := game(rapid.IntRange(2, 5).Draw(t, "players"), rapid.IntRange(3, 700).Draw(t, "turns"))
		c.Marked = rapid.SliceOfN(rapid.IntRange(1, c.Turns), 0, 3).Draw(t, "marked")
		slices.Sort(c.Marked)
		l := c.compose()
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
	return render.Draw("line", 160, 160, 20, 20, func(p *render.Pen) { s.drawLine(p, points) }).Image()
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

// wave returns n values like ratings.
func wave(n int) []float64 {
	values := []float64{1500}
	for i := range n {
		values = append(values, 1500+float64(i)*120/float64(n)+70*math.Sin(float64(i)/7))
	}
	return values
}

func TestGraphsOfAnyLengthAreDrawn(t *testing.T) {
	for name, values := range map[string][]float64{
		"one-game": wave(1), "few": wave(12), "many": wave(150), "very-many": wave(10_000),
		"level": {1500, 1500, 1500}, "steep": {1500, 2900, 100},
	} {
		im, err := png.Decode(bytes.NewReader(Line(values, 1500).PNG))
		require.NoError(t, err)
		require.Equal(t, render.Width, im.Bounds().Dx(), name)
	}
}

func TestGraphShowsItsScaleAndItsLastValue(t *testing.T) {
	text := composeLine([]float64{1500, 1516, 1531, 1514, 1530, 1545}, 1500).String()
	for _, want := range []string{`"1500"`, `"1510"`, `"1545"`, `"5"`} {
		require.Contains(t, text, want)
	}
	require.Empty(t, composeLine(wave(30), 1500).Unreadable())
}

// people returns a page of a leaderboard between people, of which the second row is one's own.
func people() Ranking {
	r := Ranking{Low: 1400, High: 1707}
	names := []string{"Ana", "Bo the Builder of Babel and Babylon", "Nebuchadnezzar", "漢字", "Ĵózéf Žižek", "", "W", "Cleo", "Ez", "Uruk"}
	for i, name := range names {
		r.Rows = append(r.Rows, Rank{Place: i + 1, Name: name, Value: 1707 - float64(i)*33.3, Wins: 120 - 12*i, Games: 1240 - 100*i, Own: i == 1})
	}
	return r
}

func TestPodiumsAreReadable(t *testing.T) {
	rows := []Rank{
		{Place: 1, Name: "Nebuchadnezzar the Second of Babylon", Label: "104½", Wins: 120, Games: 240},
		{Place: 2, Name: "Bo", Label: "12", Wins: 3, Games: 9}, {Place: 3, Name: "漢字", Label: "½", Games: 1},
	}
	for n := range len(rows) {
		p := Podium{rows[:n+1]}
		require.Empty(t, p.compose().Unreadable())
		require.LessOrEqual(t, p.compose().Height, render.Height)
		p.Draw()
	}
	rendertest.CompareText(t, "podium.txt", Podium{rows}.compose().String())
	shown := Podium{[]Rank{
		{Place: 1, Name: "Ana", Label: "31", Wins: 9, Games: 14}, {Place: 2, Name: "Cleo", Label: "26½", Wins: 7, Games: 15},
		{Place: 3, Name: "Dan", Label: "12", Wins: 2, Games: 8},
	}}.Draw()
	rendertest.ComparePicture(t, "readme/podium.png", shown)
}

func TestRankingsAreReadable(t *testing.T) {
	second := people()
	for i := range second.Rows {
		second.Rows[i].Place += 100
	}
	for name, r := range map[string]Ranking{
		"ranking": people(), "ranking-101": second,
		"ranking-season": {High: 1240, Rows: []Rank{
			{Place: 1, Name: "Ana", Value: 1240.5, Label: "1240½", Wins: 1, Games: 2}, {Place: 1, Name: "Bo", Label: "1516?", Value: 12, Own: true}}},
		"ranking-computers": {High: 5, Steps: 5, Rows: []Rank{
			{Place: 1, Name: "Ana", Value: 5, Wins: 1, Games: 2}, {Place: 2, Name: "Bo", Value: 3, Wins: 7, Games: 9, Own: true},
			{Place: 3, Name: "Ana", Value: 3, Games: 1}, {Place: 4, Name: "Cleo", Value: 1, Wins: 2, Games: 2}}},
	} {
		l := r.compose()
		require.Empty(t, l.Unreadable(), name)
		require.Equal(t, render.Width, l.Width)
		require.LessOrEqual(t, l.Height, render.Height)
		r.Draw()
	}
	rendertest.CompareText(t, "ranking.txt", people().compose().String())
}
