// Package views has the handlers that only show something: boards, scores, records, rules,
// leaderboards and the list of the user's games.
package views

import (
	"cmp"
	"context"
	"slices"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine/table"
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

// mine handles /game mine: the user's open games on the server, or all of them without one. Games
// that wait for the user come first, the longest waiting before others.
func mine(ctx context.Context, r *interaction.Request) error {
	on := r.Guild
	everywhere := ""
	if r.Place != interaction.OnServer {
		on = 0
		everywhere = "_everywhere"
	}
	all, err := tables.Playing(ctx, r.Tables, on, r.User)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		r.Answer.Whisper(ctx, &message.Message{
			Content:    r.Words.Say("bot.mine.none" + everywhere),
			Components: []discordgo.MessageComponent{control.SoloRow(r.Words, "")},
		})
		return nil
	}
	slices.SortStableFunc(all, func(a, b tables.Loaded) int {
		return cmp.Or(cmp.Compare(urgency(r, a.Table), urgency(r, b.Table)),
			cmp.Compare(sentences.WaitingSince(a.Table, r.User), sentences.WaitingSince(b.Table, r.User)))
	})
	lines := text.Each(all, func(s tables.Loaded) string { return mineLine(r, s) })
	title := r.Words.Say("bot.mine.title" + everywhere)
	r.Answer.Whisper(ctx, &message.Message{Content: sentences.Listed(r.Words, title, lines, control.MaxContent)})
	return nil
}

// urgency is 0 for a table that waits for the user, 1 for others, 2 for lobbies, 3 if suspended.
func urgency(r *interaction.Request, t *table.Table) int {
	switch {
	case t.Suspended():
		return 3
	case t.Status == table.Lobby:
		return 2
	case (t.Awaited() &^ t.Computers()).Has(t.Seat(r.User)):
		return 0
	}
	return 1
}

// mineLine returns the line about a table, with what the user should know and a link.
func mineLine(r *interaction.Request, s tables.Loaded) string {
	t := s.Table
	key := []string{"bot.mine.yours", "bot.mine.theirs", "bot.mine.lobby", "bot.mine.paused"}[urgency(r, t)]
	line := sentences.TableLine(r.Words, key, t, r.User)
	if t.StoodIn().Has(t.Seat(r.User)) {
		line += " · " + r.Words.Say("bot.stand_in.mine")
	}
	return line + sentences.TimeLeft(r.Words, t) + " · " + sentences.TableLink(s.Header)
}
