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
	// At is the time of the end in Unix milliseconds.
	At int64 `json:"at"`
	// Standings, one a player, in seat order.
	Standings []Standing `json:"standings"`
}

// Standing is how a player came out of a game.
type Standing struct {
	User table.UserID `json:"user"`
	// Rank from 1; equal ranks are ties, rank 1 has won.
	Rank int `json:"rank"`
	// Score is the total on the score pad.
	Score int `json:"score"`
}

// Row is a player's line on a server's leaderboard, for one game or for all.
type Row struct {
	User   table.UserID `json:"user"`
	Games  int          `json:"games"`
	Wins   int          `json:"wins"`
	Points int          `json:"points"` // the sum of all scores
	Best   int          `json:"best"`
	// Rating is Elo's, see Rate.
	Rating float64 `json:"rating"`
}

// Average is the mean score, 0 without a game.
func (r Row) Average() float64 {
	if r.Games == 0 {
		return 0
	}
	return float64(r.Points) / float64(r.Games)
}

// The rating's constants: chess's usual ones, so that numbers look familiar.
const (
	FirstRating = 1500
	kFactor     = 32
	scale       = 400
)

// Rate brings the rows of the players of a result up to date; rows are in the
// order of the standings, a newcomer's with Games 0.
//
// The rating is Elo's, with a game of n players taken as the n(n-1)/2 duels
// between them (better rank 1, tie 1/2, worse 0) and every duel weighted by
// 1/(n-1): so a game of four moves a rating about as much as a game of two, the
// sum of all ratings stays the same, and the order of results of one moment
// does not matter within a game. Elo rather than Glicko or TrueSkill: people
// can check it by hand, and a server's few games do not feed more parameters.
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
			expected := 1 / (1 + math.Pow(10, (rows[j].Rating-rows[i].Rating)/scale))
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
