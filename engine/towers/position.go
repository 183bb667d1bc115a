package towers

import "amytis/engine"

// The highest numbers of pieces on all tables together.
const (
	maxTowers  = 4 * 21
	maxBridges = 4 * 5
)

// Position is a complete position, copied by assignment and compared with ==; zero is none.
type Position struct {
	pieces
	players       [MaxSeats]player
	seats         engine.Seat // number of players
	quick, expert bool
	clock         int32  // seconds, 0 for none; only in quick
	moves         uint16 // number of moves so far
	stage         Stage
	resigned      engine.SeatSet
	winners       engine.SeatSet
	turn          turn  // tactical only
	round         round // quick only
	rounds        [maxRounds]roundScore
	nRounds       uint8
}

// pieces are the placed pieces on all tables, in the order they were placed.
type pieces struct {
	towers   [maxTowers]tower
	bridges  [maxBridges]bridge
	nTowers  uint8
	nBridges uint8
	parts    uint8 // number of connected parts (T-3)
	// fresh and freshBridges are the pieces that View calls new.
	fresh        numberSet
	freshBridges uint32

	// What follows can be found out from the pieces. It is kept because counting takes long.

	stacks stacks
	zones  [maxZones]zone // in quick
	buried numberSet      // the towers with a piece somewhere above them
	levels levelCount
}

type tower struct {
	at     Cell
	facing Facing
	part   part
	nobles nobles
}

type bridge struct {
	Bridge
	part  part
	after uint8 // the number of towers that were placed on its table before
}

// player is what a seat may still place, and its rounds won.
type player struct {
	towers, bridges, small, large uint8
	// won is the number of rounds won. aside is the number of large nobles set aside for them.
	won, aside uint8
}

// turn is the current turn in tactical.
type turn struct {
	active engine.Seat
	placed uint8
	first  bool // it belongs to the first round
	grown  bool // it has made the area larger (T-6)
	barred bool // a noble was placed, so there is no special move
}

// round is the current round in quick.
type round struct {
	since     uint16         // number of moves before the round began
	in        engine.SeatSet // the seats between which the zones were laid out (T-13)
	stuck     engine.SeatSet
	prospects prospects // follow from the rest of the position
}

func (p *Position) player(seat engine.Seat) *player { return &p.players[seat-1] }

func (p *pieces) standing() []tower { return p.towers[:p.nTowers] }

func (p *Position) all() engine.SeatSet { return 1<<(p.seats+1) - 2 }

// left returns the seats that have not resigned.
func (p *Position) left() engine.SeatSet { return p.all() &^ p.resigned }

// nextSeat returns the seat of a set that comes after a seat, going round.
func nextSeat(seat engine.Seat, of engine.SeatSet) engine.Seat {
	for {
		seat = seat%MaxSeats + 1
		if of.Has(seat) {
			return seat
		}
	}
}

func (pl *player) nobles() int { return int(pl.small + pl.large) }

// pieces returns the number of pieces that a player has left, nobles set aside included.
func (pl *player) pieces() int {
	return int(pl.towers) + int(pl.bridges) + int(pl.small) + int(pl.large) + int(pl.aside)
}

// The highest numbers of pieces in a zone, where two players build.
const (
	maxZoneTowers  = 2 * 27
	maxZoneBridges = 2 * 6
)

// zone lists the pieces of a zone in quick by their numbers.
type zone struct {
	towers            [maxZoneTowers]uint8
	bridges           [maxZoneBridges]uint8
	nTowers, nBridges uint8

	// What follows can be found out from the pieces, as in pieces.

	// nobled are the towers with nobles, bare those without that are not buried.
	nobled numberSet
	bare   openTowers
	// sides are what the zone holds for its seats: that with its number, then the next one.
	sides [2]side
}

// allNumbers are the numbers of the pieces of the only table in tactical.
var allNumbers = func() (all [maxTowers]uint8) {
	for i := range all {
		all[i] = uint8(i)
	}
	return all
}()

func (p *pieces) in(zone uint8) (towers, bridges []uint8) {
	if zone == 0 {
		return allNumbers[:p.nTowers], allNumbers[:p.nBridges]
	}
	z := &p.zones[zone-1]
	return z.towers[:z.nTowers], z.bridges[:z.nBridges]
}
