package babel

import "amytis/engine"

// check tells why m cannot be played: a code of refusals, or allowed. It alone
// says what is legal, and does not allocate.
func (p *Position) check(m *engine.Move) string {
	switch {
	case m.Verb == engine.Skip:
		return p.checkSkip(engine.Seat(m.Args[0]))
	case m.Verb == verbShuffle:
		return p.checkShuffle(m)
	case m.Verb == engine.Resign:
		return allowed
	case p.stage == Shuffling:
		return refusedShuffling
	case m.Verb == verbDiscard:
		return p.player(m.Seat).checkDiscard(tallyOf(m.Args[0]))
	case m.Seat != p.active:
		return engine.RefusedTurn
	case m.Verb == verbDraw && p.stage == Acting:
		return refusedDrawn
	case p.stage == Drawing && p.player(m.Seat).owed > 0:
		return refusedDiscardFirst
	case m.Verb == verbDraw:
		return allowed
	case p.stage == Drawing:
		return refusedDrawFirst
	}
	return p.checkAction(m)
}

// checkSkip: whose turn it is can be skipped (B-10); who owes discards beside
// it has time until its own draw (B-2).
func (p *Position) checkSkip(seat engine.Seat) string {
	if seat != p.active {
		return engine.RefusedNoSkip
	}
	return allowed
}

func (p *Position) checkShuffle(m *engine.Move) string {
	switch {
	case p.stage != Shuffling:
		return refusedNoShuffle
	case tallyOrder(m.Args[:]) != p.discards:
		return refusedShuffleCards
	}
	return allowed
}

func (pl *player) checkDiscard(cards tally) string {
	switch {
	case pl.owed == 0:
		return refusedOwesNothing
	case cards.size() != int(pl.owed):
		return refusedOwesOther
	case !pl.hand.holds(cards):
		return refusedNotInHand
	}
	return allowed
}

// checkAction judges what the active seat does after its draw.
func (p *Position) checkAction(m *engine.Move) string {
	me := p.player(m.Seat)
	switch m.Verb {
	case verbTravel:
		return me.checkCard(m)
	case verbMigrate:
		return p.checkMigrate(me, People(m.Args[0]), People(m.Args[1]))
	case verbEnd:
		if me.start && (me.hand.size() > 0 || me.canBuildStart()) {
			return refusedStartUnbuilt
		}
		return allowed
	}
	if me.pawn == NoPeople {
		return refusedNoSite
	}
	switch m.Verb {
	case verbSettle:
		return me.checkCard(m)
	case verbBuild:
		return p.checkBuild(m, 1)
	}
	if me.column(me.pawn).trioAt(powerOf(m)) < 0 {
		return refusedNoTrio
	}
	switch m.Verb {
	case verbSteal:
		return p.checkSteal(m)
	case verbSkip:
		return p.checkBuild(m, 2)
	}
	return allowed
}

func (pl *player) checkCard(m *engine.Move) string {
	if pl.hand.of(People(m.Args[0])) == 0 {
		return refusedNoCard
	}
	return allowed
}

func (p *Position) checkMigrate(me *player, from, to People) string {
	switch {
	case p.migrated:
		return refusedMigrated
	case from == to:
		return refusedSameColumn
	case me.column(from).n < migrants:
		return refusedShortColumn
	}
	return allowed
}

// checkBuild judges building a card of a yard that is so many steps higher than
// the temple: one, or two by skipping one. The column counts with the card that
// the power will cost.
func (p *Position) checkBuild(m *engine.Move, steps Step) string {
	me, yard := p.player(m.Seat), Yard(m.Args[0])
	top := me.temple(me.pawn).top()
	card := p.offered(m)
	switch {
	case me.start && (yard == Opp || steps > 1):
		return refusedStartFirst
	case yard == Opp && p.player(other(m.Seat)).start:
		return refusedStartOther
	case card == 0:
		return refusedYardEmpty
	case top+steps > topStep:
		return refusedComplete
	case card != top+steps && steps > 1:
		return refusedWrongSkip
	case card != top+steps:
		return refusedWrongStep
	case me.column(me.pawn).n < uint8(card):
		return refusedFewPeople
	}
	return allowed
}

func (p *Position) checkSteal(m *engine.Move) string {
	me := p.player(m.Seat)
	card := p.offered(m)
	switch {
	case card == 0:
		return refusedNoTemple
	case card <= me.temple(me.pawn).top():
		return refusedNotHigher
	case me.column(me.pawn).n < uint8(card):
		return refusedFewPeople
	}
	return allowed
}

// offered is the temple card that a build, a skip or a steal is about, 0 if
// there is none.
func (p *Position) offered(m *engine.Move) Step {
	me, opponent := p.player(m.Seat), p.player(other(m.Seat))
	switch {
	case m.Verb == verbSteal:
		return opponent.temple(me.pawn).top()
	case Yard(m.Args[0]) == Own:
		return me.yardTop()
	}
	return opponent.yardTop()
}

// powerOf is the people whose trio the power needs.
func powerOf(m *engine.Move) People {
	switch m.Verb {
	case verbDemolish:
		return Assyrians
	case verbSteal:
		return Hittites
	case verbDeport:
		return Medes
	case verbConvert:
		return Sumerians
	case verbSkip:
		return Persians
	}
	return People(m.Args[0])
}

// Legal appends every legal move of the seat, in the order of the verbs and of
// the peoples; before the draw what is owed and nothing else.
func (Rules) Legal(p *Position, seat engine.Seat, dst []engine.Move) []engine.Move {
	switch {
	case seat == engine.Chance || seat > 2 || !(Rules{}).Turn(p).Has(seat):
		return dst
	case p.player(seat).owed > 0:
		return p.player(seat).legalDiscards(seat, dst)
	case p.stage == Drawing:
		return append(dst, engine.Move{Seat: seat, Verb: verbDraw})
	}
	for i := range actions {
		m := actions[i]
		m.Seat = seat
		if p.checkAction(&m) == allowed {
			dst = append(dst, m)
		}
	}
	return dst
}

// actions lists every action there may be, without seats.
var actions = listActions()

func listActions() []engine.Move {
	var all []engine.Move
	add := func(v engine.Verb, args ...uint32) {
		m := engine.Move{Verb: v}
		copy(m.Args[:], args)
		all = append(all, m)
	}
	peoples := func(add func(p uint32)) {
		for p := Assyrians; p <= Sumerians; p++ {
			add(uint32(p))
		}
	}
	for v := verbTravel; v <= verbEnd; v++ {
		switch v {
		case verbDiscard:
		case verbTravel, verbSettle, verbDeport, verbHalve:
			peoples(func(p uint32) { add(v, p) })
		case verbMigrate:
			peoples(func(from uint32) { peoples(func(to uint32) { add(v, from, to) }) })
		case verbBuild, verbSkip:
			add(v, uint32(Own))
			add(v, uint32(Opp))
		default:
			add(v)
		}
	}
	return all
}

// legalDiscards lists the ways to choose what is owed: many of the first people
// first.
func (pl *player) legalDiscards(seat engine.Seat, dst []engine.Move) []engine.Move {
	var chosen tally
	return pl.choose(seat, &chosen, Assyrians, pl.owed, dst)
}

// choose adds n cards of the peoples from p on to those chosen.
func (pl *player) choose(seat engine.Seat, chosen *tally, p People, n uint8, dst []engine.Move) []engine.Move {
	if n == 0 {
		m := engine.Move{Seat: seat, Verb: verbDiscard}
		m.Args[0] = chosen.packed()
		return append(dst, m)
	}
	if p > Sumerians {
		return dst
	}
	for take := int(min(n, pl.hand.of(p))); take >= 0; take-- {
		chosen[p-1] = uint8(take)
		dst = pl.choose(seat, chosen, p+1, n-uint8(take), dst)
	}
	chosen[p-1] = 0
	return dst
}
