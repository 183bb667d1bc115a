// Package seats has the handlers that decide who plays at a table and how long it exists: from
// opening and joining to replacing, aborting and the rematch. Turns are played in bot/handle/turns.
package seats

import (
	"context"

	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
	"amytis/engine/table"
)

// ShowPanel answers with the turn panel of the user at a table.
type ShowPanel func(ctx context.Context, r *interaction.Request, id table.ID) error

// Routes returns the handlers of this package by route. panel is for games that start at once.
func Routes(panel ShowPanel) interaction.Routes {
	return interaction.Routes{
		"game new":      newGame,
		"?game new":     suggestNew,
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
		"game rematch":  rematch(panel, (*interaction.Request).LastInChannel),

		":" + control.Join:     pressJoin,
		":" + control.Leave:    pressLeave,
		":" + control.Start:    pressStart,
		":" + control.Options:  pressOptions,
		":" + control.Option:   pressOption,
		":" + control.Limit:    pressLimit,
		":" + control.Hints:    pressHints,
		":" + control.Resign:   pressResign,
		":" + control.Abort:    pressAbort,
		":" + control.Skip:     skip,
		":" + control.TakeOut:  takeOut,
		":" + control.Replace:  pressReplace,
		":" + control.HandOver: pressHandOver,
		":" + control.Agree:    pressAgree,
		":" + control.Rematch:  rematch(panel, (*interaction.Request).Table),

		"game solo":        solo(panel),
		"?game solo":       suggestNew,
		":" + control.Solo: solo(panel),

		":" + control.AddComputer:    pressAddComputer,
		":" + control.RemoveComputer: pressRemoveComputer,
		":" + control.StandIns:       pressStandIns,
	}
}
