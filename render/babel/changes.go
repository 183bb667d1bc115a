package babel

import (
	"slices"
	"strconv"

	game "amytis/engine/babel"
	"amytis/render"
)

type columnChange struct {
	// fresh marks the cards that were not there before.
	fresh []bool
	// added and removed are the numbers of cards that came and went.
	added, removed int
}

// pills returns what came and what went, if anything did.
func (c columnChange) pills() []pill {
	return slices.DeleteFunc([]pill{pill(c.added), pill(-c.removed)}, func(p pill) bool { return p == 0 })
}

// compareColumns treats as many cards as possible as kept, the ones nearest the start first.
func compareColumns(before, after []game.People) columnChange {
	c := columnChange{fresh: make([]bool, len(after))}
	kept := countUnchanged(before, after)
	before, after = before[kept:], after[kept:]
	same := longestCommon(before, after)
	i := 0
	for j := range after {
		for i < len(before) && before[i] != after[j] && same[i+1][j] >= same[i][j+1] {
			i++
			c.removed++
		}
		if i < len(before) && before[i] == after[j] {
			i++
			continue
		}
		c.fresh[kept+j] = true
		c.added++
	}
	c.removed += len(before) - i
	return c
}

// longestCommon returns the lengths of the longest common subsequences of before[i:] and after[j:].
func longestCommon(before, after []game.People) [][]uint8 {
	table := make([][]uint8, len(before)+1)
	for i := range table {
		table[i] = make([]uint8, len(after)+1)
	}
	for i := len(before) - 1; i >= 0; i-- {
		for j := len(after) - 1; j >= 0; j-- {
			if before[i] == after[j] {
				table[i][j] = table[i+1][j+1] + 1
			} else {
				table[i][j] = max(table[i+1][j], table[i][j+1])
			}
		}
	}
	return table
}

// countUnchanged counts the cards at the start of a column or a pile that were there before.
func countUnchanged[T comparable](before, after []T) int {
	n := 0
	for n < len(before) && n < len(after) && before[n] == after[n] {
		n++
	}
	return n
}

const pillHeight = 36

// pill tells by how much something changed: a gain is green and round, a loss is red and square.
type pill int

var pillLetters = render.Bold(render.MinReadable, white)

func (p pill) String() string {
	if p > 0 {
		return "+" + strconv.Itoa(int(p))
	}
	return render.Points(int(p))
}

func (p pill) width() int { return pillLetters.Width(p.String()) + 14 }

func (p pill) draw(l *render.List, x, y int) {
	w := p.width()
	l.Put(pillSprite(w, p > 0), x, y)
	l.Text(pillLetters, x+w/2, y+render.MinReadable/2, render.Centre, p.String())
}

func pillSprite(w int, more bool) *render.Sprite {
	name, paint, round := "loss", lost, 3.
	if more {
		name, paint, round = "gain", grown, pillHeight/2
	}
	return sheet.Draw(name, key{}, w, pillHeight, 0, pillHeight/2, func(p *render.Pen) {
		p.Box(1.5, 1.5-pillHeight/2, float64(w)-3, pillHeight-3, round)
		p.Outline(paint, white, 2.5)
	})
}
