package store

import (
	"slices"

	"amytis/engine"
	"amytis/engine/table"
)

// Challenge is the puzzle that a server is given each day, and how people did.
type Challenge struct {
	// Channel is where the puzzles are posted, 0 for nowhere, and Hour is when, in Place.
	Channel table.ChannelID `json:"channel,omitempty"`
	Hour    int             `json:"hour,omitempty"`
	// Zone and Offset are as in [Preferences] and [QuietHours].
	Zone   string `json:"zone,omitempty"`
	Offset int    `json:"utc,omitempty"`
	// Now is the puzzle to solve, Last the one before, and Next one that is ready to be posted.
	Now  *Puzzle `json:"now,omitempty"`
	Last *Puzzle `json:"last,omitempty"`
	Next *Puzzle `json:"next,omitempty"`
	// Used has the marks of the puzzles of a year, the oldest first.
	Used   []string         `json:"used,omitempty"`
	Scores []ChallengeScore `json:"scores,omitempty"`
}

// Puzzle is a position of an ended game, in which a seat looks for its best turn. It names nobody
// but those who have solved it.
type Puzzle struct {
	// Day is when it was posted, such as "2026-11-26".
	Day string `json:"day,omitempty"`
	// Mark tells positions apart.
	Mark string `json:"mark"`
	// Record is the game's up to the position, without names. Total is how many moves the game had.
	Record *engine.Record `json:"record"`
	Total  int            `json:"total"`
	Seat   engine.Seat    `json:"seat"`
	// Best is the best turn that a review with this seed found, the ID of a game's table. Lost is
	// what the turn that was played gave away of the chance to win, in percent.
	Best []string `json:"best"`
	Seed uint64   `json:"seed"`
	Lost float64  `json:"lost"`
	// Solves are in the order in which they came.
	Solves []Solve `json:"solves,omitempty"`
}

// Solve is a turn that a user has submitted.
type Solve struct {
	User  table.UserID `json:"user"`
	Stars int          `json:"stars"`
	// Behind is how much more the best turn leads by, in hundredths of a point.
	Behind int `json:"behind,omitempty"`
	// Known says that the user knew the game, so that the turn is out of competition.
	Known bool `json:"known,omitempty"`
}

// ChallengeScore is how a user did in a month.
type ChallengeScore struct {
	User table.UserID `json:"user"`
	// Day is the last day on which the user has submitted a turn, and Streak how many puzzles in a
	// row have brought stars.
	Day    string `json:"day"`
	Streak int    `json:"streak,omitempty"`
	// Stars and Days are those of the month of Day.
	Stars int `json:"stars"`
	Days  int `json:"days"`
}

// Place returns the time zone in which Hour counts, as that of a user.
func (c *Challenge) Place() *Preferences {
	return &Preferences{Zone: c.Zone, Quiet: QuietHours{Offset: c.Offset}}
}

func (c *Challenge) forget(user table.UserID) {
	c.Scores = slices.DeleteFunc(c.Scores, func(s ChallengeScore) bool { return s.User == user })
	for _, p := range []*Puzzle{c.Now, c.Last} {
		if p != nil {
			p.Solves = slices.DeleteFunc(p.Solves, func(s Solve) bool { return s.User == user })
		}
	}
}
