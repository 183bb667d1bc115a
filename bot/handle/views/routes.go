// Package views has the handlers that only show something: boards, scores, records, rules,
// leaderboards and the list of the user's games.
package views

import (
	"context"

	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
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
		"game record": about((*interaction.Request).LastInChannel, sendRecord),
		"game mine":   mine,
		"board":       about((*interaction.Request).LastInChannel, board),
		"?board":      interaction.Offering(suggestBoard),
		"replay":      about((*interaction.Request).PastGame, sendReplay),
		"?replay":     interaction.Offering(interaction.SuggestPastGames),
		"leaderboard": leaderboard,
		"help":        help,

		":" + control.Help: help,
		"rules":            rules,
		"?rules":           interaction.Offering(suggestRules),

		"@Board at this turn": about((*interaction.Request).OfMessage, boardOfMessage),
		"@Replay":             about((*interaction.Request).OfMessage, sendReplay),

		":" + control.Boards:    about((*interaction.Request).Table, pressBoards),
		":" + control.TurnTo:    about((*interaction.Request).Table, pressTurnTo),
		":" + control.Rules:     about((*interaction.Request).Table, pressRules),
		":" + control.Topic:     pressTopic,
		":" + control.Standings: pressLeaderboard,
		":" + control.Replay:    about((*interaction.Request).Table, sendReplay),
		":" + control.Still:     about((*interaction.Request).Table, pressStill),
		":" + control.KeyMoment: about((*interaction.Request).Table, pressStill),
	}
}

// about returns the handler that shows something about the table that find returns.
func about(
	find func(*interaction.Request, context.Context) (tables.Loaded, error),
	show func(context.Context, *interaction.Request, tables.Loaded) error,
) interaction.Handler {
	return func(ctx context.Context, r *interaction.Request) error {
		s, err := find(r, ctx)
		if err != nil {
			return err
		}
		return interaction.About(s.Table, show(ctx, r, s))
	}
}
