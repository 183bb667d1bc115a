package sentences

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"amytis/bot/text"
	"amytis/engine/table"
	"amytis/store"
)

// Medals are for the first places.
var Medals = [...]string{"🥇", "🥈", "🥉"}

// Season returns what a season is called, such as "autumn 2026" or "November 2026".
func Season(w *text.Words, s store.Season) string {
	from, _, _ := s.Span()
	key := "bot.season.month." + strconv.Itoa(int(from.Month()))
	if store.Quarterly.At(from) == s {
		key = "bot.season.quarter." + strconv.Itoa(int(from.Month()+2)/3)
	}
	return w.Say(key, "Year", from.Year())
}

// SeasonRow returns a row of a season's board in words.
func SeasonRow(w *text.Words, place int, name string, r store.Row) string {
	return w.Say("bot.season.row", "Place", place, "User", name, "Points", Halves(r.Points),
		"Wins", r.Wins, "Count", r.Games)
}

// Halves writes a number that is counted in halves.
func Halves(n int) string {
	if n == 1 {
		return "½"
	}
	return strconv.Itoa(n/2) + [...]string{"", "½"}[n%2]
}

// settled is how many games make a rating more than provisional.
const settled = 10

// Rating writes a rating after a number of games, with "?" if it is provisional, as in chess.
func Rating(rating float64, games int) string {
	if games < settled {
		return fmt.Sprintf("%.0f?", rating)
	}
	return fmt.Sprintf("%.0f", rating)
}

// NewestNames returns what people are called in the record of their newest game on the server, if
// it still names them. results has the latest first. Names may be missing after an error.
func NewestNames(
	ctx context.Context, s store.Tables, results []store.Result, of map[table.UserID]bool,
) (names map[table.UserID]string, err error) {
	names = map[table.UserID]string{}
	for _, result := range results {
		newest := false
		for _, s := range result.Standings {
			newest = newest || of[s.User]
			delete(of, s.User)
		}
		if !newest {
			continue
		}
		_, log, failed := s.Table(ctx, result.Table)
		err = errors.Join(err, failed)
		for _, e := range slices.Backward(log) {
			if named := cmp.Or(e.User, e.By); e.Name != "" && names[named] == "" {
				names[named] = text.Shown(e.Name)
			}
		}
	}
	return names, err
}
