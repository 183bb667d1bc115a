package views

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/engine/table"
)

// mine handles /game mine: the user's open games on the server, or all of them without one. Games
// that wait for the user come first, the longest waiting before others.
func mine(ctx context.Context, r *interaction.Request) error {
	on, everywhere := r.Guild, ""
	if r.Place != interaction.OnServer {
		on, everywhere = 0, "_everywhere"
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
		return cmp.Or(
			cmp.Compare(urgency(r, a.Table), urgency(r, b.Table)),
			cmp.Compare(sentences.WaitingSince(a.Table, r.User), sentences.WaitingSince(b.Table, r.User)),
		)
	})
	r.Answer.Whisper(ctx, &message.Message{Content: mineText(r, "bot.mine.title"+everywhere, all)})
	return nil
}

// urgency returns 0 for a table that waits for the user, 1 for others, 2 for a lobby, and 3 for a
// suspended table.
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

// mineText returns a title and a line for each table, as many as fit, and the number of the others.
func mineText(r *interaction.Request, title string, all []tables.Loaded) string {
	content := r.Words.Say(title)
	for i, s := range all {
		more := "\n" + r.Words.Say("bot.mine.more", "Count", len(all)-i)
		next := "\n" + mineLine(r, s)
		if len([]rune(content+next+more)) > control.MaxContent {
			return content + more
		}
		content += next
	}
	return content
}

// mineLine returns the line about a table: its game, the awaited players, since when, and a link.
func mineLine(r *interaction.Request, s tables.Loaded) string {
	t := s.Table
	_, most := t.Seats()
	key := []string{"bot.mine.yours", "bot.mine.theirs", "bot.mine.lobby", "bot.mine.paused"}[urgency(r, t)]
	line := r.Words.Say(key, "Game", r.Words.Say(t.Game.Info().ID+".name"),
		"Players", r.Words.List(sentences.SeatNames(r.Words, t, strings.TrimPrefix(t.Awaited().Ref(), "#"))),
		"Since", sentences.Moment(sentences.WaitingSince(t, r.User)), "Joined", len(t.Players), "Max", most)
	if t.StoodIn().Has(t.Seat(r.User)) {
		line += " · " + r.Words.Say("bot.stand_in.mine")
	}
	return "• " + line + sentences.TimeLeft(r.Words, t) + " · " + sentences.TableLink(s.Header)
}
