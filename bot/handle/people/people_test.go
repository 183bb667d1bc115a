package people

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/handle/interaction"
	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	_ "amytis/bot/play/games/tictactoe" // a game that only tests have
	"amytis/bot/play/tables"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/render/chart"
	"amytis/store"
)

const (
	ana table.UserID = 11
	bo  table.UserID = 12
	cy  table.UserID = 13
)

func result(id table.ID, game string, players ...table.UserID) store.Result {
	r := store.Result{Table: id, Guild: 1, Game: game}
	for i, user := range players {
		r.Standings = append(r.Standings, store.Standing{User: user, Rank: i + 1, Score: 40 - 10*i + int(id)})
		if _, level, computer := user.Computer(); computer {
			r.Level = max(r.Level, level)
		}
	}
	return r
}

func TestCareerAddsUpThePlayersResults(t *testing.T) {
	tie := result(4, "gardens", bo, ana)
	tie.Standings[1].Rank = 1
	results := []store.Result{ // the latest first
		result(6, "babel", bo, cy),
		result(5, "gardens", table.ComputerID(1, 3), ana),
		tie,
		result(3, "babel", ana, bo),
		result(2, "gardens", cy, ana, bo),
		result(1, "gardens", ana, bo),
	}
	c := careerOf(results, ana, "")
	require.Equal(t, tally{4, 3, 0}, c.between)
	require.Equal(t, tally{1, 0, 0}, c.against[3])
	require.Equal(t, 5, c.games())
	require.Equal(t, map[string]int{"gardens": 41, "babel": 43}, c.best)
	require.Equal(t, []rival{{bo, 3, 0, 1}, {cy, 0, 1, 0}}, c.rivals)
	require.Equal(t, []table.ID{5, 4, 3, 2, 1}, c.last)
	require.Len(t, c.ratings, 5)
	require.Equal(t, []float64{1500, 1516}, c.ratings[:2])

	results[5].Standings[0].Assisted = true
	for user, want := range map[table.UserID]rival{ana: {bo, 2, 0, 1}, bo: {ana, 0, 2, 1}} {
		c := careerOf(results, user, "")
		require.Equal(t, want, c.rivals[0], "nobody wins by a stand-in")
	}

	c = careerOf(results, ana, "babel")
	require.Equal(t, []float64{1500, 1516}, c.ratings)
	require.Equal(t, []rival{{bo, 1, 0, 0}}, c.rivals)
	require.Zero(t, func() int { c := careerOf(results, 99, ""); return c.games() }())
}

// TestLastRatingIsThatOfTheLeaderboard compares with the store's way to add up.
func TestLastRatingIsThatOfTheLeaderboard(t *testing.T) {
	var results []store.Result
	rows := map[table.UserID]store.Row{}
	for i := range 50 {
		r := result(table.ID(i+1), "gardens", []table.UserID{ana, bo, cy}[i%3], []table.UserID{bo, cy, ana}[i%3])
		results = append([]store.Result{r}, results...)
		tables.Rate(rows, r.People())
	}
	c := careerOf(results, ana, "")
	now, highest, lowest := c.rating()
	require.InDelta(t, rows[ana].Rating, now, 1e-9)
	require.GreaterOrEqual(t, highest, now)
	require.LessOrEqual(t, lowest, now)
	require.Equal(t, rows[ana].Games, c.between.games)
	require.Equal(t, rows[ana].Wins, c.between.wins)
}

// TestTurnsAreTimedFromTheEndOfTheTurnBefore plays a game in which each step takes a minute.
func TestTurnsAreTimedFromTheEndOfTheTurnBefore(t *testing.T) {
	for _, g := range games.All {
		p := playtest.Play(t, g, nil, g.Info().MinSeats)
		log, at := p.Events, int64(0)
		turns, steps := 0, 0
		now, err := table.Load(games.Rules, log)
		require.NoError(t, err)
		for i, m := range p.Moves {
			setUp := g.Info().VerbInfo(m.Verb).SetUp // by chance, all at once
			if i == 0 || !setUp {
				at += 60_000
			}
			by := table.UserID(0)
			if m.Seat != engine.Chance {
				by = now.Player(m.Seat).User
			}
			e := table.Move(g, m, by, at)
			e.Auto = setUp
			log = append(log, e)
			now, err = now.Next(e)
			require.NoError(t, err)
			if by == 1 {
				steps++
			}
		}
		times := turnTimes(games.Rules, log, 1)
		require.NotEmpty(t, times, g.Info().ID)
		require.LessOrEqual(t, len(times), steps)
		for _, took := range times {
			require.Positive(t, took)
			require.Zero(t, took%60_000)
			turns++
		}
		require.Positive(t, turns)
	}
	typical, known := median([]int64{5, 1, 3})
	require.True(t, known, "some turns were timed")
	require.EqualValues(t, 3, typical)
	_, known = median(nil)
	require.False(t, known, "no turn was timed")
}

func TestStatisticsCountWeeksAndPlayers(t *testing.T) {
	now := time.UnixMilli(1_760_000_000_000)
	ago := func(d time.Duration, r store.Result) store.Result {
		r.At = now.Add(-d).UnixMilli()
		return r
	}
	var s statistics
	s.addResults([]store.Result{
		ago(-time.Minute, result(5, "gardens", ana, bo)), // the clock was set back
		ago(time.Hour, result(4, "gardens", ana, bo)),
		ago(8*24*time.Hour, result(3, "babel", ana, table.FormerID(4))),
		ago(40*24*time.Hour, result(2, "gardens", table.ComputerID(1, 3), cy)),
		ago(400*24*time.Hour, result(1, "gardens", ana, bo)),
	}, now)
	require.Equal(t, [shownWeeks]int{2, 1, 0, 0, 0, 1}, s.weeks)
	require.Equal(t, 5, s.ended)
	require.Equal(t, 3, s.players)
	require.Equal(t, 2, s.active)
}

// BenchmarkProfile adds up and draws the profile of a player with 10,000 of a server's games.
func BenchmarkProfile(b *testing.B) {
	for _, all := range []int{10_000, 100_000} {
		b.Run(fmt.Sprintf("%d games of the server", all), func(b *testing.B) {
			var results []store.Result
			for i := range all {
				first := table.UserID(1)
				if i%(all/10_000) > 0 {
					first = table.UserID(100 + i%50)
				}
				results = append(results, result(table.ID(i+1), "gardens", first, table.UserID(2+i%20)))
			}
			w := text.For("en")
			b.ReportAllocs()
			for b.Loop() {
				c := careerOf(results, 1, "")
				require.Equal(b, 10_000, c.games())
				chart.Line(c.ratings, store.FirstRating)
				require.NotEmpty(b, careerLines(w, &c, ""))
			}
		})
	}
}

func TestLargeDataIsCompressed(t *testing.T) {
	all := &personalData{Format: dataFormat, User: 11}
	plain, err := dataFile(all, maxPlainFile)
	require.NoError(t, err)
	require.Equal(t, "amytis-data.json", plain.Name)
	packed, err := dataFile(all, 10)
	require.NoError(t, err)
	require.Equal(t, "amytis-data.json.gz", packed.Name)
	r, err := gzip.NewReader(bytes.NewReader(packed.Data))
	require.NoError(t, err)
	text, err := io.ReadAll(r)
	require.NoError(t, err)
	require.Equal(t, plain.Data, text)
}

// TestEventsOfAPlayerShowNothingOfOthers checks that the file gives away no setup, which holds what
// nobody may see yet, and no name or ID of others.
func TestEventsOfAPlayerShowNothingOfOthers(t *testing.T) {
	ana, bo := table.Player{User: 11, Name: "Ana"}, table.Player{User: 1234567, Name: "Bo"}
	events := eventsOf(11, []table.Event{
		table.OpenLobby(&engine.Info{ID: "x"}, bo, nil, 0, 0),
		table.Join(ana, 1000),
		table.Start([]table.UserID{bo.User, 11}, nil, json.RawMessage(`{"quarry":[1]}`), bo.User, 2000),
		table.MoveText("dig c2", bo.User, 3000),
		table.MoveText("dig c3", 11, 4000),
		table.Replace(2, bo, 11, 5000),
	})
	text, err := json.Marshal(events)
	require.NoError(t, err)
	require.JSONEq(t, `[
		{"kind": "join", "at": "1970-01-01T00:00:01Z", "name": "Ana"},
		{"kind": "start", "at": "1970-01-01T00:00:02Z", "seat": 2},
		{"kind": "move", "at": "1970-01-01T00:00:04Z", "move": "dig c3"},
		{"kind": "replace", "at": "1970-01-01T00:00:05Z", "seat": 2}
	]`, string(text))
}

func TestPrivacySaysWhatTheHostHasDecided(t *testing.T) {
	for _, lang := range text.Langs() {
		plain := privacyText(text.For(string(lang)), interaction.Privacy{})
		require.Contains(t, plain, "30")
		require.NotContains(t, plain, "@")
		full := privacyText(text.For(string(lang)), interaction.Privacy{KeepDays: 365, Contact: "me@example.org"})
		for _, part := range []string{"30", "365", "me@example.org"} {
			require.Contains(t, full, part)
		}
		require.LessOrEqual(t, strings.Count(full, "\n"), 14)
		require.Less(t, len([]rune(full)), 1600)
	}
}

func TestTimesAreToldInTheirLargestUnit(t *testing.T) {
	w := text.For("en")
	for ms, want := range map[int64]string{
		0: w.Say("bot.duration.seconds", "Count", 1), 59_400: w.Say("bot.duration.seconds", "Count", 59),
		90_000: w.Say("bot.duration.minutes", "Count", 2), 5_400_000: w.Say("bot.duration.hours", "Count", 2),
		172_800_000: w.Say("bot.duration.days", "Count", 2),
	} {
		require.Equal(t, want, duration(w, ms))
	}
}
