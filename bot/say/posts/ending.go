package posts

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"amytis/bot/discord/message"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

var medals = [...]string{"🥇", "🥈", "🥉"}

// ending returns the ranking of an ended game, when the lead changed for the last time, and new
// records of the server. It mentions every person once; with pings by a ping, if others play too
// and the person may be pinged now.
func (wr *Writer) ending(
	ctx context.Context, w *text.Words, out *message.Message, h tables.History, t *table.Table, pings bool,
	calendar tables.Calendar,
) ([]string, error) {
	after, err := wr.tables.Aftermath(ctx, h.Header.Guild, h.ID)
	if err != nil {
		return nil, err
	}
	standings, scores := t.Standings(), t.State.Scores()
	slices.SortStableFunc(standings, func(a, b table.Standing) int { return a.Rank - b.Rank })
	var parts []string
	for _, s := range standings {
		p := t.Player(s.Seat)
		pingable := !t.Solo() && !p.IsComputer() && calendar.MayMention(p.User, wr.now().UnixMilli())
		name := mention(w, out, p, pings && pingable)
		parts = append(parts, placeLine(w, t, s, name, scores[s.Seat-1], after))
	}
	history, err := sentences.NewHistory(t)
	if err != nil {
		return nil, err
	}
	if turn, seat := history.TurningPoint(); turn > 0 {
		parts = append(parts, w.Say("bot.table.turning_point",
			"Name", sentences.Name(w, t.Player(seat)), "Turn", turn, "Turns", history.Last()))
	}
	parts = append(parts, sentences.AssistedLine(w, t))
	if !t.Rated() {
		parts = append(parts, w.Say("bot.table.unrated"))
	}
	for _, r := range after.Records {
		parts = append(parts, recordLine(w, t.Game.Info().ID, r))
	}
	return parts, nil
}

func recordLine(w *text.Words, game string, r tables.Record) string {
	key := "bot.table.record_points"
	if r.Name != "" {
		key = game + ".record." + r.Name
	}
	return w.Say("bot.table.record", "What", w.Say(key, "Value", r.Value), "Before", sentences.Points(r.Before))
}

// placeLine returns a line of the ranking: place, player, points with their parts, and the new
// rating.
func placeLine(
	w *text.Words, t *table.Table, s table.Standing, name string, score engine.Score, after tables.Aftermath,
) string {
	place := strconv.Itoa(s.Rank) + "."
	if s.Rank <= len(medals) {
		place = medals[s.Rank-1]
	}
	line := place + " " + name + " **" + sentences.Points(score.Total()) + "**"
	if change, rated := after.Ratings[s.User]; rated {
		line += fmt.Sprintf(" (%.0f → %.0f)", change.Before, change.After)
	}
	if parts := sentences.ScoreParts(w, t, score); parts != "" {
		line += " — " + parts
	}
	return strings.TrimSpace(line)
}
