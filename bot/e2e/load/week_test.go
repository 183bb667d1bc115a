package load_test

import (
	"context"
	"flag"
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/handle/interaction"
	"amytis/bot/localdiscord"
	"amytis/bot/play/tables"
	"amytis/engine/longrun"
	"amytis/engine/table"
	"amytis/store"
)

// wholeWeek has TestWeek simulate a week at many tables, rather than some hours at a few.
var wholeWeek = flag.Bool("week", false, "simulate a whole week in TestWeek")

// weekKeepDays is after how many days games lose the names.
const weekKeepDays = 3

// forgets reports whether games lose the names of their players.
func (s *soak) forgets() bool { return s.lasts > weekKeepDays*24*time.Hour }

// habits are the tables' habits, again and again. Some players miss a turn or two in a row.
var habits = []habit{
	{think: 20 * time.Second, look: 30 * time.Second},
	{think: 4 * time.Minute, look: 2 * time.Minute, away: 8 * time.Hour, awake: 16 * time.Hour},
	{think: 2 * time.Minute, look: time.Minute, away: 2 * time.Hour, awake: 2 * time.Hour},
	{think: 3 * time.Minute, look: 90 * time.Second, away: 20 * time.Hour, awake: 10 * time.Hour, tells: true},
	{think: 10 * time.Minute, look: 5 * time.Minute, away: 30 * time.Hour, awake: 12 * time.Hour},
}

// TestWeek plays all games by a clock that leaps from event to event. People think for minutes or
// hours, sleep, miss turns, go away and come back, have games reviewed, and look things up. Names
// are removed from games of some days before. Then it checks what TestReplicas checks, and that
// everything has happened that can happen to a turn.
//
// The bot is the real one, in a bubble of testing/synctest: its sweeps, reminders, holds,
// heartbeats and retries all go by that clock. It reaches the local Discord through memory.
func TestWeek(t *testing.T) {
	longrun.Only(t, "hours of games")
	// Tests beside it would wait for sprites that the bubble draws, which no other goroutine may.
	lasts, count := 4*time.Hour, len(harness.Variants)/2
	if *wholeWeek {
		lasts, count = 7*24*time.Hour, 3*len(harness.Variants)
	}
	synctest.Test(t, func(t *testing.T) {
		// A bubble begins in 2000, and Discord's IDs in 2015.
		time.Sleep(time.Until(time.Date(2026, time.March, 2, 8, 0, 0, 0, time.UTC)))
		s := &soak{lasts: lasts, figures: &figures{}}
		discord := localdiscord.Options{MaxMessages: 15_000, MaxInteractions: 500, AnswerWithin: 3 * time.Second}
		s.watch(&discord)
		s.Env = harness.New(t, harness.Options{
			InMemory: true, UsualTiming: true, Seed: 94, Discord: discord,
			Forced:  tables.Grace{Begins: 20 * time.Second, Other: 20 * time.Second},
			Privacy: interaction.Privacy{KeepDays: weekKeepDays},
		})
		s.open(count, 2)
		var gaveUp atomic.Int64
		for _, t := range s.tables {
			t.Failed = func(*harness.Player, error) { gaveUp.Add(1) } // the game has gone on
		}
		s.makeWishes()
		rest := s.play(habits)
		var heap, goroutines []float64
		for end := s.began.Add(lasts); time.Now().Before(end); {
			time.Sleep(min(time.Hour, time.Until(end)))
			synctest.Wait()
			runtime.GC()
			runtime.GC() // what the first one has emptied of pools
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			heap = append(heap, float64(m.HeapAlloc)/1e6)
			goroutines = append(goroutines, float64(runtime.NumGoroutine()))
		}
		rest()
		s.checkWeek(int(gaveUp.Load()))
		t.Logf("the most MB in use in each third: %.1f, goroutines: %v", thirds(heap), thirds(goroutines))
		if *wholeWeek {
			require.LessOrEqual(t, thirds(heap)[2], 1.1*thirds(heap)[1], "memory of the last third")
			require.LessOrEqual(t, thirds(goroutines)[2], thirds(goroutines)[1]+5, "goroutines of the last third")
		}
	})
}

// thirds returns the most of the samples in each third of the time.
func thirds(samples []float64) (most [3]float64) {
	for i, sample := range samples {
		third := &most[3*i/len(samples)]
		*third = max(*third, sample)
	}
	return most
}

// checkWeek checks store, channels and alerts. gaveUp turns ended while their player thought.
func (s *soak) checkWeek(gaveUp int) {
	s.Settle()
	ctx := context.Background()
	faults, err := s.Store.Check(ctx)
	require.NoError(s, err)
	require.Empty(s, faults)
	require.Empty(s, s.BotLog.Errors())
	var logs harness.LoggedGames
	for _, t := range s.tables[:2] { // one of each guild
		guild := t.GuildID()
		require.NoError(s, s.Store.Headers(ctx, guild, func(id table.ID, h store.Header) {
			logs = append(logs, harness.LoggedGame{ID: id, Header: h})
		}))
	}
	for i := range logs {
		_, logs[i].Log, err = s.Store.Table(ctx, logs[i].ID)
		require.NoError(s, err)
	}
	counts := s.checkTables(logs)
	require.LessOrEqual(s, gaveUp, counts[string(table.Moved)]/20, "hardly any turn ends while its player thinks")
	kinds := []string{
		"told of: turn by a mention", "told of: turn directly", "forced steps",
	}
	if *wholeWeek {
		kinds = append(kinds, string(table.Looked), string(table.Returned), string(table.Paused),
			string(table.Reminded), "turns missed", "stand-ins for missed turns", "told of: reminder by a mention",
			"told of: reminder directly", "told of: end of a game by a mention")
	}
	for _, kind := range kinds {
		require.Positive(s, counts[kind], kind)
	}
}
