package babel

import (
	"slices"
	"strconv"
	"strings"

	"amytis/engine"
)

// Describe returns what a legal move would do, never a card in hand or in a pile (B-5).
func (Rules) Describe(p *Position, m engine.Move) engine.Description {
	f := facts{}
	if m.Seat == engine.Chance {
		f.number("count", p.discards.size())
		return engine.Description{Facts: f}
	}
	switch m.Verb {
	case DrawCards:
		f.number("count", min(drawn, int(p.people.n)+p.discards.size()))
		return engine.Description{Facts: f}
	case EndTurn:
		f.number("count", min(supplied, int(p.quarry.n)))
		return engine.Description{Facts: f}
	case DiscardCards:
		cards := tallyOf(m.Args[0])
		f.number("count", cards.size())
		f.number("left", p.player(m.Seat).hand.size()-cards.size())
		return engine.Description{Facts: f, Rank: p.player(m.Seat).worthAfter(cards)}
	}
	f.addAction(p, &m)
	d := engine.Description{Facts: f, Rank: p.rank(m)}
	switch m.Verb {
	case Travel, Settle, Halve:
		d.Icon = PeopleIcon(People(m.Args[0]))
	}
	if f["count"] == "0" || m.Verb == Demolish && f["value"] == "0" { // legal by B-3
		d.Rank = engine.RankVain
	}
	return d
}

type facts map[string]string

func (f facts) number(name string, n int) { f[name] = strconv.Itoa(n) }

func (f facts) addAction(p *Position, m *engine.Move) {
	me := p.player(m.Seat)
	if me.pawn != NoPeople {
		f["site"] = me.pawn.key()
	}
	people := People(m.Args[0])
	switch m.Verb {
	case Travel:
		f["people"], f["site"] = people.key(), people.key()
		f.number("column", int(me.column(people).n))
		f.number("top", int(me.temple(people).top()))
	case Settle:
		f["people"] = people.key()
		f.number("column", int(me.column(me.pawn).n)+1)
	case Migrate:
		f["from"], f["to"] = people.key(), People(m.Args[1]).key()
		var keys []string
		for _, card := range me.column(people).list()[me.column(people).n-migrants:] {
			keys = append(keys, card.key())
		}
		f["cards"] = strings.Join(keys, " ")
	case Build, SkipStep:
		f["yard"] = Yard(m.Args[0]).key()
		f["opponent"] = ""
		if Yard(m.Args[0]) == Opp {
			f["opponent"] = engine.Seats(other(m.Seat)).Ref()
		}
		f.addPoints(p, m, p.offered(m))
	case Steal:
		f.number("top", int(me.temple(me.pawn).top()))
		f.addPoints(p, m, p.offered(m))
	case Demolish:
		cards := append([]Step{0}, p.demolished(*p.player(other(m.Seat)).temple(me.pawn))...)
		f.addPoints(p, m, cards[len(cards)-1])
	default:
		f.addPeopleMoved(p, m)
	}
}

// addPeopleMoved adds the facts of a power that affects the opponent's people cards.
func (f facts) addPeopleMoved(p *Position, m *engine.Move) {
	opponent := p.player(other(m.Seat))
	people := People(m.Args[0])
	theirs := opponent.column(p.player(m.Seat).pawn)
	switch m.Verb {
	case Deport:
		f["people"] = people.key()
		f.number("count", theirs.count(people))
	case Convert:
		f["people"] = ""
		if theirs.n > 0 {
			f["people"] = theirs.last().key()
		}
		f.number("count", int(theirs.tail()))
	case Halve:
		f["people"] = people.key()
		f["opponent"] = engine.Seats(other(m.Seat)).Ref()
		f.number("count", opponent.keeps()/2)
		f.number("left", opponent.keeps()-opponent.keeps()/2)
	}
}

// addPoints adds the moved card, the points that both players gain and lose, and the new total.
func (f facts) addPoints(p *Position, m *engine.Move, card Step) {
	next := *p
	next.act(m)
	me, opponent := m.Seat, other(m.Seat)
	f.number("value", int(card))
	f.number("points", next.player(me).total()-p.player(me).total())
	f.number("loss", p.player(opponent).total()-next.player(opponent).total())
	f.number("total", next.player(me).total())
}

// The weights of an action: points at once, before points by the next action, before cards.
const (
	weightNow  = 100
	weightNext = 10
	weightWin  = 100 * weightNow
)

// rank rates an action by the points that it and one more could move. Cards and trios count less.
func (p *Position) rank(m engine.Move) int {
	next := *p
	next.act(&m)
	rank := weightNow*(lead(&next, m.Seat)-lead(p, m.Seat)) + cardLead(&next, m.Seat) - cardLead(p, m.Seat)
	if m.Verb == Migrate {
		rank += engine.RankMustGain
	}
	if next.stage == Over {
		return rank + weightWin
	}
	best := 0
	var room [64]engine.Move
	for _, then := range (Rules{}).Legal(&next, m.Seat, room[:0]) {
		switch then.Verb {
		case Build, Steal, SkipStep, Demolish:
			after := next
			after.act(&then)
			best = max(best, lead(&after, m.Seat)-lead(&next, m.Seat))
		}
	}
	return rank + weightNext*best
}

func lead(p *Position, seat engine.Seat) int {
	return p.player(seat).total() - p.player(other(seat)).total()
}

// cardLead compares both sides: 1 for each card in a column, 2 more for each trio, minus 1 for each
// card that the opponent keeps in hand.
func cardLead(p *Position, seat engine.Seat) int {
	return p.player(seat).columnsWorth() - p.player(other(seat)).columnsWorth() - p.player(other(seat)).keeps()
}

// columnsWorth rates the player's columns for cards.
func (pl *player) columnsWorth() int {
	n := 0
	for i := range pl.columns {
		n += min(int(pl.columns[i].n), topStep)
		for p := Assyrians; p <= Sumerians; p++ {
			if pl.columns[i].trioAt(p) >= 0 {
				n += 2
			}
		}
	}
	return n
}

// worthAfter rates a hand without the given cards. Many of one people rate higher: they make trios.
func (pl *player) worthAfter(cards tally) int {
	n := 0
	for i := range pl.hand {
		left := int(pl.hand[i] - cards[i])
		n += left * left
	}
	return n
}

func (Rules) Need(p *Position, seat engine.Seat) engine.Note {
	me := p.player(seat)
	if owed := int(me.owed); owed > 0 {
		facts := map[string]string{"count": strconv.Itoa(owed), "opponent": engine.Seats(other(seat)).Ref()}
		if seat == p.active {
			return engine.Note{Key: "discard", Facts: facts}
		}
		return engine.Note{Key: "discard_meanwhile", Facts: facts}
	}
	if p.stage == Drawing {
		return engine.Note{Key: "draw"}
	}
	facts := map[string]string{"site": "", "count": strconv.Itoa(me.hand.size()), "acts": "", "end": "", "can": ""}
	var can []string
	for verb, is := range engine.Possible(Rules{}, p, seat) {
		switch {
		case !is:
			continue
		case engine.Verb(verb) == EndTurn:
			facts["end"] = engine.YesFact(true)
		default:
			facts["acts"] = engine.YesFact(true)
		}
		can = append(can, "@sub."+info.VerbInfo(engine.Verb(verb)).Subcommand()+".name")
	}
	facts["can"] = strings.Join(slices.Compact(can), " ")
	if me.pawn != NoPeople {
		facts["site"] = "@people." + me.pawn.String()
	}
	if me.start {
		return engine.Note{Key: "start", Facts: facts}
	}
	return engine.Note{Key: "act", Facts: facts}
}

// Scene returns what is owed after a halving, and whether the final phase has begun.
func (Rules) Scene(p *Position) []engine.Note {
	var notes []engine.Note
	for i := range p.players {
		seat := engine.Seat(i + 1)
		if owed := int(p.player(seat).owed); owed > 0 {
			notes = append(notes, engine.Note{Key: "owed", Facts: map[string]string{
				"count": strconv.Itoa(owed), "Name": engine.Seats(seat).Ref(),
			}})
		}
	}
	if p.final {
		notes = append(notes, engine.Note{Key: "final"})
	}
	return notes
}
