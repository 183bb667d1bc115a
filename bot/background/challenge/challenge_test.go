package challenge

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"amytis/bot/background/news"
	"amytis/bot/play/choice"
	"amytis/bot/play/games"
	"amytis/bot/play/tables"
	"amytis/bot/play/wishes"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/review"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt/bolttest"
	"amytis/store/storetest"
)

func never() bool { return false }

// server has one ended game, whose review found some turns weak.
func server(t *testing.T) (s store.Store, w *Worker, moments int) {
	t.Helper()
	s = bolttest.New(t)
	g, _ := games.Find("babel")
	const id table.ID = 77 // also the seed of the review
	var r *rand.Rand
	var rec *engine.Record
	found := &review.Review{}
	for seed := uint64(1); len(found.Key) == 0; seed++ {
		r = rand.New(rand.NewPCG(seed, 1))
		var err error
		rec, err = play(t.Context(), g, r, never)
		require.NoError(t, err)
		found, err = review.Game(t.Context(), g, rec, review.Options{Seed: uint64(id)})
		require.NoError(t, err)
	}
	players := []table.Player{{User: 1 << 40, Name: "Ana"}, {User: 1 << 41, Name: "Bo"}}
	log := storetest.Must(g.Log(table.Begin(g.Info(), players, nil, rec.Setup, 1), players, rec.Moves, 1))(t)
	require.NoError(t, s.Commit(t.Context(), store.Commit{
		Table: id, Events: log, Header: store.Header{Guild: 1, Game: "babel", Status: store.Ended},
		Result: &store.Result{Table: id, Guild: 1, Game: "babel", Standings: []store.Standing{{User: 1 << 40, Rank: 1}, {User: 1 << 41, Rank: 2}}},
	}))
	data := storetest.Must(json.Marshal(map[string]any{"algorithm": review.Algorithm, "review": found}))(t)
	require.NoError(t, s.SetReview(t.Context(), id, data))
	return s, New(news.New(news.Options{
		Store: s, Tables: tables.New(s, time.Now, r), Log: slog.New(slog.DiscardHandler),
	})), len(found.Key)
}

func TestOwnGamesGiveEachKeyMomentOnceAndNoNames(t *testing.T) {
	_, w, moments := server(t)
	var c store.Challenge
	for n := 0; ; n++ {
		p := storetest.Must(w.fromOwnGames(t.Context(), 1, &c, rand.New(rand.NewPCG(uint64(n), 1)), never))(t)
		if p == nil {
			require.Positive(t, n)
			require.LessOrEqual(t, n, moments)
			return
		}
		require.NotContains(t, c.Used, p.Mark)
		text := storetest.Must(json.Marshal(p))(t)
		require.NotRegexp(t, `Ana|Bo\b`, string(text))
		c.Next = p
		BeginDay(&c, "2026-11-26")
	}
}

func TestGamesOfPrivatePeopleAreNoPuzzles(t *testing.T) {
	s, w, _ := server(t)
	require.NoError(t, s.ChangePreferences(t.Context(), 1<<41, func(p *store.Preferences) error { p.Private = true; return nil }))
	p := storetest.Must(w.fromOwnGames(t.Context(), 1, &store.Challenge{}, rand.New(rand.NewPCG(1, 1)), never))(t)
	require.Nil(t, p)
}

// TestTheBestTurnOfAGameOfComputersGetsAllStars also submits the turn that was played.
func TestTheBestTurnOfAGameOfComputersGetsAllStars(t *testing.T) {
	var p *store.Puzzle
	for seed := uint64(1); p == nil; seed++ {
		var err error
		p, err = fromComputerGame(t.Context(), &store.Challenge{}, rand.New(rand.NewPCG(seed, 1)), never)
		require.NoError(t, err)
	}
	require.Less(t, p.Seed, uint64(1)<<61, "the ID of a copy, in which who tries it has a seat")
	at := storetest.Must(Table(text.For("en"), p))(t)
	require.True(t, at.Turn().Has(p.Seat), "the seat of the puzzle is in turn")
	best := storetest.Must(choice.ParseMoves(at.Game, p.Best))(t)
	stars, behind, ended := Judge(p, at, best, never)
	require.True(t, ended, "the best moves end the turn")
	require.Equal(t, MaxStars, stars)
	require.LessOrEqual(t, behind, aboutEqual)
	_, _, ended = Judge(p, at, best[:len(best)-1], never)
	require.False(t, ended, "the turn goes on without its last move")
	for lost, want := range map[float64]int{0.2: 2, 0.5: 1, 1: 0, 2: 0} {
		turn := review.Turn{Before: 50, After: 50 - lost*p.Lost, Gain: 1000}
		require.Equal(t, want, Stars(p, turn))
	}
}

func TestWhoKnewTheGameHasNotFoundTheTurn(t *testing.T) {
	w := text.For("en")
	p := &store.Puzzle{Solves: []store.Solve{{User: 7, Stars: MaxStars, Known: true}}}
	require.Equal(t, w.Say("bot.challenge.none"), found(w, p))
	p.Solves = append(p.Solves, store.Solve{User: 8, Stars: MaxStars})
	require.Equal(t, w.Say("bot.challenge.found", "Found", 1, "Tried", 1, "Names", "<@8>"), found(w, p))
}

func TestADayBeginsAtItsHourInItsPlace(t *testing.T) {
	for _, c := range []struct{ before, begins, zone string }{
		{"2026-07-26 15:59", "2026-07-26 16:00", "Europe/Berlin"},
		{"2026-11-26 16:59", "2026-11-26 17:00", "Europe/Berlin"},
		{"2026-11-26 04:59", "2026-11-26 05:00", "Pacific/Auckland"},
	} {
		for at, day := range map[string]string{c.before: c.before[:8] + "25", c.begins: c.begins[:10]} {
			now := storetest.Must(time.Parse("2006-01-02 15:04", at))(t)
			require.Equal(t, day, dayAt(now.In(wishes.Location((&store.Challenge{Zone: c.zone}).Place())), 18), at)
		}
	}
}

func TestAPuzzleIsDueAtItsHour(t *testing.T) {
	is := store.Challenge{Channel: 5, Hour: 18, Zone: "Asia/Tokyo"}
	at := func(text string) time.Time {
		when, err := time.ParseInLocation(time.DateTime, "2026-11-"+text+":00", wishes.Location(is.Place()))
		require.NoError(t, err)
		return when.UTC()
	}
	for name, c := range map[string]struct {
		now, begun  string
		ready       bool
		asks, begin string
	}{
		"before the hour":           {"26 16:59", "2026-11-25", false, "", ""},
		"an hour before":            {"26 17:01", "2026-11-25", false, "2026-11-26", ""},
		"ready too early":           {"26 17:01", "2026-11-25", true, "", ""},
		"at the hour":               {"26 18:00", "2026-11-25", true, "", "2026-11-26"},
		"not ready at the hour":     {"26 18:00", "2026-11-25", false, "2026-11-26", ""},
		"once a day":                {"26 23:00", "2026-11-26", true, "", ""},
		"late after an outage":      {"27 05:00", "2026-11-25", true, "", "2026-11-26"},
		"too late after an outage":  {"27 09:00", "2026-11-25", true, "", ""},
		"chosen before the hour":    {"26 03:00", "", true, "", ""},
		"chosen just after":         {"26 19:00", "", true, "", "2026-11-26"},
		"the hour has become later": {"26 10:00", "2026-11-26", true, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := bolttest.New(t)
			w := New(news.New(news.Options{Store: s}))
			is := is
			if c.begun != "" {
				is.Next = &store.Puzzle{Mark: "first"}
				BeginDay(&is, c.begun)
			}
			if c.ready {
				is.Next = &store.Puzzle{Mark: "later"}
			}
			require.NoError(t, s.ChangeSettings(t.Context(), 1, func(s *store.Settings) error { s.Challenge = is; return nil }))
			after := storetest.Must(w.turn(t.Context(), 1, is, at(c.now)))(t)
			asks := ""
			select {
			case want := <-w.wanted:
				asks = want.day
			default:
			}
			require.Equal(t, c.asks, asks)
			if c.begin == "" {
				c.begin = c.begun
			}
			require.Equal(t, c.begin, dayOf(after))
		})
	}
}

// playOn begins a puzzle on a day.
func playOn(c *store.Challenge, day string) {
	c.Next = &store.Puzzle{Mark: "m" + day[6:7] + day[8:] + "x"}
	BeginDay(c, day)
}

func TestStarsAddUpByMonthAndInARow(t *testing.T) {
	var c store.Challenge
	score := func() store.ChallengeScore { return c.Scores[len(c.Scores)-1] }
	for i, step := range []struct {
		day                              string
		stars                            int // -1 for no turn
		wantStars, wantDays, wantStreaks int
	}{
		{"2026-11-28", 3, 3, 1, 1}, {"2026-11-29", 1, 4, 2, 2}, {"2026-11-30", 0, 4, 3, 0}, {"2026-12-01", 2, 2, 1, 1},
		{"2026-12-03", 3, 5, 2, 2}, {"2026-12-04", -1, 5, 2, 2}, {"2026-12-05", 3, 8, 3, 1},
	} {
		playOn(&c, step.day)
		if step.stars >= 0 {
			require.True(t, Submit(&c, store.Solve{User: 5, Stars: step.stars}), "%+v", step)
			require.False(t, Submit(&c, store.Solve{User: 5, Stars: 3}), "a second turn")
		}
		s := score()
		require.Equal(t, []int{step.wantStars, step.wantDays, step.wantStreaks}, []int{s.Stars, s.Days, s.Streak}, i)
	}
	playOn(&c, "2027-01-01")
	require.Len(t, c.Scores, 1, "the last message of December shows it")
	playOn(&c, "2027-02-01")
	require.Empty(t, c.Scores)
}

// TestChallengesStaySmallAndForgetPeople plays years with random solvers.
func TestChallengesStaySmallAndForgetPeople(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var c store.Challenge
		day := 0
		for range rapid.IntRange(1, 800).Draw(t, "days") {
			day++
			c.Next = &store.Puzzle{Mark: fmt.Sprintf("%05d", day)}
			BeginDay(&c, fmt.Sprintf("%04d-%02d-%02d", 2026+day/336, 1+day/28%12, 1+day%28))
			if user := rapid.IntRange(0, 3).Draw(t, "user"); user > 0 {
				Submit(&c, store.Solve{User: table.UserID(1e6 + user), Stars: user})
			}
		}
		require.Contains(t, c.Used, fmt.Sprintf("%05d", day))
		require.Equal(t, day <= yearLen, slices.Contains(c.Used, "00001"), "for a year")
		s := store.Settings{Challenge: c}
		for user := range 4 {
			s.Forget(table.UserID(1e6 + user))
		}
		text := storetest.Must(json.Marshal(s))(t)
		require.NotContains(t, string(text), "100000")
		require.LessOrEqual(t, len(text), 3600)
	})
}
