package store

import (
	"slices"

	"amytis/engine"
	"amytis/engine/table"
)

// Challenge is the puzzle that a server is given each day, and how people did.
type Challenge struct {
	Channel table.ChannelID `json:"channel,omitempty"` // where puzzles are posted, 0 for nowhere
	Hour    int             `json:"hour,omitempty"`    // when, in Place
	Zone    string          `json:"zone,omitempty"`    // as in [Preferences]
	Offset  int             `json:"utc,omitempty"`     // as in [QuietHours]
	Now     *Puzzle         `json:"now,omitempty"`     // to solve
	Last    *Puzzle         `json:"last,omitempty"`    // the one before
	Next    *Puzzle         `json:"next,omitempty"`    // ready to be posted
	// Used has the marks of the puzzles of a year, the oldest first.
	Used   []string         `json:"used,omitempty"`
	Scores []ChallengeScore `json:"scores,omitempty"`
}

// Puzzle is a position of an ended game, in which a seat looks for its best turn. It names nobody
// but those who have solved it.
type Puzzle struct {
	Day  string `json:"day,omitempty"` // when it was posted, such as "2026-11-26"
	Mark string `json:"mark"`          // tells positions apart
	// Record is the game's up to the position, without names. Total is how many moves the game had.
	Record *engine.Record `json:"record"`
	Total  int            `json:"total"`
	Seat   engine.Seat    `json:"seat"`
	// Best is the best turn that a review with this seed found. Lost is how many percent of the
	// chance to win the turn that was played gave away.
	Best   []string `json:"best"`
	Seed   uint64   `json:"seed"` // the ID of the game's table
	Lost   float64  `json:"lost"`
	Solves []Solve  `json:"solves,omitempty"` // the first one first
}

// Solve is a turn that a user has submitted.
type Solve struct {
	User   table.UserID `json:"user"`
	Stars  int          `json:"stars"`
	Behind int          `json:"behind,omitempty"` // the best turn, in points / 100
	// Known says that the user knew the game, so that the turn is out of competition.
	Known bool `json:"known,omitempty"`
}

// ChallengeScore is how a user did in a month.
type ChallengeScore struct {
	User   table.UserID `json:"user"`
	Day    string       `json:"day"`              // the last one with a turn
	Streak int          `json:"streak,omitempty"` // how many puzzles in a row have brought stars
	Stars  int          `json:"stars"`            // in the month of Day
	Days   int          `json:"days"`             // in the month of Day
}

// Place returns the time zone in which Hour counts.
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
