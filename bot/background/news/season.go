package news

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"amytis/bot/discord/message"
	"amytis/bot/say/pictures"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine/table"
	"amytis/render"
	"amytis/render/chart"
	"amytis/store"
)

const (
	// seasonRest is how long after the end of a season a game may still be on its way to the store.
	seasonRest = time.Minute
	// seasonNews is for how long the end of a season is news, after an outage.
	seasonNews = 45 * 24 * time.Hour
	podium     = 3
)

// Seasons tells servers how their seasons have ended.
type Seasons struct {
	Store     store.Store
	Languages *sentences.Languages
	Pictures  *pictures.Drawer
	// Parent returns the channel of a thread, and any other channel itself.
	Parent func(ctx context.Context, channelID string) (string, error)
	// quiet has the months in which servers have nothing to be told.
	quiet map[table.GuildID]string
}

func (s *Seasons) Source() Source {
	s.quiet = map[table.GuildID]string{}
	return Source{Name: "season", Due: s.due}
}

func (s *Seasons) due(ctx context.Context, guild table.GuildID, set store.Settings, now time.Time) (*Post, error) {
	now = now.Add(-seasonRest)
	if month := string(store.Monthly.At(now)); set.Season == store.NoSeasons || s.quiet[guild] == month {
		return nil, nil
	}
	results, err := s.Store.Results(ctx, guild, math.MaxInt)
	if err != nil {
		return nil, err
	}
	var over store.Season
	for _, shown := range store.ShownSeasons(results) {
		if _, end, _ := shown.Span(); over == "" && !end.After(now) && now.Sub(end) < seasonNews {
			over = shown
		}
	}
	key, told := "season "+string(over), set.Told["season"]
	if over == "" || told.Key == key && told.Message != 0 {
		s.quiet[guild] = string(store.Monthly.At(now))
		return nil, nil
	}
	_, since, _ := over.Span()
	post := &Post{Key: key, Channel: set.News, Since: since, Make: func(ctx context.Context) (*message.Message, error) {
		return s.podium(ctx, s.Languages.WordsBy(ctx, set, guild, ""), guild, over, results)
	}}
	if post.Channel == 0 {
		post.Channel, err = s.lastChannel(ctx, results[0].Table)
	}
	return post, err
}

// lastChannel returns the channel of a game. A thread is for the people of the game only.
func (s *Seasons) lastChannel(ctx context.Context, id table.ID) (table.ChannelID, error) {
	h, err := s.Store.Header(ctx, id)
	if err != nil {
		return 0, err
	}
	channel, err := s.Parent(ctx, h.Channel.String())
	return table.ParseID[table.ChannelID](channel), err
}

func (s *Seasons) podium(
	ctx context.Context, w *text.Words, guild table.GuildID, season store.Season, results []store.Result,
) (*message.Message, error) {
	rows, err := s.Store.Leaderboard(ctx, guild, store.Board{Season: season})
	if err != nil {
		return nil, err
	}
	store.RankSeason(rows)
	games, players := 0, len(rows)
	for _, r := range results {
		if r.Season == season {
			games++
		}
	}
	rows = rows[:min(len(rows), podium)]
	of := map[table.UserID]bool{}
	for _, row := range rows {
		of[row.User] = true
	}
	names, err := sentences.NewestNames(ctx, s.Store, results, of)
	if err != nil {
		return nil, err
	}
	title := w.Say("bot.season.over", "Season", sentences.Season(w, season))
	lines, alt, drawn := []string{"🏆 **" + title + "**"}, []string{title}, chart.Podium{}
	for i, row := range rows {
		lines = append(lines, sentences.SeasonRow(w, i+1, sentences.Mention(w, row.User), row))
		if name := names[row.User]; render.Legible(name) != "" {
			alt = append(alt, text.Unformatted(sentences.SeasonRow(w, i+1, text.Plain(name), row)))
		}
		drawn.Rows = append(drawn.Rows, chart.Rank{
			Name: names[row.User], Label: sentences.Halves(row.Points), Wins: row.Wins, Games: row.Games,
		})
	}
	lines = append(lines, w.Say("bot.season.games", "Count", games, "Players", players))
	m := &message.Message{Content: strings.Join(lines, "\n")}
	s.Pictures.AttachChart(ctx, w, m, "podium", strings.Join(alt, "\n"), fmt.Sprintf("%#v", drawn), drawn.Draw)
	return m, nil
}
