package babel

import (
	"slices"

	"amytis/engine"
)

// Position is a complete position, copied by assignment and compared with ==; zero is none.
type Position struct {
	people   row   // the draw pile, the next card last
	quarry   pile  // the next card on top
	returned uint8 // cards on top of the quarry that came from temples: everybody has seen them
	lowest   bool  // the lowest card of a demolished temple lies on top (B-11)
	discards tally
	players  [2]player
	active   engine.Seat
	stage    Stage
	missing  uint8 // cards still to be drawn after the shuffle
	skipping bool  // the turn ends after that draw (B-10)
	migrated bool
	final    bool
	// acted is the number of actions in the turn, answered its value at the other player's last
	// discard: those cannot be undone, because the discard showed cards.
	acted, answered uint8
	winners         engine.SeatSet
	reason          Reason
}

type player struct {
	hand    tally
	owed    uint8 // cards of the hand still to be discarded (B-2)
	pawn    People
	start   bool // the starting 1 is on top of the yard (B-1)
	columns [NumPeoples]row
	temples [NumPeoples]temple
	yard    pile // without the starting 1
}

func (p *Position) player(seat engine.Seat) *player { return &p.players[seat-1] }

func other(seat engine.Seat) engine.Seat { return 3 - seat }

func (pl *player) column(at People) *row { return &pl.columns[at-1] }

func (pl *player) temple(at People) *temple { return &pl.temples[at-1] }

// keeps returns the number of cards in hand without those owed (B-2).
func (pl *player) keeps() int { return pl.hand.size() - int(pl.owed) }

// total returns the points of the five temples.
func (pl *player) total() int {
	n := 0
	for _, t := range pl.temples {
		n += int(t.top())
	}
	return n
}

// demolished returns the cards of a temple as they go back onto the quarry, the last one on top.
func (p *Position) demolished(t temple) []Step {
	cards := t.list()
	if p.lowest {
		slices.Reverse(cards)
	}
	return cards
}

// yardTop returns the top card of the yard, 0 if the yard is empty.
func (pl *player) yardTop() Step {
	if pl.start {
		return 1
	}
	return pl.yard.last()
}

// canBuildStart reports whether the player could build the starting 1 now (B-1).
func (pl *player) canBuildStart() bool {
	return pl.start && pl.pawn != NoPeople && *pl.temple(pl.pawn) == 0 && pl.column(pl.pawn).n > 0
}
