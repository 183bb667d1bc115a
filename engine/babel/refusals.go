package babel

import (
	"strconv"
	"strings"

	"amytis/engine"
)

// The reasons why a move is refused, and behind them the placeholders of their texts.
const (
	allowed = "" // no refusal

	refusedNoShuffle    = "no_shuffle"
	refusedShuffleCards = "shuffle_cards"
	refusedShuffling    = "shuffling"
	refusedOwesNothing  = "owes_nothing"
	refusedOwesOther    = "owes_other"    // owed, cards
	refusedNotInHand    = "not_in_hand"   // cards
	refusedDiscardFirst = "discard_first" // owed
	refusedDrawFirst    = "draw_first"
	refusedDrawn        = "drawn_already"
	refusedMigrated     = "migrated_already"
	refusedSameColumn   = "same_column"  // site
	refusedShortColumn  = "short_column" // site, have
	refusedNoSite       = "pawn_in_quarry"
	refusedNoCard       = "card_not_in_hand" // people
	refusedNoTrio       = "no_trio"          // people, site
	refusedNoTemple     = "nothing_to_steal" // site
	refusedNotHigher    = "not_higher"       // value, top, site
	refusedStartFirst   = "start_first"
	refusedStartOther   = "start_of_opponent"
	refusedYardEmpty    = "yard_empty"      // yard
	refusedComplete     = "temple_too_high" // top, site
	refusedWrongStep    = "wrong_step"      // value, needed, site
	refusedWrongSkip    = "wrong_skip"      // value, needed, site
	refusedFewPeople    = "too_few_people"  // value, have, site
	refusedStartUnbuilt = "start_unbuilt"
)

// refusals lists every reason in the order of the checks. ruleOf maps each to its rule or ruling.
var refusals, ruleOf = engine.RefusalRules([][2]string{
	{refusedNoShuffle, ""}, {refusedShuffleCards, ""}, {refusedShuffling, ""}, {refusedOwesNothing, "B-2"},
	{refusedOwesOther, "B-2"}, {refusedNotInHand, "B-2"}, {refusedDrawn, "turn 1"},
	{refusedDiscardFirst, "B-2"}, {refusedDrawFirst, "turn 1"}, {refusedMigrated, "migrate"},
	{refusedSameColumn, "migrate"}, {refusedShortColumn, "migrate"}, {refusedNoSite, ""},
	{refusedNoCard, ""}, {refusedNoTrio, "B-4"}, {refusedNoTemple, "B-3"}, {refusedNotHigher, "B-3"},
	{refusedStartFirst, "B-1"}, {refusedStartOther, "B-1"}, {refusedYardEmpty, ""},
	{refusedComplete, "build"}, {refusedWrongStep, "build"}, {refusedWrongSkip, "B-3"},
	{refusedFewPeople, "build"}, {refusedStartUnbuilt, "B-1"},
}...)

func (p *Position) refuse(code string, m *engine.Move) error {
	switch code {
	case engine.RefusedTurn:
		return engine.RefuseTurn(engine.Seats(p.active))
	case engine.RefusedNoSkip:
		return engine.RefuseSkip(&info, engine.Seat(m.Args[0]))
	}
	return engine.Refuse(code, ruleOf[code], p.refusalArgs(code, m)...)
}

// refusalArgs returns the text's placeholders. They repeat the move or state what is open (B-5).
func (p *Position) refusalArgs(code string, m *engine.Move) []string {
	switch code {
	case refusedOwesOther:
		t := tallyOf(m.Args[0])
		return []string{"owed", strconv.Itoa(int(p.player(m.Seat).owed)), "cards", strconv.Itoa(t.size())}
	case refusedNotInHand:
		cards := string(cardsKind{}.Append(nil, m.Args[:1]))
		return []string{"cards", "@people." + strings.ReplaceAll(cards, ",", " @people.")}
	case refusedDiscardFirst:
		return []string{"owed", strconv.Itoa(int(p.player(m.Seat).owed))}
	case refusedNoCard:
		return []string{"people", People(m.Args[0]).key()}
	case refusedSameColumn:
		return []string{"site", People(m.Args[0]).key()}
	case refusedShortColumn:
		from := People(m.Args[0])
		return []string{"site", from.key(), "have", strconv.Itoa(int(p.player(m.Seat).column(from).n))}
	case refusedYardEmpty:
		return []string{"yard", Yard(m.Args[0]).key()}
	case refusedNoTrio:
		return []string{"people", powerOf(m).key(), "site", p.player(m.Seat).pawn.key()}
	case refusedNoTemple, refusedNotHigher, refusedComplete, refusedWrongStep, refusedWrongSkip, refusedFewPeople:
		return p.siteArgs(code, m)
	}
	return nil
}

// siteArgs returns the placeholders of a refusal about the temple at the pawn's site.
func (p *Position) siteArgs(code string, m *engine.Move) []string {
	me := p.player(m.Seat)
	top := me.temple(me.pawn).top()
	value := strconv.Itoa(int(p.offered(m)))
	args := []string{"site", me.pawn.key()}
	switch code {
	case refusedNotHigher:
		args = append(args, "value", value, "top", strconv.Itoa(int(top)))
	case refusedComplete:
		args = append(args, "top", strconv.Itoa(int(top)))
	case refusedWrongStep:
		args = append(args, "value", value, "needed", strconv.Itoa(int(top+1)))
	case refusedWrongSkip:
		args = append(args, "value", value, "needed", strconv.Itoa(int(top+2)))
	case refusedFewPeople:
		args = append(args, "value", value, "have", strconv.Itoa(int(me.column(me.pawn).n)))
	}
	return args
}
