package towers

import (
	"slices"

	"amytis/engine"
)

// roundsToWin is the number of rounds that wins the game. Every round has a winner.
const (
	roundsToWin = 3
	maxRounds   = MaxSeats*(roundsToWin-1) + 1
)

// zonesOf returns a seat's two zones, the lower number first, zeroes for a seat without zones. Zone
// z lies between seat z and the next seat (T-13).
func zonesOf(seat engine.Seat, in engine.SeatSet) [2]uint8 { return layouts[in][seat] }

// layouts are each seat's zones by the seats between which they are laid out. A search asks often.
var layouts = func() (all [1 << (MaxSeats + 1)][MaxSeats + 1][2]uint8) {
	for in := range engine.SeatSet(len(all)) {
		for seat := engine.Seat(1); seat <= MaxSeats; seat++ {
			next := seat
			if in.Has(seat) {
				next = nextSeat(seat, in)
			}
			if next != seat {
				all[in][seat][1], all[in][next][0] = uint8(seat), uint8(seat)
			}
		}
		for seat := range all[in] {
			slices.Sort(all[in][seat][:])
		}
	}
	return all
}()

// beginRound clears the tables and gives full sets to all seats that have not resigned.
func (p *Position) beginRound() {
	p.pieces = pieces{}
	p.round = round{since: p.moves, in: p.left()}
	for seat := engine.Seat(1); seat <= p.seats; seat++ {
		if p.round.in.Has(seat) {
			p.deal(seat)
		} else {
			p.players[seat-1] = player{won: p.player(seat).won}
		}
	}
	p.weigh(p.round.in)
}

// sayStuck takes a seat out of the round. The round ends when the last seat is stuck.
func (p *Position) sayStuck(seat engine.Seat) {
	p.round.stuck |= engine.Seats(seat)
	if (Rules{}).Turn(p) == 0 {
		p.endRound(false)
		return
	}
	p.weigh(p.round.in)
}

// stops reports whether a player ends the round: all their nobles stand, and no clock runs (T-10).
func (p *Position) stops(pl *player) bool { return p.clock == 0 && pl.nobles() == 0 }

// endRound scores the round, then begins the next one or ends the game.
func (p *Position) endRound(timeUp bool) {
	r := p.scoreRound()
	r.timeUp = timeUp
	p.rounds[p.nRounds] = r
	p.nRounds++
	var won engine.SeatSet
	for _, seat := range r.winners.Slice() {
		pl := p.player(seat)
		if pl.won++; pl.won == roundsToWin {
			won |= engine.Seats(seat)
		}
	}
	if won != 0 {
		p.finish(won)
		return
	}
	p.beginRound()
}
