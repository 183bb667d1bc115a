package towers

// levelCount counts what levels hold, on all tables together. Index 0 is unused.
type levelCount struct {
	// nobles are the numbers of nobles by level and colour.
	nobles [MaxLevel + 1][MaxSeats]uint8
	// open are the towers of tactical that have no nobles and nothing anywhere above.
	open openTowers
	// top is the highest level with a tower.
	top uint8
}
