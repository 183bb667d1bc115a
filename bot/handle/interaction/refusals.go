package interaction

// The codes of refusals. Their texts, with these args, are in the catalogs below table.refused.
const (
	RefusedNotPlayer  = "not_player"
	RefusedNoSuchSeat = "no_player" // args: player
	refusedNamesakes  = "namesakes" // args: name, players
	// refusedNoPastGame refuses a typed game of another channel, or of none.
	refusedNoPastGame = "no_past_game"
	// refusedForeignControl refuses a control of another channel's table.
	refusedForeignControl = "foreign_control"
	// refusedNoGameMessage refuses the menu of a message that is of no game of the channel.
	refusedNoGameMessage = "no_game_message"
	// These refuse a place where the bot cannot post. args: bot
	refusedUnseenThread = "unseen_thread"
	refusedUnseenVoice  = "unseen_voice"
)
