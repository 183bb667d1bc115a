package towers

import (
	"fmt"
	"strconv"

	"amytis/engine"
)

// The reasons why a move is refused. Catalogs hold a text for each. The trailing comments name the
// text's placeholders.
//
// Cells are in notation. Piece, colour, size and facing are words (@piece.tower, @colour.red,
// @size.small, @facing.n). Zones are the seat's two zones ("1, 2").
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

// refusals lists every reason, those checked later after those checked before (engine.Info).
var refusals = engine.Refusals(
	refusedNoClock, refusedOnlyQuick, refusedOnlyTurns, refusedSaidStuck, refusedZoneMissing,
	refusedNoZones, refusedOtherZone, refusedOnlyExpert, refusedClosing, refusedFive,
	refusedNoneLeft, refusedNoblesYet, refusedLowFirst, refusedTaken, refusedNobleThere,
	refusedNoSupport, refusedArchOver, refusedUnderArch, refusedNoTower, refusedCovered,
	refusedHeadroom, refusedOwnThere, refusedLargeThere, refusedSmallThere, refusedTowerFull,
	refusedNoOwnSmall, refusedNoLarge, refusedOneSwap, refusedOneTurn, refusedNoblePlaced,
	refusedFew, refusedParts, refusedNotGrown, refusedSameTower, refusedTowerOrder,
	refusedNoNoble, refusedFacings, refusedTwoOfColour, refusedQuarter,
)

// ruleOf maps a reason to the rule or ruling behind it.
var ruleOf = engine.RuleByCode(map[string][]string{
	"T-6":  {refusedNotGrown},
	"T-8":  {refusedSameTower},
	"T-9":  {refusedNoOwnSmall, refusedNoLarge},
	"T-10": {refusedNoClock},
	"T-11": {refusedParts},
	"T-13": {refusedSaidStuck},
	"T-14": {refusedLowFirst},
	"T-15": {engine.RefusedUnfinished},
	"nobles": {
		refusedNobleThere, refusedNoTower, refusedCovered, refusedHeadroom, refusedOwnThere, refusedLargeThere,
		refusedSmallThere, refusedTowerFull,
	},
	"grid":         {refusedTaken, refusedNoSupport, refusedArchOver, refusedUnderArch},
	"pieces":       {refusedNoneLeft},
	"first round":  {refusedNoblesYet},
	"tactical":     {refusedOnlyQuick, refusedNoZones, refusedFive, refusedFew},
	"special move": {refusedClosing, refusedNoblePlaced, refusedOneSwap, refusedTowerOrder, refusedNoNoble, refusedTwoOfColour},
	"quick":        {refusedOnlyTurns, refusedZoneMissing, refusedOtherZone},
	"expert":       {refusedOnlyExpert, refusedOneTurn, refusedFacings, refusedQuarter},
})

func (p *Position) refuse(f fault, m *engine.Move) error {
	switch f.code {
	case engine.RefusedTurn:
		return engine.RefuseTurn(engine.Seats(p.turn.active))
	case engine.RefusedResigned:
		return engine.RefuseResigned(m.Seat)
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
