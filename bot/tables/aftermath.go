package tables

import (
	"context"
	"math"
	"slices"

	"amytis/engine/table"
	"amytis/store"
)

// Aftermath is what a finished game has changed on its server.
type Aftermath struct {
	// Ratings holds the change of each person's rating in the game. It is empty for a game with
	// computers, which changes none.
	Ratings map[table.UserID]RatingChange
	// Record is the score of the game's winners if it is the highest that people have reached in
	// the game on this server, and at least one game came before. It is 0 otherwise.
	Record int
}

// RatingChange is a player's rating before and after a game.
type RatingChange struct{ Before, After float64 }

// Aftermath returns what the game of a table has changed. It is empty if the table has no result.
// It reads all results of the server, because a rating depends on all games before.
func (ts *Tables) Aftermath(ctx context.Context, guild table.GuildID, id table.ID) (Aftermath, error) {
	results, err := ts.store.Results(ctx, guild, math.MaxInt)
	if err != nil {
		return Aftermath{}, err
	}
	at := slices.IndexFunc(results, func(r store.Result) bool { return r.Table == id })
	if at < 0 {
		return Aftermath{}, nil
	}
	this, board := results[at], store.Board{Game: results[at].Game}
	rows := map[table.UserID]store.Row{}
	best, games := math.MinInt, 0
	for _, r := range slices.Backward(results[at+1:]) { // the oldest first
		if r.Game != this.Game || r.Level != 0 {
			continue
		}
		games++
		for _, s := range r.People() {
			best = max(best, s.Score)
		}
		addTo(rows, board, r)
	}
	var a Aftermath
	if this.Level != 0 {
		return a, nil
	}
	a.Ratings = map[table.UserID]RatingChange{}
	for _, s := range this.People() {
		change := RatingChange{Before: store.FirstRating}
		if row, played := rows[s.User]; played {
			change.Before = row.Rating
		}
		a.Ratings[s.User] = change
		if s.Rank == 1 && s.Score > best && games > 0 {
			a.Record = s.Score
		}
	}
	addTo(rows, board, this)
	for user, change := range a.Ratings {
		change.After = rows[user].Rating
		a.Ratings[user] = change
	}
	return a, nil
}

// addTo counts a result in the rows of a board.
func addTo(rows map[table.UserID]store.Row, b store.Board, r store.Result) {
	people := r.People()
	changed := make([]store.Row, len(people))
	for i, s := range people {
		changed[i] = rows[s.User]
	}
	b.Count(changed, people)
	for _, row := range changed {
		rows[row.User] = row
	}
}
