package store

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Seasons is how long the seasons of a server are.
type Seasons string

const (
	Quarterly Seasons = ""
	Monthly   Seasons = "monthly"
	NoSeasons Seasons = "off"
)

// Season is a calendar month or quarter in UTC, such as "2026-11" or "2026-Q4".
type Season string

// At returns the season at a time, "" without seasons.
func (s Seasons) At(t time.Time) Season {
	t = t.UTC()
	switch s {
	case Monthly:
		return Season(t.Format("2006-01"))
	case Quarterly:
		return Season(fmt.Sprintf("%04d-Q%d", t.Year(), (t.Month()+2)/3))
	}
	return ""
}

// Span returns when a season begins and ends. valid is false for what is no season.
func (s Season) Span() (from, end time.Time, valid bool) {
	year, quarter, quarterly := strings.Cut(string(s), "-Q")
	if !quarterly {
		from, _ = time.Parse("2006-01", string(s))
		return from, from.AddDate(0, 1, 0), Monthly.At(from) == s
	}
	n, _ := strconv.Atoi(quarter)
	from, _ = time.Parse("2006", year)
	from = from.AddDate(0, 3*(n-1), 0)
	return from, from.AddDate(0, 3, 0), Quarterly.At(from) == s
}

// countSeason adds one result to the rows of a season. Everybody can check the points by hand: one
// for each opponent beaten, half for a tie, one for finishing. A player with a stand-in gets none.
// gained is how the result has changed the ratings.
func countSeason(rows []Row, standings []Standing, gained []float64) {
	for i, s := range standings {
		r := &rows[i]
		r.User = s.User
		r.Games++
		r.Rating += gained[i]
		if s.Won() {
			r.Wins++
		}
		if s.Assisted {
			continue
		}
		if !s.Resigned {
			r.Points += 2
		}
		for j, other := range standings {
			if i != j {
				r.Points += int(2 * points(s.Rank, other.Rank))
			}
		}
	}
}
