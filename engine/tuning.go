package engine

// Tuning is how computer players think about a game. The zero value stands for the usual.
type Tuning struct {
	// Tries are the numbers of whole turns that computers of levels 3, 4 and 5 try for one
	// decision. More take longer, and in some games play no better. All 0 stands for the usual
	// numbers.
	Tries [3]int
	// LooksAhead says that computers of level 5 choose among their best turns by what they can make
	// of the next one. It helps where a seat builds mostly for itself.
	LooksAhead bool
	// Swing is the lead, in hundredths of a point, that makes a victory e times (2.7 times) as
	// likely: at the beginning of a game, and at its end. Reviews use it. Both 0 stand for the
	// usual numbers.
	Swing [2]int
}
