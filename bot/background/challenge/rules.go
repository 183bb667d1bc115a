package challenge

import (
	"slices"

	"amytis/engine/table"
	"amytis/store"
)

// MonthOf returns the month of a day, such as "2026-11".
func MonthOf(day string) string { return day[:min(len(day), len("2026-11"))] }

const (
	// MaxStars is for a turn that is as good as the best.
	MaxStars = 3
	yearLen  = 366
)

// BeginDay makes the next puzzle the one of a day. It forgets scores that no later message shows.
func BeginDay(c *store.Challenge, day string) {
	next := *c.Next
	next.Day = day
	c.Last, c.Now, c.Next = c.Now, &next, nil
	c.Used = append(c.Used, next.Mark)
	c.Used = c.Used[max(0, len(c.Used)-yearLen):]
	c.Scores = slices.DeleteFunc(c.Scores, func(s store.ChallengeScore) bool {
		return MonthOf(s.Day) != MonthOf(day) && (c.Last == nil || MonthOf(s.Day) != MonthOf(c.Last.Day))
	})
}

// SolveOf returns what a user has submitted for the puzzle, which may be nil.
func SolveOf(p *store.Puzzle, user table.UserID) (s store.Solve, found bool) {
	if p == nil {
		return store.Solve{}, false
	}
	i := slices.IndexFunc(p.Solves, func(s store.Solve) bool { return s.User == user })
	if i < 0 {
		return store.Solve{}, false
	}
	return p.Solves[i], true
}

// Submit counts a turn for the present puzzle, unless its user has already submitted one.
func Submit(c *store.Challenge, s store.Solve) (counted bool) {
	if _, found := SolveOf(c.Now, s.User); found {
		return false
	}
	c.Now.Solves = append(c.Now.Solves, s)
	if s.Known {
		return true
	}
	i := slices.IndexFunc(c.Scores, func(old store.ChallengeScore) bool { return old.User == s.User })
	if i < 0 {
		i = len(c.Scores)
		c.Scores = append(c.Scores, store.ChallengeScore{User: s.User})
	}
	score := &c.Scores[i]
	if MonthOf(score.Day) != MonthOf(c.Now.Day) {
		score.Stars, score.Days = 0, 0
	}
	if c.Last == nil || score.Day != c.Last.Day || s.Stars == 0 {
		score.Streak = 0
	}
	if s.Stars > 0 {
		score.Streak++
	}
	score.Day = c.Now.Day
	score.Stars += s.Stars
	score.Days++
	return true
}
