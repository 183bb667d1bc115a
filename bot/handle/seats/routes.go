// Package seats has the handlers that decide who plays at a table and how long it exists: from
// opening and joining to replacing, aborting and the rematch. Turns are played in bot/handle/turns.
package seats

import (
	"maps"

	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
)

func Routes() interaction.Routes {
	routes := interaction.Routes{
		"?game new":     interaction.Offering(suggestNew),
		"@Play against": playAgainst,
		"game play":     joinOrOpen,
		"game join":     carryOut(join, "bot.game.joined"),
		"game leave":    carryOut(leave, "bot.game.left"),
		"game start":    carryOut(start, "bot.game.started"),
		"game status":   status((*interaction.Request).LastInChannel),
		"game resign":   resign,
		"?game resign":  suggestSeats(anySeat),
		"game abort":    abort,
		"game skip":     skip,
		"?game skip":    suggestSeats(inTurn),
		"game replace":  replace,
		"?game replace": suggestSeats(started),
		"game rematch":  rematch((*interaction.Request).LastInChannel),

		":" + control.Join:      lobbyPress(join),
		":" + control.Leave:     lobbyPress(leave),
		":" + control.Start:     lobbyPress(start),
		":" + control.JoinThere: joinThere,
		":" + control.Keep:      keepOpen,
		":" + control.Resign:    carryOut(resigns, "bot.game.resigned"),
		":" + control.GiveUp:    resign,
		":" + control.More:      status((*interaction.Request).Table),
		":" + control.Abort:     carryOut(aborts, "bot.game.aborted"),
		":" + control.Skip:      skip,
		":" + control.TakeOut:   takeOut,
		":" + control.Replace:   pressReplace,
		":" + control.HandOver:  pressHandOver,
		":" + control.Agree:     pressAgree,
		":" + control.Rematch:   rematch((*interaction.Request).Table),
		":" + control.SameDeal:  sameDeal,

		"game solo":        solo,
		"?game solo":       interaction.Offering(suggestNew),
		":" + control.Solo: solo,
		":" + control.Anew: anew,

		":" + control.AddComputer:    pressAddComputer,
		":" + control.RemoveComputer: pressRemoveComputer,
	}
	maps.Copy(routes, lobbyForm.Routes())
	maps.Copy(routes, newForm.Routes())
	return routes
}

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
