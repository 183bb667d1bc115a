package store

import (
	"fmt"

	"amytis/engine/table"
)

type Rows map[RowKey]Row

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
