package babel

import (
	"strconv"

	"amytis/engine"
)

// Describe tells what a legal move would do, as far as everybody may know: the
// numbers of cards and what lies open, never a card in hand or in a pile.
func (Rules) Describe(p *Position, m engine.Move) engine.Description {
	if m.Seat == engine.Chance || m.Seat > 2 {
		return engine.Description{Facts: map[string]string{"count": strconv.Itoa(p.discards.size())}}
	}
	d := engine.Description{Facts: p.facts(&m)}
	switch m.Verb {
	case verbDraw, verbEnd:
	case verbDiscard:
		d.Rank = p.player(m.Seat).worthAfter(tallyOf(m.Args[0]))
	default:
		d.Rank = p.rank(m)
	}
	return d
}

func (p *Position) facts(m *engine.Move) map[string]string {
	me, opponent := p.player(m.Seat), p.player(other(m.Seat))
	facts := map[string]string{}
	number := func(name string, n int) { facts[name] = strconv.Itoa(n) }
	if me.pawn != NoPeople {
		facts["site"] = me.pawn.key()
	}
	switch m.Verb {
	case verbDraw:
		number("count", min(drawn, int(p.people.n)+p.discards.size()))
	case verbEnd:
		number("count", min(supplied, int(p.quarry.n)))
	case verbDiscard:
		cards := tallyOf(m.Args[0])
		number("count", cards.size())
		number("left", me.hand.size()-cards.size())
	case verbTravel:
		to := People(m.Args[0])
		facts["site"], facts["people"] = to.key(), to.key()
		number("column", int(me.column(to).n))
		number("top", int(me.temple(to).top()))
	case verbSettle:
		facts["people"] = People(m.Args[0]).key()
		number("column", int(me.column(me.pawn).n)+1)
	case verbBuild, verbSkip:
		facts["yard"] = Yard(m.Args[0]).key()
		p.pointFacts(m, number)
	case verbSteal, verbDemolish:
		p.pointFacts(m, number)
	case verbMigrate:
		from, to := People(m.Args[0]), People(m.Args[1])
		facts["from"], facts["to"] = from.key(), to.key()
		facts["cards"] = letters(me.column(from), migrants)
	case verbDeport:
		facts["people"] = People(m.Args[0]).key()
		number("count", opponent.column(me.pawn).count(People(m.Args[0])))
	case verbConvert:
		theirs := opponent.column(me.pawn)
		facts["people"] = ""
		if theirs.n > 0 {
			facts["people"] = theirs.last().key()
		}
		number("count", int(theirs.tail()))
	case verbHalve:
		facts["people"] = People(m.Args[0]).key()
		facts["opponent"] = engine.Seats(other(m.Seat)).Ref()
		number("count", opponent.keeps()/2)
		number("left", opponent.keeps()-opponent.keeps()/2)
	}
	return facts
}

// pointFacts tell the card that moves, and the totals after it.
func (p *Position) pointFacts(m *engine.Move, number func(name string, n int)) {
	value := p.offered(m)
	if m.Verb == verbDemolish {
		value = p.player(other(m.Seat)).temple(p.player(m.Seat).pawn).top()
	}
	number("value", int(value))
	next := *p
	next.act(m)
	mine, theirs := next.player(m.Seat).total(), next.player(other(m.Seat)).total()
	number("points", mine-p.player(m.Seat).total())
	number("loss", p.player(other(m.Seat)).total()-theirs)
	number("total", mine)
}

// letters names the last n cards of a row, in its order.
func letters(r *row, n int) string {
	text := ""
	for _, card := range r.list()[int(r.n)-n:] {
		text += card.String()
	}
	return text
}

// The weight of what an action brings: points at once before the points that
// the next action can bring before mere cards.
const (
	weightNow  = 100
	weightNext = 10
	weightWin  = 100 * weightNow
)

// rank rates an action by the points that it moves, those that one more action
// could move then, and the cards and trios that it makes or breaks.
func (p *Position) rank(m engine.Move) int {
	next := *p
	next.act(&m)
	rank := weightNow*(next.lead(m.Seat)-p.lead(m.Seat)) + next.cards(m.Seat) - p.cards(m.Seat)
	if next.stage == Over {
		return rank + weightWin
	}
	best := 0
	var room [64]engine.Move
	for _, then := range (Rules{}).Legal(&next, m.Seat, room[:0]) {
		switch then.Verb {
		case verbBuild, verbSteal, verbSkip, verbDemolish:
			after := next
			after.act(&then)
			best = max(best, after.lead(m.Seat)-next.lead(m.Seat))
		}
	}
	return rank + weightNext*best
}

// lead is a seat's total less the other's.
func (p *Position) lead(seat engine.Seat) int {
	return p.player(seat).total() - p.player(other(seat)).total()
}

// cards weighs columns and hands: a card on the table one, a trio two more, a
// card that the opponent may keep one.
func (p *Position) cards(seat engine.Seat) int {
	return p.player(seat).columnsWorth() - p.player(other(seat)).columnsWorth() - p.player(other(seat)).keeps()
}

func (pl *player) columnsWorth() int {
	n := 0
	for i := range pl.columns {
		n += int(pl.columns[i].n)
		for p := Assyrians; p <= Sumerians; p++ {
			if pl.columns[i].trioAt(p) >= 0 {
				n += 2
			}
		}
	}
	return n
}

// worthAfter rates a hand less some cards: many of one people make trios.
func (pl *player) worthAfter(cards tally) int {
	n := 0
	for i := range pl.hand {
		left := int(pl.hand[i] - cards[i])
		n += left * left
	}
	return n
}
