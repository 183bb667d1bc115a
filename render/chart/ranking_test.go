package chart

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/render"
	"amytis/render/rendertest"
)

// people returns a page of a leaderboard between people, of which the second row is one's own.
func people() Ranking {
	r := Ranking{First: 1, Low: 1400, High: 1707}
	names := []string{"Ana", "Bo the Builder of Babel and Babylon", "Nebuchadnezzar", "漢字", "Ĵózéf Žižek", "", "W", "Cleo", "Ez", "Uruk"}
	for i, name := range names {
		r.Rows = append(r.Rows, Rank{Name: name, Value: 1707 - float64(i)*33.3, Wins: 120 - 12*i, Games: 1240 - 100*i, Own: i == 1})
	}
	return r
}

func TestPodiumsAreReadable(t *testing.T) {
	rows := []Rank{
		{Name: "Nebuchadnezzar the Second of Babylon", Label: "104½", Wins: 120, Games: 240},
		{Name: "Bo", Label: "12", Wins: 3, Games: 9}, {Name: "漢字", Label: "½", Games: 1},
	}
	for n := range len(rows) {
		p := Podium{rows[:n+1]}
		require.Empty(t, p.list().Unreadable())
		require.LessOrEqual(t, p.list().Height, render.Height)
		picture, err := p.Draw()
		require.NoError(t, err)
		if *pictures != "" {
			require.NoError(t, os.WriteFile(filepath.Join(*pictures, fmt.Sprintf("podium-%d.png", n+1)), picture.PNG, 0o600))
		}
	}
	rendertest.CompareText(t, "podium.txt", Podium{rows}.list().String())
	shown, err := Podium{[]Rank{
		{Name: "Ana", Label: "31", Wins: 9, Games: 14}, {Name: "Cleo", Label: "26½", Wins: 7, Games: 15},
		{Name: "Dan", Label: "12", Wins: 2, Games: 8},
	}}.Draw()
	require.NoError(t, err)
	rendertest.ComparePicture(t, "readme/podium.png", shown)
}

func TestRankingsAreReadable(t *testing.T) {
	second := people()
	second.First = 101
	for name, r := range map[string]Ranking{
		"ranking": people(), "ranking-101": second,
		"ranking-season": {High: 1240, First: 1, Rows: []Rank{
			{Name: "Ana", Value: 1240.5, Label: "1240½", Wins: 1, Games: 2}, {Name: "Bo", Label: "1516?", Value: 12, Own: true}}},
		"ranking-computers": {First: 1, High: 5, Steps: 5, Rows: []Rank{
			{Name: "Ana", Value: 5, Wins: 1, Games: 2}, {Name: "Bo", Value: 3, Wins: 7, Games: 9, Own: true},
			{Name: "Ana", Value: 3, Games: 1}, {Name: "Cleo", Value: 1, Wins: 2, Games: 2}}},
	} {
		l := r.list()
		require.Empty(t, l.Unreadable(), name)
		require.Equal(t, render.Width, l.Width)
		require.LessOrEqual(t, l.Height, render.Height)
		p, err := r.Draw()
		require.NoError(t, err)
		if *pictures != "" {
			require.NoError(t, os.WriteFile(filepath.Join(*pictures, name+".png"), p.PNG, 0o600))
		}
	}
	rendertest.CompareText(t, "ranking.txt", people().list().String())
}
