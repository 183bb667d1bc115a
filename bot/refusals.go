package bot

// The reasons for which the bot refuses something before a table is asked;
// catalogs hold a text for each, beside those of a table.
const (
	refusedNoTable      = "no_table"
	refusedChannelTaken = "channel_taken"
	refusedNotPlayer    = "not_player"
	refusedNotHost      = "not_host"
	refusedWrongGame    = "wrong_game" // game
	refusedAmbiguous    = "ambiguous"  // option
	refusedNoSuchSeat   = "no_player"  // player
	refusedNoServer     = "no_server"
	refusedBotPlayer    = "bots_cannot_play"
	refusedNotYours     = "not_yours"
	refusedTimeUp       = "time_up"
	refusedTurnOver     = "turn_over" // seat
	refusedBadOffset    = "bad_offset"
	refusedNoQuietHours = "no_quiet_hours"
	// An option of another game; option, game.
	refusedForeignOption = "foreign_option"
	refusedNoRematch     = "no_rematch"
	refusedNoSuchTurn    = "no_turn" // turn, last
)

var ownRefusals = []string{
	refusedNoTable, refusedChannelTaken, refusedNotPlayer, refusedNotHost, refusedWrongGame,
	refusedAmbiguous, refusedNoSuchSeat, refusedNoServer, refusedBotPlayer,
	refusedNotYours, refusedTimeUp, refusedTurnOver, refusedForeignOption, refusedBadOffset, refusedNoQuietHours,
	refusedNoRematch, refusedNoSuchTurn,
}
