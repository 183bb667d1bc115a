package views

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/control"
	"amytis/bot/games"
	"amytis/bot/interaction"
	"amytis/bot/session"
	"amytis/bot/text"
	"amytis/store"
)

// rowsPerPage is the number of players on a page of the leaderboard.
const rowsPerPage = 10

// leaderboard handles /leaderboard. Everybody sees the answer.
func leaderboard(ctx context.Context, r *interaction.Request) error {
	page, err := strconv.Atoi(r.Options["page"])
	if err != nil {
		page = 1
	}
	m, err := leaderboardPage(ctx, r, r.Options["game"], page-1)
	if err != nil {
		return err
	}
	r.Respond(ctx, session.Say(m))
	return nil
}

// pressLeaderboard handles the buttons for the previous and the next page.
func pressLeaderboard(ctx context.Context, r *interaction.Request) error {
	game, page, _ := strings.Cut(r.Control().Arg, ",")
	n, err := strconv.Atoi(page)
	if err != nil {
		n = 0
	}
	m, err := leaderboardPage(ctx, r, game, n)
	if err != nil {
		return err
	}
	r.Respond(ctx, session.Update(m))
	return nil
}

// leaderboardPage returns a page, counted from 0, of a game's leaderboard on the server. For an
// unknown game ID it covers all games together.
func leaderboardPage(ctx context.Context, r *interaction.Request, game string, page int) (*session.Message, error) {
	g, found := games.Find(game)
	if !found {
		game = ""
	}
	rows, err := r.Store.Leaderboard(ctx, r.Guild, game)
	if err != nil {
		return nil, err
	}
	sortRows(rows)
	w := r.PublicWords(ctx)
	title := w.T("bot.leaderboard.all", nil)
	if found {
		title = w.Say("bot.leaderboard.game", "Game", w.T(g.Info().ID+".name", nil))
	}
	pages := max(1, (len(rows)+rowsPerPage-1)/rowsPerPage)
	page = min(max(page, 0), pages-1)
	embed := &discordgo.MessageEmbed{
		Title:       title,
		Description: rowLines(w, rows, page),
		Color:       control.EmbedColor,
		Footer: &discordgo.MessageEmbedFooter{
			Text: w.Say("bot.leaderboard.footer", "Page", page+1, "Pages", pages)},
	}
	m := &session.Message{Embeds: []*discordgo.MessageEmbed{embed}, Components: control.NoComponents}
	if pages > 1 {
		m.Components = []discordgo.MessageComponent{control.Row(
			pageButton(w, "bot.button.previous", game, page-1, page == 0),
			pageButton(w, "bot.button.next", game, page+1, page == pages-1),
		)}
	}
	return m, nil
}

// sortRows sorts by rating, wins and average, the best first. Between equal players the older account
// comes first, so that the order is stable.
func sortRows(rows []store.Row) {
	slices.SortFunc(rows, func(a, b store.Row) int {
		return cmp.Or(
			cmp.Compare(b.Rating, a.Rating),
			cmp.Compare(b.Wins, a.Wins),
			cmp.Compare(b.Average(), a.Average()),
			cmp.Compare(a.User, b.User),
		)
	})
}

// rowLines returns the text of the rows on a page.
func rowLines(w *text.Words, rows []store.Row, page int) string {
	if len(rows) == 0 {
		return w.T("bot.leaderboard.empty", nil)
	}
	var lines []string
	for i := page * rowsPerPage; i < min(len(rows), (page+1)*rowsPerPage); i++ {
		row := rows[i]
		lines = append(lines, w.Say("bot.leaderboard.row",
			"Place", i+1, "User", "<@"+row.User.String()+">", "Rating", fmt.Sprintf("%.0f", row.Rating),
			"Wins", row.Wins, "Games", row.Games, "Count", row.Games,
			"Average", fmt.Sprintf("%.1f", row.Average()), "Best", row.Best))
	}
	return strings.Join(lines, "\n")
}

// pageButton returns the button that shows another page, disabled if off is true.
func pageButton(w *text.Words, key, game string, page int, off bool) discordgo.Button {
	b := control.Button(
		w, key, discordgo.SecondaryButton,
		control.Control{Action: control.Standings, Arg: game + "," + strconv.Itoa(page)},
	)
	b.Disabled = off
	return b
}
