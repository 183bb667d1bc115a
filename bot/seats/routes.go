// Package seats has the handlers that decide who plays at a table and how long it exists. They
// handle opening, joining, leaving, options, starting, status, resigning, skipping, replacing,
// aborting and the rematch. Turns are played in bot/turns.
package seats

import (
	"amytis/bot/control"
	"amytis/bot/interaction"
)

// Routes returns the handlers of this package by route.
func Routes() interaction.Routes {
	return interaction.Routes{
		"game new":      newGame,
		"game join":     join,
		"game leave":    leave,
		"game start":    start,
		"game status":   status,
		"game resign":   resign,
		"?game resign":  suggestJoined,
		"game abort":    abort,
		"game skip":     skip,
		"?game skip":    suggestAwaited,
		"game replace":  replace,
		"?game replace": suggestPlayers,
		"game rematch":  rematch,

		":" + control.Join:     pressJoin,
		":" + control.Leave:    pressLeave,
		":" + control.Start:    pressStart,
		":" + control.Options:  pressOptions,
		":" + control.Option:   pressOption,
		":" + control.Limit:    pressLimit,
		":" + control.Resign:   pressResign,
		":" + control.Abort:    pressAbort,
		":" + control.Skip:     pressSkip,
		":" + control.TakeOut:  pressTakeOut,
		":" + control.Replace:  pressReplace,
		":" + control.HandOver: pressHandOver,
		":" + control.Agree:    pressAgree,
		":" + control.Rematch:  pressRematch,

		":" + control.AddComputer:    pressAddComputer,
		":" + control.RemoveComputer: pressRemoveComputer,
	}
}
