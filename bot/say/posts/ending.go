package posts

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"amytis/bot/discord/message"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine/table"
)

// maxEndLines is the most lines about an ended game.
const maxEndLines = 6

// ending returns the first line of the message about the end of a game, with a first win, then the
// ranking and what else has changed. It mentions every person once; with pings by a ping, if others
// play too and the person may be pinged now.
func (wr *Writer) ending(
	ctx context.Context, w *text.Words, out *message.Message, h tables.History, t *table.Table, pings bool,
	calendar tables.Calendar, first string,
) ([]string, error) {
	after, err := wr.tables.Aftermath(ctx, h.Header.Guild, h.ID)
	if err != nil {
		return nil, err
	}
	parts := []string{first}
	for _, s := range t.Ranking() {
		p := t.Player(s.Seat)
		pingable := !t.Solo() && !p.IsComputer() && calendar.MayMention(p.User, wr.now().UnixMilli())
		line := placeLine(s, mention(w, out, p, pings && pingable), after)
		if tie := sentences.TieBreak(w, t, s.Seat); tie != "" && t.Tied() {
			line += " · " + tie
		}
		parts = append(parts, line)
		if after.Ratings[s.User].FirstWin {
			parts[0] += " " + w.Say("bot.table.first_win")
		}
	}
	lines := aftermathLines(w, t, after)
	return append(parts, lines[:min(len(lines), max(0, maxEndLines-len(parts)))]...), nil
}

// aftermathLines returns what a game changed on the server.
func aftermathLines(w *text.Words, t *table.Table, after tables.Aftermath) (lines []string) {
	if assisted := sentences.AssistedLine(w, t); assisted != "" {
		lines = append(lines, assisted)
	}
	switch {
	case t.Fork != 0:
		lines = append(lines, w.Say("bot.fork.unrated"))
	case !t.Rated():
		lines = append(lines, w.Say("bot.table.unrated"))
	}
	if len(after.Levels) > 0 {
		lines = append(lines, w.Say("bot.table.levels", "Levels", strings.Join(after.Levels, " · ")))
	}
	for _, r := range after.Records {
		lines = append(lines, recordLine(w, t.Game.Info().ID, r))
	}
	return lines
}

func recordLine(w *text.Words, game string, r tables.Record) string {
	key := "bot.table.record_points"
	if r.Name != "" {
		key = game + ".record." + r.Name
	}
	return w.Say("bot.table.record", "What", w.Say(key, "Value", r.Value), "Before", sentences.Points(r.Before))
}

// placeLine returns a line of the ranking: place, player, points, and the new rating.
func placeLine(s table.Standing, name string, after tables.Aftermath) string {
	place := strconv.Itoa(s.Rank) + "."
	if s.Rank <= len(sentences.Medals) {
		place = sentences.Medals[s.Rank-1]
	}
	line := place + " " + name + " **" + sentences.Points(s.Score) + "**"
	if change, rated := after.Ratings[s.User]; rated {
		line += fmt.Sprintf(" (%.0f → %.0f)", change.Before, change.After)
	}
	return line
}
