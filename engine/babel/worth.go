package babel

import "amytis/engine"

// What things are worth beyond the points of the moment, in hundredths of a point.
const (
	worthPoint     = 100
	worthCard      = 22 // a card in a column, up to the highest step
	worthCardOver  = 5  // any further one
	worthHand      = 30 // a card in hand, up to worthHandMost cards
	worthHandOver  = 12
	worthHandMost  = 6
	worthTrio      = 40 // a power that can be used at a site
	worthNext      = 20 // a temple that could be built higher at once
	worthUnbuilt   = -60
	worthDemolish  = 15 // per point that the opponent could demolish
	worthSteal     = 20 // per point that the opponent could steal
	worthAhead     = 40 // per point from safeTotal on while the opponent could lose by it
	worthFinal     = 30 // per point from finalTotal on in the final phase
	worthFinalLack = 60 // per point below finalLow in the final phase
	finalLow       = 13
)

func (Rules) Tuning() engine.Tuning {
	return engine.Tuning{Swing: [2]int{1000, 140}, Tempo: [2]int{175, 0}, Slip: 90}
}

// Worth counts points, cards, powers at hand, and temples in danger or ready to grow.
func (Rules) Worth(p *Position, worth *[engine.MaxSeats + 1]int32) {
	for seat := engine.Seat(1); seat <= 2; seat++ {
		if p.stage == Over {
			worth[seat] = int32(worthPoint * p.player(seat).total())
		} else {
			worth[seat] = int32(p.worthTo(seat))
		}
	}
	engine.AddWins(worth, p.winners)
}

func (p *Position) worthTo(seat engine.Seat) int {
	me, opponent := p.player(seat), p.player(other(seat))
	total, theirs := me.total(), opponent.total()
	n := worthPoint*total + worthOfHand(me.keeps())
	if me.start {
		n += worthUnbuilt
	}
	switch {
	case p.final:
		n += worthFinal*max(total-finalTotal, 0) - worthFinalLack*max(finalLow-total, 0)
	case theirs < safeTotal:
		n += worthAhead * max(total-safeTotal, 0)
	}
	for at := range me.columns {
		n += p.worthOfSite(me, opponent, at)
	}
	return n
}

func worthOfHand(n int) int {
	return worthHand*min(n, worthHandMost) + worthHandOver*max(n-worthHandMost, 0)
}

func worthOfCards(n int) int { return worthCard*min(n, topStep) + worthCardOver*max(n-topStep, 0) }

// Terms finds what a site is worth by what is missing without the opponent's columns, or the yards.
func (Rules) Terms(p *Position, seat engine.Seat) engine.Score {
	me, opponent := p.player(seat), p.player(other(seat))
	harmless, waiting := *opponent, *me
	harmless.columns = [NumPeoples]row{}
	idle := harmless
	idle.start = true
	waiting.start = false
	waiting.yard = pile{}
	var cards, trios, next, danger int
	for at := range me.columns {
		safe, bare := p.worthOfSite(me, &harmless, at), p.worthOfSite(&waiting, &idle, at)
		held := worthOfCards(int(me.columns[at].n))
		cards += held
		trios += bare - held
		next += safe - bare
		danger += p.worthOfSite(me, opponent, at) - safe
	}
	return engine.Score{
		{Name: "cards", Value: cards}, {Name: "trios", Value: trios}, {Name: "next", Value: next},
		{Name: "danger", Value: danger}, {Name: "hand", Value: worthOfHand(me.keeps())},
	}
}

// worthOfSite returns what the site at an index is worth to a player, without its points.
func (p *Position) worthOfSite(me, opponent *player, at int) int {
	column := &me.columns[at]
	top := me.temples[at].top()
	cards := int(column.n)
	n := worthOfCards(cards)
	for people := Assyrians; people <= Sumerians && cards >= trio; people++ {
		if column.trioAt(people) >= 0 {
			n += worthTrio
		}
	}
	if next := top + 1; cards >= int(next) && (me.yardTop() == next || !opponent.start && opponent.yardTop() == next) {
		n += worthNext
	}
	danger := &opponent.columns[at]
	if top == 0 || danger.n < trio {
		return n
	}
	if danger.trioAt(Assyrians) >= 0 {
		n -= worthDemolish * int(top)
	}
	if danger.n >= uint8(top) && opponent.temples[at].top() < top && danger.trioAt(Hittites) >= 0 {
		n -= worthSteal * int(top)
	}
	return n
}
