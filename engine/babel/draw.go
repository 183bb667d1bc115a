package babel

import "amytis/engine"

// The weights with which actions are drawn: points first; actions that only rearrange cards last.
const (
	drawBuild    = 48
	drawSkip     = 60
	drawSteal    = 60
	drawDemolish = 15
	drawHalve    = 6
	drawConvert  = 10
	drawDeport   = 8
	drawSettle   = 14
	drawTravel   = 8
	drawMigrate  = 8
	drawEnd      = 6
	drawEndFew   = 14 // with at most fewCards in hand
	drawEndEarly = 1  // while there is something to build or a power to use
	fewCards     = 3  // a hand worth keeping for the next turn
)

// Draw draws a legal move; in Babel all legal moves are sound. Moves that gain points are likelier.
func (Rules) Draw(p *Position, seat engine.Seat, r engine.Rand) engine.Move {
	me := p.player(seat)
	switch {
	case me.owed > 0:
		return me.drawDiscard(seat, r)
	case p.stage == Drawing:
		return engine.Move{Seat: seat, Verb: DrawCards}
	}
	l := lottery{p: p, seat: seat}
	l.drawCards(me)
	l.drawMigration(me, r)
	weight := drawEnd
	if me.hand.size() <= fewCards {
		weight = drawEndFew
	}
	if me.pawn != NoPeople {
		others := l.n
		l.enter(drawBuild, Build, uint32(Own), 0)
		l.enter(drawBuild, Build, uint32(Opp), 0)
		l.drawPowers(me)
		if l.n > others {
			weight = drawEndEarly
		}
	}
	l.enter(weight, EndTurn, 0, 0)
	return l.draw(r)
}

// lottery draws one of the legal moves that enter it.
type lottery struct {
	p    *Position
	seat engine.Seat
	// moves are the n moves so far; sums are the weights of the moves up to each.
	moves [maxActions]engine.Move
	sums  [maxActions]int
	n     int
	total int
}

// maxActions is more than the number of actions that can enter.
const maxActions = 64

// enter lets a move take part if it is legal and has a weight.
func (l *lottery) enter(weight int, v engine.Verb, a, b uint32) {
	if weight == 0 {
		return
	}
	m := &l.moves[l.n]
	m.Seat, m.Verb = l.seat, v
	m.Args[0], m.Args[1] = a, b
	if l.p.checkAction(m) != allowed {
		return
	}
	l.total += weight
	l.sums[l.n] = l.total
	l.n++
}

func (l *lottery) draw(r engine.Rand) engine.Move {
	ticket := r.IntN(l.total)
	i := 0
	for l.sums[i] <= ticket {
		i++
	}
	return l.moves[i]
}

// drawCards enters the moves that play a card of the hand, but no journey to the present site.
func (l *lottery) drawCards(me *player) {
	for card := Assyrians; card <= Sumerians; card++ {
		if me.hand.count(card) == 0 {
			continue
		}
		if card != me.pawn {
			l.enter(drawTravel, Travel, uint32(card), 0)
		}
		if me.pawn != NoPeople {
			l.enter(drawSettle, Settle, uint32(card), 0)
		}
	}
}

func (l *lottery) drawMigration(me *player, r engine.Rand) {
	if l.p.migrated {
		return
	}
	from, to := People(1+r.IntN(NumPeoples)), People(1+r.IntN(NumPeoples))
	if me.column(from).n >= migrants {
		l.enter(drawMigrate, Migrate, uint32(from), uint32(to))
	}
}

// drawPowers enters the powers that the column at the pawn's site allows and that do something.
func (l *lottery) drawPowers(me *player) {
	column := me.column(me.pawn)
	if column.n < trio {
		return
	}
	opponent := l.p.player(other(l.seat))
	theirs := opponent.column(me.pawn)
	for people := Assyrians; people <= Sumerians; people++ {
		if column.trioAt(people) < 0 {
			continue
		}
		if halved := opponent.keeps() / 2; halved > 1 {
			l.enter(drawHalve*halved, Halve, uint32(people), 0)
		}
		switch people {
		case Assyrians:
			l.enter(drawDemolish*int(opponent.temple(me.pawn).top()), Demolish, 0, 0)
		case Hittites:
			l.enter(drawSteal, Steal, 0, 0)
		case Medes:
			for of := Assyrians; of <= Sumerians; of++ {
				l.enter(drawDeport*theirs.count(of), Deport, uint32(of), 0)
			}
		case Persians:
			l.enter(drawSkip, SkipStep, uint32(Own), 0)
			l.enter(drawSkip, SkipStep, uint32(Opp), 0)
		case Sumerians:
			l.enter(drawConvert*int(theirs.tail()), Convert, 0, 0)
		}
	}
}

// drawDiscard draws which cards to discard. Peoples with fewer cards go first: trios need several.
func (pl *player) drawDiscard(seat engine.Seat, r engine.Rand) engine.Move {
	var chosen tally
	for range pl.owed {
		least := Assyrians
		total := 0
		for people := Assyrians; people <= Sumerians; people++ {
			left := int(pl.hand.count(people) - chosen.count(people))
			if left == 0 {
				continue
			}
			weight := 24 / min(left, 4)
			total += weight
			if r.IntN(total) < weight {
				least = people
			}
		}
		chosen[least-1]++
	}
	return engine.Move{Seat: seat, Verb: DiscardCards, Args: [engine.ArgSlots]uint32{chosen.packed()}}
}
