package tables_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/tables"
	"amytis/store"
)

func TestEqualPointsShareAPlace(t *testing.T) {
	for _, points := range [][]int{{}, {4}, {6, 6, 4, 2, 2, 2, 0}} {
		var rows []store.Row
		want := []int{}
		for _, n := range points {
			rows, want = append([]store.Row{{Points: n}}, rows...), append(want, 1+slices.Index(points, n))
		}
		require.Equal(t, want, tables.RankSeason(rows), points)
	}
}
