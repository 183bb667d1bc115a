package seats

// The codes of refusals. Their texts, with these args, are in the catalogs below table.refused.
const (
	refusedNotHost       = "not_host"
	refusedBotPlayer     = "bots_cannot_play"
	refusedNotModerator  = "not_moderator"
	refusedNoMember      = "no_member"      // args: player
	refusedNoGamesHere   = "no_games_here"  // args: channels
	refusedNotOpener     = "not_opener"     // args: role
	refusedNoTag         = "no_tag"         // args: forum, name, open
	refusedForeignOption = "foreign_option" // args: option, owner, game, options
	refusedNoGame        = "no_game"        // args: typed, games
	refusedNoRematch     = "no_rematch"
	refusedReplacement   = "which_replacement"
	refusedNotAsked      = "not_asked" // args: player
	refusedNoComputer    = "no_computer"
	refusedNotOver       = "not_over"
	refusedHiddenLobby   = "hidden_lobby"
	refusedInviteSelf    = "invite_self"
)
