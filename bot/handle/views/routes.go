// Package views has the handlers that only show something: boards, scores, records, rules,
// leaderboards and the list of the user's games.
package views

import (
	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
)

func Routes() interaction.Routes {
	return interaction.Routes{
		"game record": {Handle: sendRecord, About: (*interaction.Request).LastInChannel},
		"game mine":   {Handle: mine, In: interaction.Anywhere},
		"board":       {Handle: board, About: (*interaction.Request).LastInChannel},
		"?board":      {Handle: interaction.Offering(suggestBoard)},
		"replay":      {Handle: sendReplay, About: (*interaction.Request).PastGame, In: interaction.AtHome},
		"?replay":     {Handle: interaction.Offering(interaction.SuggestPastGames), In: interaction.AtHome},
		"leaderboard": {Handle: leaderboard, In: interaction.WithPeople},
		"help":        {Handle: help, In: interaction.Anywhere},

		":" + control.Help: {Handle: help, In: interaction.Anywhere},
		"rules":            {Handle: rules, In: interaction.Anywhere},
		"?rules":           {Handle: interaction.Offering(suggestRules), In: interaction.Anywhere},

		"@Board at this turn": {Handle: boardOfMessage, About: (*interaction.Request).OfMessage},
		"@Replay":             {Handle: sendReplay, About: (*interaction.Request).OfMessage},

		":" + control.Boards:    {Handle: pressBoards},
		":" + control.TurnTo:    {Handle: pressTurnTo},
		":" + control.Rules:     {Handle: pressRules},
		":" + control.Topic:     {Handle: pressTopic, In: interaction.Anywhere},
		":" + control.Standings: {Handle: pressLeaderboard, In: interaction.WithPeople},
		":" + control.Replay:    {Handle: sendReplay},
		":" + control.Still:     {Handle: pressStill, In: interaction.Anywhere},
		":" + control.KeyMoment: {Handle: pressStill, In: interaction.Anywhere},
	}
}
