package store

import (
	"math"

	"amytis/engine/table"
)

// Result is an ended game as the leaderboard needs it.
type Result struct {
	Table table.ID      `json:"table"`
	Guild table.GuildID `json:"guild"`
	Game  string        `json:"game"`
	// At is when the game ended, in Unix milliseconds.
	At int64 `json:"at"`
	// Standings has one entry per player, in seat order.
	Standings []Standing `json:"standings"`
}

// Standing is one player's place and score in a game.
type Standing struct {
	User table.UserID `json:"user"`
	// Rank counts from 1. Equal ranks are ties; everyone with rank 1 has won.
	Rank int `json:"rank"`
	// Score is the player's total on the score pad.
	Score int `json:"score"`
}

// Row is a player's line on a server's leaderboard, for one game or for all games together.
type Row struct {
	User   table.UserID `json:"user"`
	Games  int          `json:"games"`
	Wins   int          `json:"wins"`
	Points int          `json:"points"` // sum of all scores
	Best   int          `json:"best"`
	// Rating is the Elo rating, see [Rate].
	Rating float64 `json:"rating"`
}

// Average returns the mean score, 0 without a game.
func (r Row) Average() float64 {
	if r.Games == 0 {
		return 0
	}
	return float64(r.Points) / float64(r.Games)
}

// FirstRating is the rating of a player before the first game. It is the usual one of chess, so the
// numbers look familiar.
const FirstRating = 1500

// These constants of the rating are the usual ones of chess, too.
const (
	kFactor  = 32
	eloScale = 400
)

// Rate adds one result to the rows of its players. rows are in the order of standings; a newcomer's
// row has Games 0.
//
// The rating is Elo. A game of n players counts as n(n-1)/2 duels between them: the better rank
// scores 1, a tie 1/2, the worse rank 0. Every duel is weighted by 1/(n-1). So a game of four moves
// a rating about as much as a game of two, and the sum of all ratings stays the same. All duels of
// a game use the ratings from before the game, so their order does not matter.
//
// Elo was chosen over Glicko and TrueSkill because people can check it by hand, and because a
// server has too few games to fit more parameters.
func Rate(rows []Row, standings []Standing) {
	n := len(standings)
	change := make([]float64, n)
	for i := range rows {
		if rows[i].Games == 0 {
			rows[i].Rating = FirstRating
		}
	}
	for i := range n {
		for j := range n {
			if i == j {
				continue
			}
			expected := 1 / (1 + math.Pow(10, (rows[j].Rating-rows[i].Rating)/eloScale))
			change[i] += kFactor / float64(n-1) * (points(standings[i].Rank, standings[j].Rank) - expected)
		}
	}
	for i, s := range standings {
		r := &rows[i]
		r.User = s.User
		r.Rating += change[i]
		if r.Games == 0 || s.Score > r.Best {
			r.Best = s.Score
		}
		r.Games++
		r.Points += s.Score
		if s.Rank == 1 {
			r.Wins++
		}
	}
}

func points(mine, theirs int) float64 {
	switch {
	case mine < theirs:
		return 1
	case mine == theirs:
		return 0.5
	}
	return 0
}
