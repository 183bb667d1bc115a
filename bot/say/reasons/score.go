package reasons

import (
	"cmp"
	"slices"

	"amytis/engine"
)

// part is a line of a score pad, or an element of a line, that differs between two positions.
type part struct {
	seat   engine.Seat
	item   string // the name of the line, "" for the whole score
	at     int    // the number of an element, from 1, 0 for a whole line
	points int
}

type scores []engine.Score

// counts reports whether lines of the score add up to the total, unlike rounds.
func (s scores) counts() bool {
	for _, item := range s[0] {
		switch item.Value.(type) {
		case int, []int:
			return !item.Ranks()
		}
	}
	return false
}

func (s scores) margin(seat engine.Seat) int {
	best, found := 0, false
	for i := range s {
		if n := s[i].Total(); engine.Seat(i+1) != seat && (!found || n > best) {
			best, found = n, true
		}
	}
	return s[seat-1].Total() - best
}

// changes returns how another position changes a seat's score, then others' totals but not rounds.
func (s scores) changes(to scores, seat engine.Seat) []part {
	var parts []part
	for i, item := range s[seat-1] {
		if item.Ranks() {
			break // the lines below break ties
		}
		parts = append(parts, itemChanges(item, to[seat-1][i], seat)...)
	}
	slices.SortStableFunc(parts, func(a, b part) int { return cmp.Compare(size(b.points), size(a.points)) })
	for i := range s {
		if other := engine.Seat(i + 1); other != seat && s.counts() {
			parts = append(parts, part{seat: other, points: to[i].Total() - s[i].Total()})
		}
	}
	return slices.DeleteFunc(parts, func(p part) bool { return p.points == 0 })
}

func itemChanges(from, to engine.ScoreItem, seat engine.Seat) []part {
	switch before := from.Value.(type) {
	case int:
		after, _ := to.Value.(int)
		return []part{{seat, from.Name, 0, after - before}}
	case []int:
		after, _ := to.Value.([]int)
		var parts []part
		for i := range max(len(before), len(after)) {
			parts = append(parts, part{seat, from.Name, i + 1, element(after, i) - element(before, i)})
		}
		return parts
	}
	return nil
}

func element(list []int, i int) int {
	if i < len(list) {
		return list[i]
	}
	return 0
}

func size(n int) int { return max(n, -n) }
