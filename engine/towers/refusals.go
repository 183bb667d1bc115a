package towers

import (
	"slices"

	"amytis/engine"
)

// The reasons for which a move is refused; catalogs hold a text for each, with
// the arguments named behind it.
const (
	allowed = "" // no refusal

	refusedNoClock     = "no_clock"           //
	refusedOnlyQuick   = "only_quick"         //
	refusedOnlyTurns   = "only_tactical"      //
	refusedSaidStuck   = "said_stuck"         //
	refusedZoneMissing = "zone_missing"       // cell, zones
	refusedNoZones     = "no_zones"           // cell
	refusedOtherZone   = "zone_of_others"     // zone, zones
	refusedOnlyExpert  = "only_expert"        //
	refusedClosing     = "special_made"       //
	refusedFive        = "five_placed"        //
	refusedNoneLeft    = "none_left"          // piece
	refusedNoblesYet   = "no_nobles_yet"      //
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
	refusedNoblePlaced = "noble_placed"       //
	refusedFew         = "too_few_placed"     // placed, needed
	refusedParts       = "in_parts"           // placed
	refusedNotGrown    = "area_not_larger"    //
	refusedOneSwap     = "swapped_already"    //
	refusedOneTurn     = "turned_already"     //
	refusedSameTower   = "same_tower"         // cell
	refusedTowerOrder  = "tower_order"        // first, second
	refusedNoNoble     = "no_such_noble"      // cell, colour, size
	refusedFacings     = "facings_differ"     // cell, facing, other, other_facing
	refusedTwoOfColour = "two_of_colour"      // cell, colour
	refusedQuarter     = "not_quarter_turn"   // cell, facing
)

var refusals = append(slices.Clone(engine.CommonRefusals),
	refusedNoClock, refusedOnlyQuick, refusedOnlyTurns, refusedSaidStuck, refusedZoneMissing,
	refusedNoZones, refusedOtherZone, refusedOnlyExpert, refusedClosing, refusedFive,
	refusedNoneLeft, refusedNoblesYet, refusedLowFirst, refusedTaken, refusedNobleThere,
	refusedNoSupport, refusedArchOver, refusedUnderArch, refusedNoTower, refusedCovered,
	refusedHeadroom, refusedOwnThere, refusedLargeThere, refusedSmallThere, refusedTowerFull,
	refusedNoOwnSmall, refusedNoLarge, refusedNoblePlaced, refusedFew, refusedParts,
	refusedNotGrown, refusedOneSwap, refusedOneTurn, refusedSameTower, refusedTowerOrder,
	refusedNoNoble, refusedFacings, refusedTwoOfColour, refusedQuarter,
)

// ruleOf is the rule or ruling that refuses.
var ruleOf = map[string]string{
	engine.RefusedNoSkip: "T-15",
	refusedNoClock:       "T-9",
	refusedOnlyQuick:     "tactical",
	refusedOnlyTurns:     "quick",
	refusedSaidStuck:     "T-13",
	refusedZoneMissing:   "quick",
	refusedNoZones:       "tactical",
	refusedOtherZone:     "quick",
	refusedOnlyExpert:    "expert",
	refusedClosing:       "special move",
	refusedFive:          "tactical",
	refusedNoblesYet:     "first round",
	refusedLowFirst:      "T-14",
	refusedTaken:         "grid",
	refusedNobleThere:    "nobles",
	refusedNoSupport:     "grid",
	refusedArchOver:      "grid",
	refusedUnderArch:     "grid",
	refusedNoTower:       "nobles",
	refusedCovered:       "nobles",
	refusedHeadroom:      "nobles",
	refusedOwnThere:      "nobles",
	refusedLargeThere:    "nobles",
	refusedSmallThere:    "nobles",
	refusedTowerFull:     "nobles",
	refusedNoOwnSmall:    "T-9",
	refusedNoLarge:       "T-9",
	refusedNoblePlaced:   "special move",
	refusedFew:           "tactical",
	refusedParts:         "T-11",
	refusedNotGrown:      "T-6",
	refusedOneSwap:       "special move",
	refusedOneTurn:       "expert",
	refusedSameTower:     "T-8",
	refusedTowerOrder:    "special move",
	refusedNoNoble:       "special move",
	refusedFacings:       "expert",
	refusedTwoOfColour:   "special move",
	refusedQuarter:       "expert",
}
