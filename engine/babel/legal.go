package babel

import "amytis/engine"

// check returns why m is refused, or allowed. It alone decides what is legal. It does not allocate.
func (p *Position) check(m *engine.Move) string {
	switch {
	case m.Verb == engine.Skip && engine.Seat(m.Args[0]) != p.active:
		// Discards owed in the other's turn have time until the seat's own draw (B-2, B-10).
		return engine.RefusedNoSkip
	case m.Verb == verbShuffle && p.stage != Shuffling:
		return refusedNoShuffle
	case m.Verb == verbShuffle && tallyOrder(m.Args[:]) != p.discards:
		return refusedShuffleCards
	case m.Verb == engine.Skip || m.Verb == verbShuffle || m.Verb == engine.Resign:
		return allowed
	case p.stage == Shuffling:
		return refusedShuffling
	case m.Verb == DiscardCards:
		return p.player(m.Seat).checkDiscard(tallyOf(m.Args[0]))
	case m.Seat != p.active:
		return engine.RefusedTurn
	case m.Verb == DrawCards && p.stage == Acting:
		return refusedDrawn
	case p.stage == Drawing && p.player(m.Seat).owed > 0:
		return refusedDiscardFirst
	case m.Verb == DrawCards:
		return allowed
	case p.stage == Drawing:
		return refusedDrawFirst
	}
	return p.checkAction(m)
}

// checkDiscard checks a discard after halving (B-2).
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

// checkAction checks an action, or the end of the turn, of the active seat after its draw.
func (p *Position) checkAction(m *engine.Move) string {
	me := p.player(m.Seat)
	switch m.Verb {
	case Travel:
		return me.checkCard(m)
	case Migrate:
		return p.checkMigrate(me, People(m.Args[0]), People(m.Args[1]))
	case EndTurn:
		if me.start && (me.hand.size() > 0 || me.canBuildStart()) {
			return refusedStartUnbuilt
		}
		return allowed
	}
	if me.pawn == NoPeople {
		return refusedNoSite
	}
	switch m.Verb {
	case Settle:
		return me.checkCard(m)
	case Build:
		return p.checkBuild(m, 1)
	}
	if me.column(me.pawn).trioAt(powerOf(m)) < 0 {
		return refusedNoTrio
	}
	switch m.Verb {
	case Steal:
		return p.checkSteal(m)
	case SkipStep:
		return p.checkBuild(m, 2)
	}
	return allowed
}

// checkCard checks that the card that m discards or settles is in hand.
func (pl *player) checkCard(m *engine.Move) string {
	if pl.hand.count(People(m.Args[0])) == 0 {
		return refusedNoCard
	}
	return allowed
}

// checkMigrate checks a migration between two columns.
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

// checkBuild checks a build that many steps above the temple's top: 1 to build, 2 to skip one.
func (p *Position) checkBuild(m *engine.Move, steps Step) string {
	me := p.player(m.Seat)
	yard := Yard(m.Args[0])
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

// checkSteal checks that the opponent's top card is higher and has enough people.
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

// offered returns the temple card that a build, skip or steal would place, 0 if there is none.
func (p *Position) offered(m *engine.Move) Step {
	me, opponent := p.player(m.Seat), p.player(other(m.Seat))
	switch {
	case m.Verb == Steal:
		return opponent.temple(me.pawn).top()
	case Yard(m.Args[0]) == Own:
		return me.yardTop()
	}
	return opponent.yardTop()
}

// powers are the peoples of the trios that powers need. A halving names it.
var powers = [Halve]People{
	Demolish: Assyrians, Steal: Hittites, Deport: Medes, Convert: Sumerians, SkipStep: Persians,
}

// powerOf returns the people of the trio that a power needs.
func powerOf(m *engine.Move) People {
	if m.Verb == Halve {
		return People(m.Args[0])
	}
	return powers[m.Verb]
}

// Legal appends the seat's legal moves in the order of verbs and peoples, only discards if it owes.
func (Rules) Legal(p *Position, seat engine.Seat, dst []engine.Move) []engine.Move {
	switch {
	case seat == engine.Chance || seat > 2 || !(Rules{}).Turn(p).Has(seat):
		return dst
	case p.player(seat).owed > 0:
		pl := p.player(seat)
		return pl.choose(seat, &tally{}, Assyrians, pl.owed, dst)
	case p.stage == Drawing:
		return append(dst, engine.Move{Seat: seat, Verb: DrawCards})
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

// actions lists every action, legal or not, without a seat.
var actions = listActions()

func listActions() (all []engine.Move) {
	for v := Travel; v <= EndTurn; v++ {
		if v == DiscardCards {
			continue
		}
		moves := []engine.Move{{Verb: v}}
		for slot, arg := range info.VerbInfo(v).Args {
			var filled []engine.Move
			for _, m := range moves {
				for m.Args[slot] = 1; arg.Kind.Valid(m.Args[slot : slot+1]); m.Args[slot]++ {
					filled = append(filled, m)
				}
			}
			moves = filled
		}
		all = append(all, moves...)
	}
	return all
}

// choose lists the discards that add n cards of the peoples from p on to the chosen ones, those
// with more cards of the earlier peoples first.
func (pl *player) choose(seat engine.Seat, chosen *tally, p People, n uint8, dst []engine.Move) []engine.Move {
	if n == 0 {
		m := engine.Move{Seat: seat, Verb: DiscardCards}
		m.Args[0] = chosen.packed()
		return append(dst, m)
	}
	if p > Sumerians {
		return dst
	}
	for take := int(min(n, pl.hand.count(p))); take >= 0; take-- {
		chosen[p-1] = uint8(take)
		dst = pl.choose(seat, chosen, p+1, n-uint8(take), dst)
	}
	chosen[p-1] = 0
	return dst
}
