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
