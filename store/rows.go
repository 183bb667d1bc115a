package store

import (
	"fmt"
	"math"

	"amytis/engine/table"
)

// Rows are the rows of a server's leaderboards.
type Rows map[RowKey]Row

// RowKey identifies a row of a server's leaderboards.
type RowKey struct {
	Board Board
	User  table.UserID
}

// Count adds a result to the rows of its people, on its boards.
func (rows Rows) Count(r *Result) {
	people := r.People()
	for _, board := range r.Boards() {
		changed := make([]Row, len(people))
		for i, p := range people {
			changed[i] = rows[RowKey{board, p.User}]
		}
		board.Count(changed, people)
		for _, row := range changed {
			rows[RowKey{board, row.User}] = row
		}
	}
}

// compare removes the row that a store has under a key. It returns what is wrong with that row of
// the store, "" if nothing.
func (rows Rows) compare(key RowKey, have Row) (fault string) {
	want, found := rows[key]
	delete(rows, key)
	if !found {
		return fmt.Sprintf("user %d has a row for %s without a result", key.User, key.Board)
	}
	// The last digits may differ if another machine computed them.
	if math.Abs(have.Rating-want.Rating) <= 1e-6 {
		want.Rating = have.Rating
	}
	if have != want {
		return fmt.Sprintf("user %d, %s: stored %+v, computed from the results %+v", key.User, key.Board, have, want)
	}
	return ""
}

// String returns the board in words.
func (b Board) String() string {
	game := b.Game
	if game == "" {
		game = "all games"
	}
	if b.Level > 0 {
		return fmt.Sprintf("%s against computers of level %d", game, b.Level)
	}
	return game
}
