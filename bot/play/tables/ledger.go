package tables

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"strconv"

	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// ledger is the sum of a server's results in one game between people.
type ledger struct {
	rows map[table.UserID]store.Row
	best map[string]int // the best values by name, the points under ""
}

// ledgerOf sums up the results of a game. results has the latest first.
func ledgerOf(results []store.Result, game string) ledger {
	l := ledger{map[table.UserID]store.Row{}, map[string]int{}}
	for _, r := range slices.Backward(results) {
		if r.Game != game || r.Level != 0 {
			continue
		}
		Rate(l.rows, r.People())
		for _, s := range r.Standings {
			if !s.Assisted {
				l.raise("", s.Score)
			}
		}
		for name, value := range r.Records {
			l.raise(name, value)
		}
	}
	return l
}

func (l ledger) raise(name string, value int) {
	if before, ok := l.best[name]; !ok || value > before {
		l.best[name] = value
	}
}

// Rate adds a result between people to the rows of a board of all times, by user.
func Rate(rows map[table.UserID]store.Row, people []store.Standing) {
	changed := make([]store.Row, len(people))
	for i, s := range people {
		changed[i] = rows[s.User]
	}
	store.Rate(changed, people)
	for _, row := range changed {
		rows[row.User] = row
	}
}

// Aftermath is what a finished game has changed on its server.
type Aftermath struct {
	// Ratings has the change of each person's rating. A game with computers changes none.
	Ratings map[table.UserID]RatingChange
	Records []Record // the server's records that people have broken, all above 0, the points first
	Levels  []string // computers' levels from the lowest that a person alone has beaten, with marks
}

type Record struct {
	Name          string // a name of engine.Rules.Records, "" for the points
	Value, Before int
}

type RatingChange struct {
	Before, After float64
	FirstWin      bool // the person has won this game for the first time
}

// Aftermath returns what a table's game has changed, nothing without a result or if one is damaged.
func (ts *Tables) Aftermath(ctx context.Context, guild table.GuildID, id table.ID) (Aftermath, error) {
	results, err := ts.store.Results(ctx, guild, math.MaxInt)
	at := slices.IndexFunc(results, func(r store.Result) bool { return r.Table == id })
	if err != nil || at < 0 {
		return Aftermath{}, store.NotDamage(err)
	}
	this := &results[at]
	if this.Level != 0 {
		return levelsBeaten(ctx, ts.store, this)
	}
	before := ledgerOf(results[at+1:], this.Game)
	after := maps.Clone(before.rows)
	Rate(after, this.People())
	a := Aftermath{Ratings: map[table.UserID]RatingChange{}}
	for _, s := range this.People() {
		change := RatingChange{Before: store.FirstRating, After: after[s.User].Rating}
		if row, played := before.rows[s.User]; played {
			change.Before = row.Rating
		}
		change.FirstWin = s.Won() && before.rows[s.User].Wins == 0
		a.Ratings[s.User] = change
	}
	reached := map[string]int{}
	maps.Copy(reached, this.Records)
	for _, s := range this.Standings {
		if s.Won() {
			reached[""] = s.Score
		}
	}
	for _, name := range slices.Sorted(maps.Keys(reached)) {
		if best, ok := before.best[name]; ok && reached[name] > max(best, 0) {
			a.Records = append(a.Records, Record{Name: name, Value: reached[name], Before: best})
		}
	}
	return a, nil
}

func levelsBeaten(ctx context.Context, results Store, r *store.Result) (a Aftermath, err error) {
	people := r.People()
	for level := 1; level <= engine.ComputerLevels && len(people) == 1 && err == nil; level++ {
		var rows []store.Row
		rows, err = results.Leaderboard(ctx, r.Guild, store.Board{Game: r.Game, Level: level})
		if slices.ContainsFunc(rows, func(row store.Row) bool { return row.User == people[0].User && row.Wins > 0 }) {
			a.Levels = append(a.Levels, strconv.Itoa(level)+" ✓")
		} else if a.Levels != nil {
			a.Levels = append(a.Levels, strconv.Itoa(level))
		}
	}
	return a, err
}

// SeasonGames is how many games a season has at least before it is shown.
const SeasonGames = 3

// ShownSeasons returns the seasons with enough results, the latest first, as in results.
func ShownSeasons(results []store.Result) (shown []store.Season) {
	games := map[store.Season]int{}
	for _, r := range results {
		if games[r.Season]++; games[r.Season] == 1 {
			shown = append(shown, r.Season)
		}
	}
	return slices.DeleteFunc(shown, func(s store.Season) bool { return s == "" || games[s] < SeasonGames })
}

// RankSeason sorts rows by points, rating gained and the older account. Only points make a place.
func RankSeason(rows []store.Row) (places []int) {
	slices.SortFunc(rows, func(a, b store.Row) int {
		return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(b.Rating, a.Rating), cmp.Compare(a.User, b.User))
	})
	return Places(rows, func(a, b store.Row) bool { return a.Points == b.Points })
}

// Places returns the places of sorted rows, from 1. Equal rows share one: 1, 1, 3.
func Places[T any](rows []T, equal func(a, b T) bool) []int {
	places := make([]int, len(rows))
	for i := range rows {
		if places[i] = i + 1; i > 0 && equal(rows[i-1], rows[i]) {
			places[i] = places[i-1]
		}
	}
	return places
}
