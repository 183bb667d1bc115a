package views

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
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
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/render"
	"amytis/render/chart"
	"amytis/store"
)

const rowsPerPage = 10

// leaderboard handles /leaderboard. Everybody sees the answer.
func leaderboard(ctx context.Context, r *interaction.Request) error {
	page, _ := strconv.Atoi(r.Options["page"])
	m, err := leaderboardPage(ctx, r, ranking{game: r.Options["game"], page: page - 1, season: presentSeason})
	if err != nil {
		return err
	}
	r.Answer.Respond(ctx, interactions.Say(m))
	return nil
}

const (
	// againstComputers is in place of a season for wins against each level of computers. All else
	// is about ratings and points between people.
	againstComputers store.Season = "c"
	presentSeason    store.Season = "now" // the one of now, if it has games enough and the server has seasons
	allTime                       = "all" // the menu's value for no season
)

func pressLeaderboard(ctx context.Context, r *interaction.Request) error {
	game, rest, _ := strings.Cut(r.Control.Arg, ",")
	page, season, _ := strings.Cut(rest, ",")
	n, _ := strconv.Atoi(page)
	at := ranking{game: game, page: n, season: store.Season(season)}
	if chosen := r.AllChosen; len(chosen) > 0 {
		at = ranking{season: store.Season(chosen[0])}
	}
	m, err := leaderboardPage(ctx, r, at)
	if err != nil {
		return err
	}
	r.Answer.Respond(ctx, interactions.Update(m))
	return nil
}

type ranking struct {
	game   string       // a game's ID, "" for all games together
	page   int          // counts from 0
	season store.Season // "" for all times, and for what is no season with games enough
}

// line is a row of a leaderboard: in the picture, and as a text with a name or a mention.
type line struct {
	user table.UserID
	rank chart.Rank
	say  func(name string) string
}

// leaderboardPage returns a page of a leaderboard, of all games for an unknown ID. If only one part
// has rows, it shows that one.
func leaderboardPage(ctx context.Context, r *interaction.Request, at ranking) (*message.Message, error) {
	g, found := games.Find(at.game)
	if !found {
		at.game = ""
	}
	results, err := r.Results(ctx, r.Guild)
	if err != nil {
		return nil, err
	}
	seasons := tables.ShownSeasons(results)
	if at.season == presentSeason {
		settings, err := r.Settings(ctx)
		if err != nil {
			return nil, err
		}
		at.season = settings.Season.At(r.Now())
	}
	against := at.season == againstComputers
	if at.game != "" || !slices.Contains(seasons, at.season) {
		at.season = ""
	}
	people, err := r.Store.Leaderboard(ctx, r.Guild, store.Board{Game: at.game, Season: at.season})
	if err != nil {
		return nil, err
	}
	w := r.PublicWords(ctx)
	computers, err := computerLines(ctx, r, w, at.game, results)
	if err != nil {
		return nil, err
	}
	part := "leaderboard"
	lines := peopleLines(w, at.game, people)
	bothParts := len(people) > 0 && len(computers) > 0
	against = len(computers) > 0 && (against || len(people) == 0)
	if against {
		at.season = againstComputers
		part = "leaderboard_against"
		lines = computers
	}
	title := w.T("bot."+part+".all", nil)
	if found {
		title = w.Say("bot."+part+".game", "Game", w.T(g.Info().ID+".name", nil))
	}
	if at.season != "" && !against {
		part = "season"
		lines = seasonLines(w, people)
		title = w.Say("bot.season.title", "Season", sentences.Season(w, at.season))
	}
	m := &message.Message{
		Content: "**" + title + "**", Components: message.NoComponents,
		Embeds: []*discordgo.MessageEmbed{}, // older messages have one
	}
	if len(lines) == 0 {
		m.Content += "\n" + w.T("bot.leaderboard.empty", nil)
		return m, nil
	}
	pages := (len(lines) + rowsPerPage - 1) / rowsPerPage
	at.page = min(max(at.page, 0), pages-1)
	m.Content += "\n" + w.Say("bot."+part+".footer", "Page", at.page+1, "Pages", pages)
	picture := chart.Ranking{High: engine.ComputerLevels, Steps: engine.ComputerLevels}
	switch {
	case against:
	case at.season != "":
		picture.High = max(lines[0].rank.Value, 1)
		picture.Steps = 0
	default: // the last bar is short, but to be seen
		picture.Low, picture.High = lines[len(lines)-1].rank.Value-10, lines[0].rank.Value
		picture.Steps = 0
	}
	addRows(ctx, r, w, m, title, lines, at.page*rowsPerPage, picture, results)
	if buttons := rankingButtons(w, at, pages, bothParts); len(buttons) > 0 {
		m.Components = []discordgo.MessageComponent{control.Row(buttons...)}
	}
	if len(seasons) > 0 && at.game == "" && !against {
		m.Components = append(m.Components, control.Row(seasonMenu(w, seasons, at.season)))
	}
	return m, nil
}

// addRows adds the rows of a page, from the index first, as a picture, which the alt text tells in
// words. As text it adds the user's own rows, of any page, and those that lack a legible name, or
// room in the alt text. Without the picture it adds all as text.
func addRows(
	ctx context.Context, r *interaction.Request, w *text.Words, m *message.Message, title string, lines []line,
	first int, picture chart.Ranking, results []store.Result,
) {
	of := map[table.UserID]bool{}
	for _, l := range lines[first:min(len(lines), first+rowsPerPage)] {
		of[l.user] = l.user != r.User
	}
	names, err := sentences.NewestNames(ctx, r.Store, results, of)
	if err != nil && ctx.Err() == nil {
		r.Log.Error("reading names for a leaderboard", slog.Any("guild", r.Guild), slog.Any("err", err))
	}
	names[r.User] = r.Name
	alt := title
	asText, all := m.Content, m.Content
	for i, l := range lines {
		own := l.user == r.User
		onPage := i >= first && i < first+rowsPerPage
		inAlt := false
		said := func() string { return "\n" + l.say(sentences.Mention(w, l.user)) }
		if onPage {
			all += said()
			l.rank.Name, l.rank.Own = names[l.user], own
			picture.Rows = append(picture.Rows, l.rank)
			inWords := "\n" + text.Unformatted(l.say(text.Plain(l.rank.Name)))
			inAlt = render.Legible(l.rank.Name) != "" && render.AltLength(alt+inWords) <= render.MaxAlt
			if inAlt {
				alt += inWords
			}
		}
		if own || onPage && !inAlt {
			asText += said()
		}
	}
	m.Content = asText
	r.Pictures.AttachChart(ctx, w, m, "leaderboard", alt, fmt.Sprintf("%#v", picture), picture.Draw)
	if len(m.Files) == 0 {
		m.Content = all
	}
}

// computerLines returns the part against computers, the highest level first, then the most wins,
// the fewest games, and the older account. Wins with help count apart.
func computerLines(
	ctx context.Context, r *interaction.Request, w *text.Words, game string, results []store.Result,
) (lines []line, err error) {
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
			rank := chart.Rank{Value: float64(level), Wins: row.Wins, Games: row.Games}
			lines = append(lines, line{row.User, rank, func(name string) string {
				return w.Say("bot.leaderboard_against.row", "Level", level, "User", name, "Wins", row.Wins,
					"Helped", helped[store.RowKey{Board: board, User: row.User}].Wins, "Count", row.Games)
			}})
		}
	}
	for i, place := range tables.Places(lines, func(a, b line) bool { return a.rank == b.rank }) {
		lines[i].rank.Place = place
	}
	return lines, nil
}

// peopleLines returns the part between people, by rating, then wins, then the older account. Points
// of different games do not compare, so the board of all games has ratings and wins only.
func peopleLines(w *text.Words, game string, rows []store.Row) (lines []line) {
	slices.SortFunc(rows, func(a, b store.Row) int {
		return cmp.Or(cmp.Compare(b.Rating, a.Rating), cmp.Compare(b.Wins, a.Wins), cmp.Compare(a.User, b.User))
	})
	places := tables.Places(rows, func(a, b store.Row) bool { return math.Round(a.Rating) == math.Round(b.Rating) })
	key := "bot.leaderboard.row"
	if game == "" {
		key = "bot.leaderboard.all_row"
	}
	for i, row := range rows {
		rating := sentences.Rating(row.Rating, row.Games)
		rank := chart.Rank{Place: places[i], Value: row.Rating, Label: rating, Wins: row.Wins, Games: row.Games}
		lines = append(lines, line{row.User, rank, func(name string) string {
			return w.Say(key, "Place", places[i], "User", name, "Rating", rating,
				"Wins", row.Wins, "Games", row.Games, "Count", row.Games,
				"Average", fmt.Sprintf("%.1f", float64(row.Points)/float64(max(row.Games, 1))), "Best", row.Best)
		}})
	}
	return lines
}

func seasonLines(w *text.Words, rows []store.Row) (lines []line) {
	places := tables.RankSeason(rows)
	for i, row := range rows {
		rank := chart.Rank{
			Place: places[i], Value: float64(row.Points) / 2, Label: sentences.Halves(row.Points),
			Wins: row.Wins, Games: row.Games,
		}
		lines = append(lines, line{row.User, rank, func(name string) string {
			return sentences.SeasonRow(w, places[i], name, row)
		}})
	}
	return lines
}

// seasonMenu offers the latest seasons and all times.
func seasonMenu(w *text.Words, seasons []store.Season, now store.Season) discordgo.SelectMenu {
	values := append(slices.Clone(seasons[:min(len(seasons), control.MaxMenuOptions-1)]), allTime)
	return control.ValueMenu(control.Control{Action: control.Standings, Arg: ","}, w.Say("bot.season.menu"),
		values, cmp.Or(now, allTime), func(s store.Season) string {
			if s == allTime {
				return w.Say("bot.season.all_time")
			}
			return sentences.Season(w, s)
		})
}

// rankingButtons returns the buttons for other pages, and for the other part if both have rows.
func rankingButtons(w *text.Words, at ranking, pages int, bothParts bool) []discordgo.MessageComponent {
	var buttons []discordgo.MessageComponent
	if pages > 1 {
		buttons = control.Steps(w, "bot.button.previous_page", "bot.button.next_page", at.page, 0, pages-1,
			func(page int) control.Control { return ranking{at.game, page, at.season}.control() })
	}
	if bothParts {
		key, other := "bot.button.against_computers", againstComputers
		if at.season == againstComputers {
			key, other = "bot.button.between_people", ""
		}
		to := ranking{game: at.game, season: other}
		buttons = append(buttons, control.Button(w, key, discordgo.SecondaryButton, to.control()))
	}
	return buttons
}

func (at ranking) control() control.Control {
	arg := at.game + "," + strconv.Itoa(at.page)
	if at.season != "" {
		arg += "," + string(at.season)
	}
	return control.Control{Action: control.Standings, Arg: arg}
}
