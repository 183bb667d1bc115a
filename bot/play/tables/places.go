package tables

import (
	"cmp"
	"slices"

	"amytis/store"
)

// SeasonGames is how many games a season has at least before it is shown.
const SeasonGames = 3

// ShownSeasons returns the seasons with enough results, the latest first. results has the latest
// first.
func ShownSeasons(results []store.Result) (shown []store.Season) {
	games := map[store.Season]int{}
	for _, r := range results {
		if games[r.Season]++; games[r.Season] == 1 {
			shown = append(shown, r.Season)
		}
	}
	return slices.DeleteFunc(shown, func(s store.Season) bool { return s == "" || games[s] < SeasonGames })
}

// RankSeason sorts the rows of a season: by points, then the rating gained, then the older account.
// It returns their places. Only points make a place, since nobody sees the rest.
func RankSeason(rows []store.Row) (places []int) {
	slices.SortFunc(rows, func(a, b store.Row) int {
		return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(b.Rating, a.Rating), cmp.Compare(a.User, b.User))
	})
	return Places(rows, func(a, b store.Row) bool { return a.Points == b.Points })
}

// Places returns the places of sorted rows, from 1. Equal rows share a place, which those after
// them count as so many: 1, 1, 3.
func Places[T any](rows []T, equal func(a, b T) bool) []int {
	places := make([]int, len(rows))
	for i := range rows {
		if places[i] = i + 1; i > 0 && equal(rows[i-1], rows[i]) {
			places[i] = places[i-1]
		}
	}
	return places
}
