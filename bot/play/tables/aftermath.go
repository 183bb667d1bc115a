package tables

import (
	"context"
	"maps"
	"slices"

	"amytis/engine/table"
	"amytis/store"
)

// Aftermath is what a finished game has changed on its server.
type Aftermath struct {
	// Ratings has the change of each person's rating. A game with computers changes none.
	Ratings map[table.UserID]RatingChange
	// Records are the server's records that people have broken, all above 0, the points first.
	Records []Record
}

type Record struct {
	// Name is a name of engine.Rules.Records, "" for the points.
	Name          string
	Value, Before int
}

type RatingChange struct {
	Before, After float64
	// FirstWin says that the person has won this game for the first time.
	FirstWin bool
}

// Aftermath returns what a table's game has changed, nothing if the table has no result.
func (ts *Tables) Aftermath(ctx context.Context, guild table.GuildID, id table.ID) (Aftermath, error) {
	this, before, err := ts.ledgerBefore(ctx, guild, id)
	if err != nil || this == nil || this.Level != 0 {
		return Aftermath{}, err
	}
	after := before.with(this)
	ts.ledgers.Set(ledgerKey{guild, this.Game}, after)
	a := Aftermath{Ratings: map[table.UserID]RatingChange{}}
	for _, s := range this.People() {
		change := RatingChange{Before: store.FirstRating, After: after.rows[s.User].Rating}
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
		if best, known := before.best[name]; known && reached[name] > max(best, 0) {
			a.Records = append(a.Records, Record{Name: name, Value: reached[name], Before: best})
		}
	}
	return a, nil
}
