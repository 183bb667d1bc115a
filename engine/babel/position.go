package babel

import "amytis/engine"

// Position is a position of the game, all of it: a value that is copied by
// assignment and compared with ==. Its zero value is none; Rules.Start makes one.
type Position struct {
	people   row  // the draw pile, the next card last
	quarry   pile // the next card on top
	discards tally
	players  [2]player
	active   engine.Seat
	stage    Stage
	missing  uint8 // cards still to be drawn after the shuffle
	skipping bool  // the turn ends with that draw (B-10)
	migrated bool
	final    bool
	// acted counts the actions of the turn so far, answered those before the
	// other's last discard: what it showed cannot be unseen.
	acted, answered uint8
	winners         engine.SeatSet
	reason          Reason
}

// player is a seat's side of the table and its hand.
type player struct {
	hand    tally
	owed    uint8 // cards of the hand yet to be discarded (B-2)
	pawn    People
	start   bool // the starting 1 lies on top of the yard (B-1)
	columns [NumPeoples]row
	temples [NumPeoples]temple
	yard    pile // without the starting 1
}

func (p *Position) player(seat engine.Seat) *player { return &p.players[seat-1] }

// other is who plays against seat.
func other(seat engine.Seat) engine.Seat { return 3 - seat }

func (pl *player) column(at People) *row    { return &pl.columns[at-1] }
func (pl *player) temple(at People) *temple { return &pl.temples[at-1] }

// keeps is the number of cards in hand without what is owed.
func (pl *player) keeps() int { return pl.hand.size() - int(pl.owed) }

// total is the points of the five temples.
func (pl *player) total() int {
	n := 0
	for _, t := range pl.temples {
		n += int(t.top())
	}
	return n
}

// yardTop is what the yard offers, 0 if nothing.
func (pl *player) yardTop() Step {
	if pl.start {
		return 1
	}
	return pl.yard.top()
}

// takeYard takes the top card of the yard.
func (pl *player) takeYard() {
	if pl.start {
		pl.start = false
		return
	}
	pl.yard.pop()
}

// canBuildStart reports whether the starting 1 could be built at once.
func (pl *player) canBuildStart() bool {
	return pl.start && pl.pawn != NoPeople && *pl.temple(pl.pawn) == 0 && pl.column(pl.pawn).n > 0
}
