package towers

import (
	"cmp"
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

type roundScore struct {
	in      engine.SeatSet // the seats between which the zones were laid out
	points  [MaxSeats][2]uint8
	left    [MaxSeats]uint8
	winners engine.SeatSet
	timeUp  bool
}

// score returns the seat's score of the round: the points of its weaker zone.
func (r *roundScore) score(seat engine.Seat) uint8 {
	return min(r.points[seat-1][0], r.points[seat-1][1])
}

func (p *Position) scoreRound() roundScore {
	r := roundScore{in: p.round.in}
	for seat := engine.Seat(1); seat <= p.seats; seat++ {
		if r.in.Has(seat) {
			pair := zonesOf(seat, r.in)
			c := colourOf(seat)
			r.points[seat-1] = [2]uint8{p.zonePoints(pair[0], c), p.zonePoints(pair[1], c)}
			r.left[seat-1] = uint8(p.player(seat).pieces())
		}
	}
	r.winners = (r.in &^ p.resigned).Best(r.compare)
	return r
}

// compare puts the higher score first and, of equal ones, the fewer pieces left.
func (r *roundScore) compare(a, b engine.Seat) int {
	return cmp.Or(cmp.Compare(r.score(a), r.score(b)), cmp.Compare(r.left[b-1], r.left[a-1]))
}

// building holds the colours and facings of a connected building, as bits, for scoring.
type building struct {
	colours colourSet
	facings uint8
}

// zonePoints returns a colour's points in a zone as if the round ended now.
func (p *Position) zonePoints(zone uint8, c Colour) (points uint8) {
	towers, _ := p.in(zone)
	var buildings [maxParts]building
	for _, i := range towers {
		t := &p.towers[i]
		b := &buildings[t.part]
		b.colours |= t.nobles.colours()
		b.facings |= 1 << t.facing
	}
	// doubled is the level that counts double in each building so far (expert).
	var doubled [maxParts]uint8
	for _, i := range towers {
		t := &p.towers[i]
		b := buildings[t.part]
		if !t.nobles.scores(c) || !b.colours.others(c) {
			continue
		}
		points += t.at.Level
		oneWay := b.facings&(b.facings-1) == 0
		if most := &doubled[t.part]; p.expert && oneWay && t.at.Level > *most {
			points += t.at.Level - *most
			*most = t.at.Level
		}
	}
	return points
}

// scores reports whether the colour's noble is its only one here, without another's large one.
func (n nobles) scores(c Colour) bool {
	return n.countAll(c) == 1 && (n.large() == 0 || n.large() == c)
}

// colourSet is a set of colours. A colour has the bit that is its lowest one in nobles.
type colourSet uint16

func (c Colour) bit() colourSet { return 1 << (smallBits * (c - 1)) }

func (s colourSet) others(c Colour) bool { return s&^c.bit() != 0 }

func (n nobles) colours() colourSet {
	set := colourSet(n|n>>1) & (1 << largeOffset / smallMask)
	if large := n.large(); large != 0 {
		set |= large.bit()
	}
	return set
}
