// Package views has the handlers that only show something: boards, scores, records, rules,
// leaderboards and the list of the user's games.
package views

import (
	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
)

// The codes of refusals; their texts are in the catalogs under table.refused.
const (
	refusedNotYours   = "not_yours"
	refusedNoSuchTurn = "no_turn" // args: turn, last
	refusedNotOver    = "replay_running"
	refusedNoEnd      = "replay_stopped"
)

func Routes() interaction.Routes {
	return interaction.Routes{
		"game record": record,
		"game mine":   mine,
		"board":       board,
		"?board":      suggestBoard,
		"replay":      showReplay,
		"?replay":     interaction.SuggestPastGames,
		"leaderboard": leaderboard,
		"help":        help,
		"rules":       rules,
		"?rules":      suggestRules,

		":" + control.Boards:    pressBoards,
		":" + control.TurnTo:    pressTurnTo,
		":" + control.Scores:    pressScores,
		":" + control.Rules:     pressRules,
		":" + control.Topic:     pressTopic,
		":" + control.Standings: pressLeaderboard,
		":" + control.Record:    pressRecord,
		":" + control.Replay:    pressReplay,
		":" + control.Still:     pressStill,
		":" + control.KeyMoment: pressKeyMoment,
	}
}
