package towers

import "amytis/engine"

// The most there is of anything on all tables at once.
const (
	maxTowers  = 4 * 21
	maxBridges = 4 * 5
)

// Position is a position of the game, all of it: a value that is copied by
// assignment and compared with ==. Its zero value is none; Rules.Start makes one.
type Position struct {
	// What stands, in the order it was placed.
	towers        [maxTowers]tower
	bridges       [maxBridges]bridge
	nTowers       uint8
	nBridges      uint8
	parts         uint8 // how many there are on all tables (T-3)
	players       [MaxSeats]player
	seats         engine.Seat // how many play
	quick, expert bool
	clock         int32
	moves         uint16 // made so far
	stage         Stage
	resigned      engine.SeatSet
	winners       engine.SeatSet
	turn          turn  // of tactical
	round         round // of quick
	rounds        [maxRounds]roundScore
	nRounds       uint8
}

// tower is a tower with who stands on it.
type tower struct {
	at     Cell
	facing Facing
	part   part
	nobles nobles
	// fresh marks what View calls new, of bridges too.
	fresh bool
}

// bridge is a bridge.
type bridge struct {
	Bridge
	part  part
	fresh bool
}

// player is what a seat may still place.
type player struct {
	towers, bridges, small, large uint8
	// won are its rounds, aside the large nobles set aside for them.
	won, aside uint8
}

// turn is the tactical turn that is being played.
type turn struct {
	active engine.Seat
	placed uint8
	// first: every seat has its first turn in this round.
	first bool
	// grown: the area is larger than at the start of the turn.
	grown bool
	// barred: a noble was placed, so that there is no special move.
	barred bool
}

// round is the round of quick that is being played.
type round struct {
	// since is how many moves had been made when it began.
	since uint16
	// in are the seats for which the zones were laid out (T-13).
	in    engine.SeatSet
	stuck engine.SeatSet
}

func (p *Position) player(seat engine.Seat) *player { return &p.players[seat-1] }

// standing lists the towers on all tables, lying the bridges.
func (p *Position) standing() []tower { return p.towers[:p.nTowers] }
func (p *Position) lying() []bridge   { return p.bridges[:p.nBridges] }

// all is the set of the seats that play, left those that have not resigned.
func (p *Position) all() engine.SeatSet  { return 1<<(p.seats+1) - 2 }
func (p *Position) left() engine.SeatSet { return p.all() &^ p.resigned }

// next is the seat of a set that comes after a seat, going round.
func (p *Position) next(seat engine.Seat, of engine.SeatSet) engine.Seat {
	for {
		seat = seat%p.seats + 1
		if of.Has(seat) {
			return seat
		}
	}
}

// pieces is how many pieces a player has left, with nobles set aside.
func (pl *player) pieces() int {
	return int(pl.towers) + int(pl.bridges) + int(pl.small) + int(pl.large) + int(pl.aside)
}
