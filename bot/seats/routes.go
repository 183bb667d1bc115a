// Package seats answers everything about who sits at a table: opening, joining, leaving, starting,
// resigning, aborting, moderating and the rematch.
package seats

import (
	"amytis/bot/control"
	"amytis/bot/interaction"
)

// Routes are the ways to a seat: opening, joining, leaving, moderating.
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

		":" + control.Join:    pressJoin,
		":" + control.Leave:   pressLeave,
		":" + control.Start:   pressStart,
		":" + control.Options: pressOptions,
		":" + control.Option:  pressOption,
		":" + control.Limit:   pressLimit,
		":" + control.Resign:  pressResign,
		":" + control.Abort:   pressAbort,
		":" + control.Skip:    pressSkip,
		":" + control.TakeOut: pressTakeOut,
		":" + control.Replace: pressReplace,
		":" + control.Rematch: pressRematch,
	}
}
