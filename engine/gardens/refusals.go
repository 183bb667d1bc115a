package gardens

import "amytis/engine"

// The reasons why a move is refused, and behind them the placeholders of their texts.
const (
	refusedRemoving    = "removing"         // set-up 5: clay tiles are still being removed
	refusedNotRemoving = "not_removing"     // set-up is over
	refusedNotClay     = "not_clay"         // cell
	refusedCellEmpty   = "cell_empty"       // cell
	refusedDigFirst    = "dig_first"        // nothing comes before the dig
	refusedDugAlready  = "dug_already"      // one dig a turn
	refusedStillOpen   = "others_build"     // turn: others are still building, so the round is not over
	refusedNotAtHand   = "tile_not_at_hand" // tile
	refusedOffBoard    = "off_board"        // hole
	refusedLevelGap    = "level_gap"        // level, highest
	refusedUnder       = "slid_under"       // hole, height, level
	refusedSticksUp    = "sticks_up"        // hole, top, level
	refusedSamePlace   = "same_place"       // hole
	refusedSupports    = "too_few_supports" // level, holes
	refusedOpenMissing = "open_missing"     // hole
	refusedOpenStatue  = "open_statue"      // hole
	refusedOpenOther   = "open_other"       // hole
	refusedPillars     = "too_few_pillars"  // singles, doubles, have_singles, have_doubles
	refusedNoTile      = "no_tile_placed"
	refusedOrder       = "spots_order"
	refusedNoIcon      = "no_icon" // hole, icon, shows
	refusedNotFresh    = "not_on_new_tile"
	refusedTaken       = "spot_taken"   // hole
	refusedNotAdjacent = "not_adjacent" // icon
	refusedNotInLine   = "bridge_not_in_line"
	refusedLevels      = "levels_differ" // a, b, icon
	refusedStairs      = "stairs_levels" // a, b
	refusedSameTile    = "same_tile"
	refusedGap         = "bridge_blocked"     // hole
	refusedStatueLine  = "statue_not_aligned" // hole
	refusedAsRound     = "as_not_this_round"
	refusedAsUsed      = "as_used"
	refusedAsWhere     = "as_elsewhere"    // hole
	refusedAsPrinted   = "as_printed"      // hole
	refusedAsBlank     = "as_blank"        // hole: wild on a spot without icon
	refusedAsIcon      = "as_icon"         // hole: blank on a spot with an icon
	refusedKeep        = "nothing_to_keep" // tile
)

// refusals lists every reason, about in the order of the checks.
var refusals = engine.Refusals(
	refusedRemoving, refusedNotRemoving, refusedNotClay, refusedCellEmpty, refusedDigFirst,
	refusedDugAlready, refusedStillOpen, refusedNotAtHand, refusedOffBoard, refusedLevelGap,
	refusedUnder, refusedSticksUp, refusedSamePlace, refusedSupports, refusedOpenMissing,
	refusedOpenStatue, refusedOpenOther, refusedPillars, refusedNoTile, refusedOrder, refusedNoIcon,
	refusedNotFresh, refusedTaken, refusedNotAdjacent, refusedNotInLine, refusedLevels,
	refusedStairs, refusedSameTile, refusedGap, refusedStatueLine, refusedAsRound, refusedAsUsed,
	refusedAsWhere, refusedAsPrinted, refusedAsBlank, refusedAsIcon, refusedKeep,
)
