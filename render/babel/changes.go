package babel

import (
	"slices"

	game "amytis/engine/babel"
)

type columnChange struct {
	// fresh marks the cards that were not there before.
	fresh []bool
	// added and removed are the numbers of cards that came and went.
	added, removed int
}

// pills returns what came and what went, as far as anything did.
func (c columnChange) pills() []pill {
	return slices.DeleteFunc([]pill{pill(c.added), pill(-c.removed)}, func(p pill) bool { return p == 0 })
}

// compareColumns treats as many cards as possible as kept, the ones nearest the start first.
func compareColumns(before, after []game.People) columnChange {
	same := longestCommon(before, after)
	c := columnChange{fresh: make([]bool, len(after))}
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
		c.fresh[j] = true
		c.added++
	}
	c.removed += len(before) - i
	return c
}

// longestCommon returns a table whose entry [i][j] is the length of the longest common subsequence
// of before[i:] and after[j:].
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

// countUnchanged counts the cards at the bottom of a pile that were there before.
func countUnchanged(before, after []game.Step) int {
	n := 0
	for n < len(before) && n < len(after) && before[n] == after[n] {
		n++
	}
	return n
}
