package pictures

import (
	"slices"

	"amytis/engine"
	"amytis/engine/table"
	"amytis/render"
)

// end returns the places of an ended game and its scores. A tie has the lines that break it, too.
func end(t *table.Table) *render.End {
	r, _ := t.State.Result()
	e := &render.End{Columns: columnsOf(r.Scores, t.Tied())}
	for _, s := range t.Ranking() {
		e.Places = append(e.Places,
			render.Place{Seat: s.Seat, Rank: s.Rank, Total: s.Score, Resigned: r.Resigned.Has(s.Seat)})
	}
	return e
}

// columnsOf returns the parts of scores that are not all 0. Of too many, the first become one.
func columnsOf(scores []engine.Score, tied bool) (columns []render.Column) {
	for i, item := range scores[0] {
		if item.Ranks() && !tied {
			break
		}
		for n := range parts(item) {
			c := render.Column{Line: item.Name, Number: n + 1}
			for _, score := range scores {
				c.Points = append(c.Points, parts(score[i])[n])
			}
			if !item.Ranks() && slices.ContainsFunc(c.Points, func(n int) bool { return n != 0 }) {
				columns = append(columns, c)
			}
		}
	}
	for ; len(columns) > render.MostColumns; columns = columns[1:] {
		for seat, points := range columns[0].Points {
			columns[1].Points[seat] += points
		}
	}
	return columns
}

// parts returns the numbers of a line of the score pad.
func parts(item engine.ScoreItem) []int {
	switch v := item.Value.(type) {
	case int:
		return []int{v}
	case interface{ Parts() []int }:
		return v.Parts()
	}
	all, _ := item.Value.([]int)
	return all
}
