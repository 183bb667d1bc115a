package news

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"strings"
	"time"

	"amytis/bot/discord/message"
	"amytis/bot/play/tables"
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
	seasonKept = 45 * 24 * time.Hour // for how long the end of a season is news, after an outage
	seasonNews = "season"
	mostFirst  = 10 // people named, of those who share the first places
)

// seasonDue tells a server once how its last season has ended.
func (w *Worker) seasonDue(ctx context.Context, guild table.GuildID, set store.Settings, now time.Time) (*Post, error) {
	now = now.Add(-seasonRest)
	month := string(store.Monthly.At(now))
	if set.Season == store.NoSeasons || w.quiet[guild] == month {
		return nil, nil
	}
	results, damaged := w.Store.Results(ctx, guild, math.MaxInt)
	if err := store.NotDamage(damaged); err != nil {
		return nil, err
	}
	var over store.Season
	for _, shown := range tables.ShownSeasons(results) {
		_, end, _ := shown.Span()
		if over == "" && !end.After(now) && now.Sub(end) < seasonKept {
			over = shown
		}
	}
	key := "season " + string(over)
	told := set.Told[seasonNews]
	if over == "" || told.Key == key && told.Message != 0 {
		w.quiet[guild] = month
		return nil, nil
	}
	if damaged != nil {
		w.Log.Error("a season is told without damaged results", slog.Any("guild", guild), slog.Any("err", damaged))
	}
	_, since, _ := over.Span()
	post := &Post{Key: key, Channel: set.News, Since: since, Make: func(ctx context.Context) (*message.Message, error) {
		return w.writePodium(ctx, w.Languages.WordsBy(ctx, set, guild, ""), guild, over, results)
	}}
	var err error
	if post.Channel == 0 {
		post.Channel, err = w.lastChannel(ctx, results[0].Table)
	}
	return post, err
}

// lastChannel returns the channel of a game. A thread is for the people of the game only.
func (w *Worker) lastChannel(ctx context.Context, id table.ID) (table.ChannelID, error) {
	h, err := w.Store.Header(ctx, id)
	if err != nil {
		return 0, err
	}
	channel, err := w.Guilds.Around(ctx, h.Channel.String(), h.Parent.String())
	return table.ParseID[table.ChannelID](channel), err
}

func (w *Worker) writePodium(
	ctx context.Context, words *text.Words, guild table.GuildID, season store.Season, results []store.Result,
) (*message.Message, error) {
	rows, err := w.Store.Leaderboard(ctx, guild, store.Board{Season: season})
	if err != nil {
		return nil, err
	}
	places := tables.RankSeason(rows)
	games, players := 0, len(rows)
	for _, r := range results {
		if r.Season == season {
			games++
		}
	}
	first, _ := slices.BinarySearch(places, len(sentences.Medals)+1)
	rows = rows[:min(first, mostFirst)]
	of := map[table.UserID]bool{}
	for _, row := range rows {
		of[row.User] = true
	}
	names, err := sentences.NewestNames(ctx, w.Store, results, of)
	if err != nil {
		return nil, err
	}
	title := words.Say("bot.season.over", "Season", sentences.Season(words, season))
	lines, alt, drawn := []string{"🏆 **" + title + "**"}, []string{title}, chart.Podium{}
	for i, row := range rows {
		lines = append(lines, sentences.SeasonRow(words, places[i], sentences.Mention(words, row.User), row))
		name := names[row.User]
		if render.Legible(name) != "" {
			alt = append(alt, text.Unformatted(sentences.SeasonRow(words, places[i], text.Plain(name), row)))
		}
		drawn.Rows = append(drawn.Rows, chart.Rank{
			Place: places[i], Name: name, Label: sentences.Halves(row.Points), Wins: row.Wins, Games: row.Games,
		})
	}
	lines = append(lines, words.Say("bot.season.games", "Count", games, "Players", players))
	m := &message.Message{Content: strings.Join(lines, "\n")}
	if len(rows) <= len(sentences.Medals) { // a podium has no room for more
		w.Pictures.AttachChart(ctx, words, m, "podium", strings.Join(alt, "\n"), fmt.Sprintf("%#v", drawn), drawn.Draw)
	}
	return m, nil
}
