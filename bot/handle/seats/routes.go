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
		"?game new":     {Handle: interaction.Offering(suggestNew), In: interaction.WithPeople},
		"@Play against": {Handle: playAgainst},
		"game play":     {Handle: joinOrOpen, In: interaction.WithPeople},
		"game join":     {Handle: carryOut(join, "bot.game.joined"), In: interaction.WithPeople},
		"game leave":    {Handle: carryOut(leave, "bot.game.left"), In: interaction.WithPeople},
		"game start":    {Handle: carryOut(start, "bot.game.started"), In: interaction.WithPeople},
		"game status":   {Handle: status, About: (*interaction.Request).LastInChannel},
		"game resign":   {Handle: resign, About: (*interaction.Request).Table},
		"?game resign":  {Handle: suggestSeats(anySeat)},
		"game abort":    {Handle: abort},
		"game skip":     {Handle: skip, About: (*interaction.Request).Table, In: interaction.WithPeople},
		"?game skip":    {Handle: suggestSeats(inTurn), In: interaction.WithPeople},
		"game replace":  {Handle: replace, In: interaction.WithPeople},
		"?game replace": {Handle: suggestSeats(started), In: interaction.WithPeople},
		"game rematch":  {Handle: rematch, About: (*interaction.Request).LastInChannel},

		":" + control.Join:      {Handle: lobbyPress(join)},
		":" + control.Leave:     {Handle: lobbyPress(leave)},
		":" + control.Start:     {Handle: lobbyPress(start)},
		":" + control.JoinThere: {Handle: joinThere},
		":" + control.Keep:      {Handle: keepOpen},
		":" + control.Resign:    {Handle: carryOut(resigns, "bot.game.resigned")},
		":" + control.GiveUp:    {Handle: resign},
		":" + control.More:      {Handle: status},
		":" + control.Abort:     {Handle: carryOut(aborts, "bot.game.aborted")},
		":" + control.Skip:      {Handle: skip},
		":" + control.TakeOut:   {Handle: takeOut},
		":" + control.Replace:   {Handle: pressReplace},
		":" + control.HandOver:  {Handle: pressHandOver},
		":" + control.Agree:     {Handle: pressAgree},
		":" + control.Rematch:   {Handle: rematch},
		":" + control.SameDeal:  {Handle: sameDeal},

		"game solo":        {Handle: solo, In: interaction.AtHome},
		"?game solo":       {Handle: interaction.Offering(suggestNew), In: interaction.Anywhere},
		":" + control.Solo: {Handle: solo, In: interaction.AtHome},
		":" + control.Anew: {Handle: anew, In: interaction.AtHome},

		":" + control.AddComputer:    {Handle: pressAddComputer},
		":" + control.RemoveComputer: {Handle: pressRemoveComputer},
	}
	maps.Copy(routes, lobbyForm.Routes())
	maps.Copy(routes, newForm.Routes())
	return routes
}
