// Package people has the handlers about people rather than games: profiles, the data stored about a
// person, and how many play on a server.
package people

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
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

// profile handles /profile: how a player has played on the server, or the user everywhere.
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

// resultsFor returns the results of the server, or of all the user's, the latest first.
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

// addGraph adds the graph of the rating after at least three games between people.
func addGraph(ctx context.Context, r *interaction.Request, w *text.Words, m *message.Message, c *career) {
	if c.between.games < 3 {
		return
	}
	now, highest, lowest := c.rating()
	alt := w.Say("bot.profile.alt", "Count", c.between.games, "First", rounded(store.FirstRating),
		"Now", rounded(now), "Highest", rounded(highest), "Lowest", rounded(lowest))
	r.Pictures.AttachChart(ctx, w, m, "rating", alt, fmt.Sprint(c.ratings), func() render.Picture {
		return chart.Line(c.ratings, store.FirstRating)
	})
}

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
	rivals := text.Each(c.rivals[:min(len(c.rivals), 5)], func(r rival) string {
		return w.Say("bot.profile.rival", "User", sentences.Mention(w, r.user),
			"Ahead", r.ahead, "Behind", r.behind, "Ties", r.ties)
	})
	if len(rivals) > 0 {
		lines = append(lines, w.Say("bot.profile.rivals", "Rivals", strings.Join(rivals, " · ")))
	}
	return lines
}

// titlesOf returns a user's latest eight medals in past seasons of the server, "" for none.
func titlesOf(
	ctx context.Context, r *interaction.Request, w *text.Words, user table.UserID, results []store.Result,
) (string, error) {
	var titles []string
	for _, season := range tables.ShownSeasons(results) {
		if _, end, _ := season.Span(); end.After(r.Now()) || r.Place != interaction.OnServer || len(titles) == 8 {
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

func Routes() interaction.Routes {
	return interaction.Routes{
		"me data":  {Handle: data, In: interaction.Anywhere},
		"privacy":  {Handle: privacy, In: interaction.Anywhere},
		"profile":  {Handle: profile, In: interaction.Anywhere},
		"@Profile": {Handle: profile},
		"stats":    {Handle: stats, In: interaction.WithPeople},

		":" + control.Erase:     {Handle: pressErase, In: interaction.Anywhere},
		":" + control.EraseSure: {Handle: pressEraseSure, In: interaction.Anywhere},
	}
}

// career adds up a player's results on a server, for one game or all.
type career struct {
	between tally                            // of the games between people
	against [engine.ComputerLevels + 1]tally // of the games with computers, by level
	ratings []float64                        // before the first game and after each game between people
	best    map[string]int                   // the highest score in each game, by its ID
	rivals  []rival                          // the people in the player's games, the most frequent first
	last    []table.ID                       // the latest games, the latest first, whose turns are timed
}

// tally counts games and wins. Wins with help count apart.
type tally struct{ games, wins, helped int }

// rival counts a person's games with the player, by the player's rank: better, worse or the same.
type rival struct {
	user                table.UserID
	ahead, behind, ties int
}

func (r rival) games() int { return r.ahead + r.behind + r.ties }

// careerOf adds up the results of a server, the latest first, for a game or "" for all. It reads
// everybody's results, because a rating depends on the rivals'.
func careerOf(results []store.Result, user table.UserID, game string) career {
	c := career{ratings: []float64{store.FirstRating}, best: map[string]int{}}
	rows := map[table.UserID]store.Row{}
	rivals := map[table.UserID]rival{}
	for _, r := range slices.Backward(results) {
		if game != "" && r.Game != game {
			continue
		}
		people := r.People()
		if r.Level == 0 {
			tables.Rate(rows, people)
		}
		at := slices.IndexFunc(people, func(s store.Standing) bool { return s.User == user })
		if at < 0 {
			continue
		}
		own := people[at]
		c.last = append(c.last, r.Table)
		if best, played := c.best[r.Game]; !played || own.Score > best {
			c.best[r.Game] = own.Score
		}
		if r.Level != 0 {
			c.against[r.Level].add(own)
			continue
		}
		c.between.add(own)
		c.ratings = append(c.ratings, rows[user].Rating)
		for _, s := range people {
			if s.User != user {
				rivals[s.User] = rivals[s.User].met(s, own)
			}
		}
	}
	c.rivals = slices.SortedFunc(maps.Values(rivals), func(a, b rival) int {
		return cmp.Or(cmp.Compare(b.games(), a.games()), cmp.Compare(a.user, b.user))
	})
	slices.Reverse(c.last)
	c.last = c.last[:min(len(c.last), 20)]
	return c
}

func (t *tally) add(s store.Standing) {
	t.games++
	switch {
	case s.Won() && s.Helped:
		t.helped++
	case s.Won():
		t.wins++
	}
}

// met returns r after a game with these places. Nobody is ahead by the moves of a stand-in.
func (r rival) met(theirs, own store.Standing) rival {
	r.user = theirs.User
	switch {
	case own.Rank < theirs.Rank && !own.Assisted:
		r.ahead++
	case own.Rank > theirs.Rank && !theirs.Assisted:
		r.behind++
	case own.Rank == theirs.Rank:
		r.ties++
	}
	return r
}

func (c *career) rating() (now, highest, lowest float64) {
	return c.ratings[len(c.ratings)-1], slices.Max(c.ratings), slices.Min(c.ratings)
}

func (c *career) games() int {
	n := c.between.games
	for _, t := range c.against {
		n += t.games
	}
	return n
}

// turnTimes returns the milliseconds of a user's turns, without those ended by the clock or chance.
func turnTimes(games func(id string) (engine.Game, bool), log []table.Event, user table.UserID) []int64 {
	if len(log) == 0 {
		return nil
	}
	t, err := table.Load(games, log[:1])
	var times []int64
	for _, e := range log[1:] {
		if err != nil {
			return times
		}
		before := t
		if t, err = before.Next(e); err != nil || before.Status != table.Running {
			continue
		}
		if e.Kind != table.Moved || e.By != user || t.Dealt(t.Moves[len(t.Moves)-1]) {
			continue
		}
		seat := before.Seat(user)
		since := before.Waits[seat].Since
		if seat != 0 && since != 0 && t.Waits[seat].Since != since {
			times = append(times, e.At-since)
		}
	}
	return times
}

// median sorts times. ok is false if there are none.
func median(times []int64) (value int64, ok bool) {
	if len(times) == 0 {
		return 0, false
	}
	slices.Sort(times)
	return times[len(times)/2], true
}
