package babel

import "amytis/engine"

// View is what a seat may see: all but the other's hand, both hands for a
// spectator, and the order of the draw piles. It is the only input of pictures
// and alt text.
type View struct {
	// Seat is who asks, 0 a spectator.
	Seat engine.Seat
	// Stage is what the game is waiting for.
	Stage Stage
	// Turn is the set of seats that may act: the active one, and the other
	// while it owes discards.
	Turn engine.SeatSet
	// Active is whose turn it is, also once the game is over.
	Active engine.Seat
	// Hand is the asker's own, in the order of the peoples; nil for a
	// spectator.
	Hand []People
	// Players by seat: Players[0] is seat 1.
	Players [2]PlayerView
	// People and Quarry count the cards left in the draw piles: people cards,
	// temple cards.
	People, Quarry int
	// Discards counts the open discards by people: Discards[p-1].
	Discards [NumPeoples]int
	// Migrated is set once the active seat has migrated in this turn.
	Migrated bool
	// Final is set from the beginning of the final phase on.
	Final bool
	// Winners and Reason are set once the game is over.
	Winners []engine.Seat
	Reason  Reason
}

// Game is "babel".
func (*View) Game() string { return ID }

// Stage is what a position waits for.
type Stage uint8

// The stages. Whether discards are owed beside them is told by
// PlayerView.Owed: in its own Drawing, a seat that owes discards first.
const (
	// Drawing: the active seat begins its turn by drawing people cards.
	Drawing Stage = iota + 1
	// Shuffling: the discards are shuffled into a new draw pile, then the draw
	// goes on.
	Shuffling
	// Acting: the active seat acts, and ends its turn.
	Acting
	// Over: the game is decided.
	Over
)

// Reason is how the game ended; zero while it runs.
type Reason uint8

// The reasons, named as in result.reason of a record.
const (
	// Fifteen: 15 points against less than 10.
	Fifteen Reason = iota + 1
	// Twenty: 20 points in the final phase.
	Twenty
	// BelowTen: the other fell below 10 in the final phase.
	BelowTen
	// QuarryEmpty: the last temple card was taken.
	QuarryEmpty
	// Resigned: the other left.
	Resigned
)

func (r Reason) String() string {
	return [...]string{"", "fifteen", "twenty", "below-ten", "quarry", "resigned"}[r]
}

// PlayerView is a seat's side of the table, all of it open.
type PlayerView struct {
	Seat engine.Seat
	// Pawn is the site at which the pawn stands, NoPeople in the quarry.
	Pawn People
	// Hand is the number of cards in hand as it is announced; what is still
	// owed is not counted (B-2).
	Hand int
	// Owed is the number of cards that must yet be discarded.
	Owed int
	// Sites in the order of the peoples: Sites[p-1].
	Sites [NumPeoples]SiteView
	// Yard from the bottom to the top, the starting 1 included.
	Yard []Step
	// StartUnbuilt is set while the yard's top is the starting 1 (B-1).
	StartUnbuilt bool
	// Total is the points of the five temples.
	Total    int
	Resigned bool
}

// SiteView is a seat's half of a site.
type SiteView struct {
	// Column from its start to its end, the newest card.
	Column []People
	// Trios are the stretches of three or more consecutive cards of a people,
	// in the column's order.
	Trios []Run
	// Temple from the bottom to the top.
	Temple []Step
}

// Run is a stretch of cards of one people in a column: Column[From:To].
type Run struct {
	People   People
	From, To int
}
