package views

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/interactions"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/games"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/store"
)

const rowsPerPage = 10

// leaderboard handles /leaderboard. Everybody sees the answer.
func leaderboard(ctx context.Context, r *interaction.Request) error {
	page, err := strconv.Atoi(r.Options["page"])
	if err != nil {
		page = 1
	}
	m, err := leaderboardPage(ctx, r, ranking{game: r.Options["game"], page: page - 1})
	if err != nil {
		return err
	}
	r.Answer.Respond(ctx, interactions.Say(m))
	return nil
}

// againstMark ends a control's argument that asks for the part against computers.
const againstMark = "c"

func pressLeaderboard(ctx context.Context, r *interaction.Request) error {
	game, rest, _ := strings.Cut(r.Control().Arg, ",")
	page, mark, _ := strings.Cut(rest, ",")
	n, err := strconv.Atoi(page)
	if err != nil {
		n = 0
	}
	m, err := leaderboardPage(ctx, r, ranking{game: game, against: mark == againstMark, page: n})
	if err != nil {
		return err
	}
	r.Answer.Respond(ctx, interactions.Update(m))
	return nil
}

type ranking struct {
	// game is a game's ID, "" for all games together.
	game string
	// against asks for wins against each level of computers, not for ratings between people.
	against bool
	// page counts from 0.
	page int
}

// leaderboardPage returns a page of a leaderboard, of all games for an unknown ID. If only one part
// has rows, it shows that one.
func leaderboardPage(ctx context.Context, r *interaction.Request, at ranking) (*message.Message, error) {
	g, found := games.Find(at.game)
	if !found {
		at.game = ""
	}
	people, err := r.Store.Leaderboard(ctx, r.Guild, store.Board{Game: at.game})
	if err != nil {
		return nil, err
	}
	computers, err := leveledRows(ctx, r, at.game)
	if err != nil {
		return nil, err
	}
	w := r.PublicWords(ctx)
	part := "leaderboard"
	lines := peopleLines(w, at.game, people)
	bothParts := len(people) > 0 && len(computers) > 0
	if at.against = len(computers) > 0 && (at.against || len(people) == 0); at.against {
		part, lines = "leaderboard_against", computerLines(w, computers)
	}
	title := w.T("bot."+part+".all", nil)
	if found {
		title = w.Say("bot."+part+".game", "Game", w.T(g.Info().ID+".name", nil))
	}
	pages := max(1, (len(lines)+rowsPerPage-1)/rowsPerPage)
	at.page = min(max(at.page, 0), pages-1)
	shown := lines[at.page*rowsPerPage : min(len(lines), (at.page+1)*rowsPerPage)]
	if len(lines) == 0 {
		shown = []string{w.T("bot.leaderboard.empty", nil)}
	}
	embed := &discordgo.MessageEmbed{
		Title:       title,
		Description: strings.Join(shown, "\n"),
		Color:       control.EmbedColor,
		Footer: &discordgo.MessageEmbedFooter{
			Text: w.Say("bot."+part+".footer", "Page", at.page+1, "Pages", pages)},
	}
	m := &message.Message{Embeds: []*discordgo.MessageEmbed{embed}, Components: message.NoComponents}
	if buttons := rankingButtons(w, at, pages, bothParts); len(buttons) > 0 {
		m.Components = []discordgo.MessageComponent{control.Row(buttons...)}
	}
	return m, nil
}

// leveledRow is a row against computers. helped wins are not among its Wins.
type leveledRow struct {
	store.Row
	level, helped int
}

// leveledRows returns the rows against computers, the highest level first, then the most wins, the
// fewest games, and the older account.
func leveledRows(ctx context.Context, r *interaction.Request, game string) ([]leveledRow, error) {
	var all []leveledRow
	results, err := r.Store.Results(ctx, r.Guild, math.MaxInt)
	if err != nil {
		return nil, err
	}
	helped := store.Rows{}
	for _, result := range results {
		result.Standings = slices.DeleteFunc(result.People(), func(s store.Standing) bool { return !s.Helped })
		helped.Count(&result)
	}
	for level := engine.ComputerLevels; level > 0; level-- {
		board := store.Board{Game: game, Level: level}
		rows, err := r.Store.Leaderboard(ctx, r.Guild, board)
		if err != nil {
			return nil, err
		}
		for i, row := range rows {
			rows[i].Wins -= helped[store.RowKey{Board: board, User: row.User}].Wins
		}
		slices.SortFunc(rows, func(a, b store.Row) int {
			return cmp.Or(cmp.Compare(b.Wins, a.Wins), cmp.Compare(a.Games, b.Games), cmp.Compare(a.User, b.User))
		})
		for _, row := range rows {
			all = append(all, leveledRow{row, level, helped[store.RowKey{Board: board, User: row.User}].Wins})
		}
	}
	return all, nil
}

// sortRows sorts by rating, then wins, then the older account, so that the order is stable.
func sortRows(rows []store.Row) {
	slices.SortFunc(rows, func(a, b store.Row) int {
		return cmp.Or(
			cmp.Compare(b.Rating, a.Rating), cmp.Compare(b.Wins, a.Wins), cmp.Compare(a.User, b.User),
		)
	})
}

// peopleLines returns the part between people. Points of different games do not compare, so the
// board of all games has ratings and wins only.
func peopleLines(w *text.Words, game string, rows []store.Row) []string {
	sortRows(rows)
	key := "bot.leaderboard.row"
	if game == "" {
		key = "bot.leaderboard.all_row"
	}
	lines := make([]string, len(rows))
	for i, row := range rows {
		lines[i] = w.Say(key,
			"Place", i+1, "User", sentences.Mention(w, row.User), "Rating", fmt.Sprintf("%.0f", row.Rating),
			"Wins", row.Wins, "Games", row.Games, "Count", row.Games,
			"Average", fmt.Sprintf("%.1f", row.Average()), "Best", row.Best)
	}
	return lines
}

func computerLines(w *text.Words, rows []leveledRow) []string {
	lines := make([]string, len(rows))
	for i, row := range rows {
		lines[i] = w.Say("bot.leaderboard_against.row",
			"Level", row.level, "User", sentences.Mention(w, row.User), "Wins", row.Wins, "Helped", row.helped, "Count", row.Games)
	}
	return lines
}

// rankingButtons returns the buttons for other pages, and for the other part if both have rows.
func rankingButtons(w *text.Words, at ranking, pages int, bothParts bool) []discordgo.MessageComponent {
	var buttons []discordgo.MessageComponent
	if pages > 1 {
		previous, next := at, at
		previous.page--
		next.page++
		buttons = append(buttons,
			rankingButton(w, "bot.button.previous_page", previous, at.page == 0),
			rankingButton(w, "bot.button.next_page", next, next.page == pages))
	}
	if bothParts {
		key := "bot.button.against_computers"
		if at.against {
			key = "bot.button.between_people"
		}
		buttons = append(buttons, rankingButton(w, key, ranking{game: at.game, against: !at.against}, false))
	}
	return buttons
}

func rankingButton(w *text.Words, key string, to ranking, off bool) discordgo.Button {
	arg := to.game + "," + strconv.Itoa(to.page)
	if to.against {
		arg += "," + againstMark
	}
	b := control.Button(
		w, key, discordgo.SecondaryButton,
		control.Control{Action: control.Standings, Arg: arg},
	)
	b.Disabled = off
	return b
}
