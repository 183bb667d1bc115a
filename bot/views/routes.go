// Package views answers everything that is only looked at: boards, scores, records, rules,
// leaderboards and the list of one's own games. It changes no table.
package views

import (
	"amytis/bot/control"
	"amytis/bot/interaction"
)

// Routes are the ways to look at games and their rules.
func Routes() interaction.Routes {
	return interaction.Routes{
		"game record": record,
		"game mine":   mine,
		"board":       board,
		"?board":      suggestBoard,
		"leaderboard": leaderboard,
		"rules":       rules,
		"?rules":      suggestRules,

		":" + control.Boards:    pressBoards,
		":" + control.TurnTo:    pressTurnTo,
		":" + control.Scores:    pressScores,
		":" + control.Rules:     pressRules,
		":" + control.Topic:     pressTopic,
		":" + control.Standings: pressLeaderboard,
		":" + control.Record:    pressRecord,
	}
}
