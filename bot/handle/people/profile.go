package people

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
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

// profile handles /profile and the menu of a person: how a player has played on the server, or
// without one, how the user has played everywhere.
func profile(ctx context.Context, r *interaction.Request) error {
	public, w := r.Audience(ctx, nil)
	user := r.User
	if asked := table.ParseID[table.UserID](r.Options["player"]); asked != 0 {
		user = asked
	}
	if r.Place != interaction.OnServer && user != r.User {
		return engine.Refuse(interaction.RefusedInDirect, "")
	}
	m, err := profileMessage(ctx, r, w, user)
	if err != nil {
		return err
	}
	r.Answer.Show(ctx, m, public)
	return nil
}

// profileMessage returns the profile, or a sentence if it is private or empty.
func profileMessage(
	ctx context.Context, r *interaction.Request, w *text.Words, user table.UserID,
) (*message.Message, error) {
	prefs, err := r.Store.Preferences(ctx, user)
	if err != nil {
		return nil, err
	}
	if prefs.Private && user != r.User {
		return &message.Message{Content: w.Say("bot.profile.private", "User", sentences.Mention(w, user))}, nil
	}
	game := r.Options["game"]
	if _, found := games.Find(game); !found {
		game = ""
	}
	results, err := resultsFor(ctx, r)
	if err != nil {
		return nil, err
	}
	c := careerOf(results, user, game)
	if c.games() == 0 {
		return &message.Message{Content: w.Say("bot.profile.none", "User", sentences.Mention(w, user))}, nil
	}
	lines := careerLines(w, &c, game)
	if took, ok, err := typicalTurn(ctx, r, user, c.last); err != nil {
		return nil, err
	} else if ok {
		lines = append(lines, w.Say("bot.profile.turn", "Time", duration(w, took)))
	}
	titles, err := titlesOf(ctx, r, w, user, results)
	if err != nil {
		return nil, err
	}
	if titles != "" {
		lines = append(lines, w.Say("bot.profile.titles", "Titles", titles))
	}
	if r.Place != interaction.OnServer {
		lines = append(lines, w.Say("bot.profile.everywhere"))
	}
	title := w.Say("bot.profile.title")
	if game != "" {
		title = w.Say("bot.profile.of_game", "Game", w.Say(game+".name"))
	}
	m := &message.Message{Embeds: []*discordgo.MessageEmbed{{
		Title: title, Color: control.EmbedColor,
		Description: sentences.Mention(w, user) + "\n" + strings.Join(lines, "\n"),
	}}}
	addGraph(ctx, r, w, m, &c)
	return m, nil
}

// resultsFor returns the results of the server, or of all servers where the user has finished
// games, the latest first.
func resultsFor(ctx context.Context, r *interaction.Request) (all []store.Result, err error) {
	if r.Place == interaction.OnServer {
		return r.Results(ctx, r.Guild)
	}
	on := map[table.GuildID]bool{}
	err = r.Store.Headers(ctx, 0, func(_ table.ID, h store.Header) {
		if h.Status == store.Ended && slices.Contains(h.Players, r.User) {
			on[h.Guild] = true
		}
	})
	err = store.NotDamage(err)
	for guild := range on {
		results, failed := r.Results(ctx, guild)
		all = append(all, results...)
		err = errors.Join(err, failed)
	}
	slices.SortStableFunc(all, func(a, b store.Result) int { return cmp.Compare(b.At, a.At) })
	return all, err
}

// leastGames is the number of games between people from which on their rating has a graph.
const leastGames = 3

func addGraph(ctx context.Context, r *interaction.Request, w *text.Words, m *message.Message, c *career) {
	if c.between.games < leastGames {
		return
	}
	now, highest, lowest := c.rating()
	alt := w.Say("bot.profile.alt", "Count", c.between.games, "First", rounded(store.FirstRating),
		"Now", rounded(now), "Highest", rounded(highest), "Lowest", rounded(lowest))
	r.Pictures.AttachChart(ctx, w, m, "rating", alt, fmt.Sprint(c.ratings), func() render.Picture {
		return chart.Line(c.ratings, store.FirstRating)
	})
}

const maxRivals = 5

func careerLines(w *text.Words, c *career, game string) []string {
	var lines []string
	if c.between.games > 0 {
		now, highest, _ := c.rating()
		lines = append(lines, w.Say("bot.profile.between", "Wins", c.between.wins, "Count", c.between.games,
			"Rating", sentences.Rating(now, c.between.games), "Highest", rounded(highest)))
	}
	var levels []string
	for level, t := range c.against {
		if t.games > 0 {
			levels = append(levels, w.Say("bot.profile.level", "Level", level, "Wins", t.wins, "Helped", t.helped, "Count", t.games))
		}
	}
	if len(levels) > 0 {
		lines = append(lines, w.Say("bot.profile.against", "Levels", strings.Join(levels, " · ")))
	}
	var best []string
	for _, id := range games.IDs() {
		score, played := c.best[id]
		if played && id == game {
			best = append(best, fmt.Sprint(score))
		} else if played {
			best = append(best, w.Say("list.pair", "Name", w.Say(id+".name"), "Value", score))
		}
	}
	lines = append(lines, w.Say("bot.profile.best", "Scores", strings.Join(best, " · ")))
	var rivals []string
	for _, rival := range c.rivals[:min(len(c.rivals), maxRivals)] {
		rivals = append(rivals, w.Say("bot.profile.rival", "User", sentences.Mention(w, rival.user),
			"Ahead", rival.ahead, "Behind", rival.behind, "Ties", rival.ties))
	}
	if len(rivals) > 0 {
		lines = append(lines, w.Say("bot.profile.rivals", "Rivals", strings.Join(rivals, " · ")))
	}
	return lines
}

// maxTitles is how many titles a profile shows, the latest first.
const maxTitles = 8

// titlesOf returns the first three places of a user in seasons of the server that are over, "" for
// none.
func titlesOf(
	ctx context.Context, r *interaction.Request, w *text.Words, user table.UserID, results []store.Result,
) (string, error) {
	var titles []string
	for _, season := range tables.ShownSeasons(results) {
		if _, end, _ := season.Span(); end.After(r.Now()) || r.Place != interaction.OnServer || len(titles) == maxTitles {
			continue
		}
		rows, err := r.Store.Leaderboard(ctx, r.Guild, store.Board{Season: season})
		if err != nil {
			return "", err
		}
		for i, place := range tables.RankSeason(rows) {
			if rows[i].User == user && place <= len(sentences.Medals) {
				titles = append(titles, sentences.Medals[place-1]+" "+sentences.Season(w, season))
			}
		}
	}
	return strings.Join(titles, " · "), nil
}

// typicalTurn returns the median time of a user's turns in some games, in milliseconds.
func typicalTurn(
	ctx context.Context, r *interaction.Request, user table.UserID, in []table.ID,
) (took int64, ok bool, err error) {
	var times []int64
	for _, id := range in {
		_, log, err := r.Store.Table(ctx, id)
		if errors.Is(err, store.ErrNotFound) {
			continue
		}
		if err != nil {
			return 0, false, err
		}
		times = append(times, turnTimes(games.Rules, log, user)...)
	}
	took, ok = median(times)
	return took, ok, nil
}

// duration returns milliseconds in words, in the largest unit.
func duration(w *text.Words, ms int64) string {
	const second, minute, hour, day = 1000, 60_000, 3_600_000, 86_400_000
	switch {
	case ms < minute:
		return w.Say("bot.duration.seconds", "Count", max(1, (ms+second/2)/second))
	case ms < hour:
		return w.Say("bot.duration.minutes", "Count", (ms+minute/2)/minute)
	case ms < 2*day:
		return w.Say("bot.duration.hours", "Count", (ms+hour/2)/hour)
	}
	return w.Say("bot.duration.days", "Count", (ms+day/2)/day)
}

func rounded(rating float64) string { return fmt.Sprintf("%.0f", rating) }
