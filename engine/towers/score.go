package towers

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"amytis/engine"
)

// levelScores are the points for each level, up to the highest with a noble.
type levelScores struct {
	by  [MaxLevel + 1]engine.Seat // the seat that scores a level, 0 for nobody
	top uint8
}

// scored scores every level of the building (T-2).
func (p *pieces) scored() levelScores {
	var s levelScores
	for level := uint8(1); level <= MaxLevel; level++ {
		if count := &p.levels.nobles[level]; *count != [MaxSeats]uint8{} {
			s.top = level
			s.by[level] = mostOf(count)
		}
	}
	return s
}

// mostOf returns the seat with the most nobles, 0 for a tie.
func mostOf(count *[MaxSeats]uint8) engine.Seat {
	best, lead := uint8(0), engine.Seat(0)
	for i, n := range count {
		switch {
		case n > best:
			best, lead = n, engine.Seat(i+1)
		case n == best:
			lead = 0
		}
	}
	return lead
}

// pointsOf returns the points of a seat by level.
func (s *levelScores) pointsOf(seat engine.Seat) []int {
	points := make([]int, s.top)
	for level := range points {
		if s.by[level+1] == seat {
			points[level] = level + 1
		}
	}
	return points
}

// highest returns the highest level that a seat scores, 0 for none (T-4).
func (s *levelScores) highest(seat engine.Seat) int {
	for level := int(s.top); level > 0; level-- {
		if s.by[level] == seat {
			return level
		}
	}
	return 0
}

// totalOf returns a seat's total: its levels minus its bridges left.
func totalOf(p *Position, s *levelScores, seat engine.Seat) int {
	sum := -int(p.player(seat).bridges)
	for level := 1; level <= int(s.top); level++ {
		if s.by[level] == seat {
			sum += level
		}
	}
	return sum
}

// best returns the winners: the most points, and of a tie who scores on the highest level (T-4).
func (p *Position) best() engine.SeatSet {
	s := p.scored()
	return p.left().Best(func(a, b engine.Seat) int {
		return cmp.Or(totalOf(p, &s, a)-totalOf(p, &s, b), s.highest(a)-s.highest(b))
	})
}

func (Rules) Ending(p *Position) engine.Ending {
	return engine.Ending{Winners: p.winners, Resigned: p.resigned}
}

// Scores are by level with the penalty for bridges left in tactical, and by round in quick.
func (Rules) Scores(p *Position) []engine.Score {
	scores := make([]engine.Score, p.seats)
	levels := p.scored()
	for i := range scores {
		seat := engine.Seat(i + 1)
		if p.quick {
			scores[i] = engine.Score{
				{Name: "rounds", Value: roundsOf(p, seat)},
				{Name: "won", Value: int(p.player(seat).won)},
			}
			continue
		}
		scores[i] = engine.Score{
			{Name: "levels", Value: levels.pointsOf(seat)},
			{Name: "bridges", Value: -int(p.player(seat).bridges)},
			{Name: "total", Value: totalOf(p, &levels, seat)},
		}
	}
	return scores
}

// Records returns the level of the highest tower, in quick the most points of a round.
func (Rules) Records(p *Position) engine.Score {
	if !p.quick {
		return engine.Score{{Name: "height", Value: int(p.levels.top)}}
	}
	most := 0
	for _, seat := range p.left().Slice() {
		for i := range p.rounds[:p.nRounds] {
			most = max(most, int(p.rounds[i].score(seat)))
		}
	}
	return engine.Score{{Name: "round", Value: most}}
}

// Tally returns the nobles on each level from the highest down, in quick the points of each zone.
func (Rules) Tally(p *Position) engine.Tally {
	if p.quick {
		return p.zoneTally()
	}
	tally := engine.Tally{Key: "levels"}
	scored := p.scored()
	for level := int(scored.top); level > 0; level-- {
		row := engine.TallyRow{Number: level, Lead: scored.by[level]}
		for i, n := range p.levels.nobles[level] {
			if n > 0 {
				row.Seats |= engine.Seats(engine.Seat(i + 1))
				row.Counts[i+1] = int(n)
			}
		}
		if row.Seats != 0 {
			tally.Rows = append(tally.Rows, row)
		}
	}
	return tally
}

// zoneTally returns the points that both builders of each zone of the round would score now.
func (p *Position) zoneTally() engine.Tally {
	tally := engine.Tally{Key: "zones"}
	score := p.scoreRound()
	for zone := 1; zone <= MaxSeats; zone++ {
		row := engine.TallyRow{Number: zone}
		for _, seat := range score.in.Slice() {
			for i, of := range zonesOf(seat, score.in) {
				if int(of) == zone {
					row.Seats |= engine.Seats(seat)
					row.Counts[seat] = int(score.points[seat-1][i])
				}
			}
		}
		if row.Seats != 0 {
			tally.Rows = append(tally.Rows, row)
		}
	}
	return tally
}

// Rounds are a seat's scores, round by round.
type Rounds []Round

type Round struct {
	// Zones are the points of the seat's two zones, the lower zone number first.
	Zones [2]int `json:"zones"`
	Score int    `json:"score"`
	Left  int    `json:"left"`
}

// String lists the rounds' scores: "3, 0, 5".
func (r Rounds) String() string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(r.Parts()), " ", ", "), "[]")
}

func (r Rounds) Parts() []int {
	scores := make([]int, len(r))
	for i := range r {
		scores[i] = r[i].Score
	}
	return scores
}

// LastRound says what the seat scored in the last finished round. It is the zero Note before that.
func (r Rounds) LastRound() engine.Note {
	if len(r) == 0 {
		return engine.Note{}
	}
	last := r[len(r)-1]
	return engine.Note{Key: "scored", Facts: map[string]string{
		"first": strconv.Itoa(last.Zones[0]), "second": strconv.Itoa(last.Zones[1]),
		"score": strconv.Itoa(last.Score), "left": strconv.Itoa(last.Left),
	}}
}

func roundsOf(p *Position, seat engine.Seat) Rounds {
	rounds := make(Rounds, p.nRounds)
	for i := range rounds {
		r := &p.rounds[i]
		points := r.points[seat-1]
		rounds[i] = Round{[2]int{int(points[0]), int(points[1])}, int(r.score(seat)), int(r.left[seat-1])}
	}
	return rounds
}
