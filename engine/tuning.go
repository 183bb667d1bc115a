package engine

// Tuning is how computer players think about a game. The zero value stands for the usual.
type Tuning struct {
	// Tries are the numbers of whole turns that computers of levels 3, 4 and 5 try for one
	// decision. More take longer, and in some games play no better. All 0 stands for the usual
	// numbers.
	Tries [3]int
	// Slips are in how many of a hundred steps computers of levels 1 and 2 take any sensible move;
	// their other steps look good at first. Both 0: level 1 takes any, level 2 the best by rank. So
	// it is in live games, too.
	Slips [2]int
	// Ahead is what computers of level 5 look at beyond their turn.
	Ahead Ahead
	// Swing is the lead, in hundredths of a point, that makes a victory e times (2.7 times) as
	// likely: at the beginning of a game, and at its end. Reviews use it. Both 0 stand for the
	// usual numbers. LiveSwing is the same for live games, Swing's where both are 0.
	Swing, LiveSwing [2]int
	// Tempo is what turns to come are worth, in hundredths of a point, so that chances to win do
	// not favour the seat that has just moved: to all seats but the one before the first in turn,
	// since they may answer it, and to the seats that have still to act in the round, which are
	// those in turn and after it.
	Tempo [2]int
	// Slip is what a bad turn gives away, in hundredths of a point: turns that give away more are
	// no worse for the accuracy in a review. 0 stands for the usual number. LiveSlip is the same
	// for a move of a live game, Slip where it is 0.
	Slip, LiveSlip int
}

type Ahead uint8

const (
	// AtNothing is for games in which a closer look helps less than more turns tried.
	AtNothing Ahead = iota
	// AtNextTurn chooses among the best turns by what the seat can make of the next one. It helps
	// where a seat builds mostly for itself.
	AtNextTurn
	// AtAnswers chooses among them by what the others leave of it in their turns. It helps where
	// they can take points away.
	AtAnswers
)
