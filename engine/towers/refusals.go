package towers

import (
	"fmt"
	"strconv"

	"amytis/engine"
)

// The reasons why a move is refused, and behind them the placeholders of their texts. Cells are in
// notation, zones the seat's two ("1, 2"); piece, colour, size and facing are words (@colour.red).
const (
	allowed = "" // no refusal

	refusedNoClock     = "no_clock"
	refusedOnlyQuick   = "only_quick"
	refusedOnlyTurns   = "only_tactical"
	refusedSaidStuck   = "said_stuck"
	refusedZoneMissing = "zone_missing"   // cell, zones
	refusedNoZones     = "no_zones"       // cell
	refusedOtherZone   = "zone_of_others" // zone, zones
	refusedOnlyExpert  = "only_expert"
	refusedClosing     = "special_made"
	refusedFive        = "five_placed"
	refusedNoneLeft    = "none_left" // piece
	refusedNoblesYet   = "no_nobles_yet"
	refusedLowFirst    = "first_too_high"     // cell, most
	refusedTaken       = "cell_taken"         // cell
	refusedNobleThere  = "noble_in_cell"      // cell
	refusedNoSupport   = "no_support"         // cell
	refusedArchOver    = "arch_over_piece"    // cell
	refusedUnderArch   = "under_arch"         // cell
	refusedNoTower     = "no_tower"           // cell
	refusedCovered     = "tower_covered"      // cell
	refusedHeadroom    = "noble_under_arch"   // cell
	refusedOwnThere    = "own_noble_there"    // cell
	refusedLargeThere  = "large_noble_there"  // cell
	refusedSmallThere  = "small_nobles_there" // cell
	refusedTowerFull   = "tower_full"         // cell, most
	refusedNoOwnSmall  = "no_own_small"       // cell
	refusedNoLarge     = "no_large_there"     // cell
	refusedOneSwap     = "swapped_already"
	refusedOneTurn     = "turned_already"
	refusedNoblePlaced = "noble_placed"
	refusedFew         = "too_few_placed" // placed, needed
	refusedParts       = "in_parts"       // placed
	refusedNotGrown    = "area_not_larger"
	refusedSameTower   = "same_tower"       // cell
	refusedTowerOrder  = "tower_order"      // first, second
	refusedNoNoble     = "no_such_noble"    // cell, colour, size
	refusedFacings     = "facings_differ"   // cell, facing, other, other_facing
	refusedTwoOfColour = "two_of_colour"    // cell, colour
	refusedQuarter     = "not_quarter_turn" // cell, facing
)

// refusals lists every reason in the order of the checks. ruleOf maps each to its rule or ruling.
var refusals, ruleOf = engine.RefusalRules([][2]string{
	{refusedNoClock, "T-10"}, {refusedOnlyQuick, "tactical"}, {refusedOnlyTurns, "quick"},
	{refusedSaidStuck, "T-13"}, {refusedZoneMissing, "quick"}, {refusedNoZones, "tactical"},
	{refusedOtherZone, "quick"}, {refusedOnlyExpert, "expert"}, {refusedClosing, "special move"},
	{refusedFive, "tactical"}, {refusedNoneLeft, "pieces"}, {refusedNoblesYet, "first round"},
	{refusedLowFirst, "T-14"}, {refusedTaken, "grid"}, {refusedNobleThere, "nobles"},
	{refusedNoSupport, "grid"}, {refusedArchOver, "grid"}, {refusedUnderArch, "grid"},
	{refusedNoTower, "nobles"}, {refusedCovered, "nobles"}, {refusedHeadroom, "nobles"},
	{refusedOwnThere, "nobles"}, {refusedLargeThere, "nobles"}, {refusedSmallThere, "nobles"},
	{refusedTowerFull, "nobles"}, {refusedNoOwnSmall, "T-9"}, {refusedNoLarge, "T-9"},
	{refusedOneSwap, "special move"}, {refusedOneTurn, "expert"}, {refusedNoblePlaced, "special move"},
	{refusedFew, "tactical"}, {refusedParts, "T-11"}, {refusedNotGrown, "T-6"}, {refusedSameTower, "T-8"},
	{refusedTowerOrder, "special move"}, {refusedNoNoble, "special move"}, {refusedFacings, "expert"},
	{refusedTwoOfColour, "special move"}, {refusedQuarter, "expert"},
}...)

func (p *Position) refuse(f fault, m *engine.Move) error {
	switch f.code {
	case engine.RefusedTurn:
		return engine.RefuseTurn(engine.Seats(p.turn.active))
	case engine.RefusedResigned:
		return engine.RefuseResigned(m.Seat)
	case engine.RefusedUnfinished:
		return engine.Refuse(f.code, "T-15", p.refusalArgs(f, m)...)
	}
	return engine.Refuse(f.code, ruleOf[f.code], p.refusalArgs(f, m)...)
}

func (p *Position) refusalArgs(f fault, m *engine.Move) []string {
	switch f.code {
	case refusedZoneMissing:
		return []string{"cell", f.at.String(), "zones", p.zonesText(m.Seat)}
	case refusedOtherZone:
		return []string{"zone", strconv.Itoa(int(f.at.Zone)), "zones", p.zonesText(m.Seat)}
	case refusedNoneLeft:
		return []string{"piece", "@piece." + info.VerbInfo(m.Verb).Name}
	case refusedLowFirst:
		return []string{"cell", f.at.String(), "most", strconv.Itoa(maxFirstLevel)}
	case refusedTowerFull:
		return []string{"cell", f.at.String(), "most", strconv.Itoa(int(p.mostSmall()))}
	case refusedFew:
		return []string{"placed", strconv.Itoa(int(p.turn.placed)), "needed", strconv.Itoa(minPlaced)}
	case refusedParts:
		return []string{"placed", strconv.Itoa(int(p.turn.placed))}
	case refusedTowerOrder, refusedNoNoble, refusedFacings, refusedTwoOfColour:
		return p.swapArgs(f, swapOf(m))
	case refusedQuarter:
		return []string{"cell", f.at.String(), "facing", p.towerAt(f.at).facing.key()}
	}
	if f.at != (Cell{}) {
		return []string{"cell", f.at.String()}
	}
	return nil
}

// zonesText returns the seat's two zones as a text: "1, 2".
func (p *Position) zonesText(seat engine.Seat) string {
	zones := zonesOf(seat, p.round.in)
	return fmt.Sprintf("%d, %d", zones[0], zones[1])
}

// swapArgs returns the placeholders of a refused special move: they name the noble at fault.
func (p *Position) swapArgs(f fault, x exchange) []string {
	leaving, coming := x.first, x.second
	if f.at == x.second.tower {
		leaving, coming = coming, leaving
	}
	at := []string{"cell", f.at.String()}
	switch f.code {
	case refusedTowerOrder:
		return []string{"first", x.second.tower.String(), "second", x.first.tower.String()}
	case refusedNoNoble:
		return append(at, "colour", leaving.colour.key(), "size", x.size.key())
	case refusedTwoOfColour:
		return append(at, "colour", coming.colour.key())
	}
	return append(at, "facing", p.towerAt(leaving.tower).facing.key(),
		"other", coming.tower.String(), "other_facing", p.towerAt(coming.tower).facing.key())
}
