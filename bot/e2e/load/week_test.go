package load_test

import (
	"context"
	"flag"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/interaction"
	"amytis/bot/localdiscord"
	"amytis/bot/tables"
	"amytis/engine/table"
	"amytis/store"
)

// wholeWeek has TestWeek simulate a week at many tables, rather than some hours at a few.
var wholeWeek = flag.Bool("week", false, "simulate a whole week in TestWeek")

// TestWeek plays all games by a clock that leaps from event to event. People think for minutes or
// hours, sleep, miss turns, go away and come back, have games reviewed, and look things up. Names
// are removed from games of the day before. Then it checks the store, the memory and the
// goroutines, and says how much the file grows.
//
// The bot is the real one, in a bubble of testing/synctest: its sweeps, reminders, leases,
// heartbeats and retries all go by that clock. It reaches the local Discord through memory.
func TestWeek(t *testing.T) {
	if harness.Slowness > 1 {
		t.Skip("it measures memory")
	}
	lasts, count := 2*time.Hour, len(soakVariants)/2
	if *wholeWeek {
		lasts, count = 7*24*time.Hour, 3*len(soakVariants)
	}
	synctest.Test(t, func(t *testing.T) {
		// A bubble begins in 2000, and Discord's IDs in 2015.
		time.Sleep(time.Until(time.Date(2026, time.March, 2, 8, 0, 0, 0, time.UTC)))
		w := newWeek(t, count)
		rest := w.play(lasts)
		w.watch(lasts)
		rest()
		w.check()
	})
}

// week is some tables of a bot in a bubble.
type week struct {
	*soak
	samples []weekSample
	began   time.Time
	// gaveUp is how often a turn ended while its player thought.
	gaveUp atomic.Int64
}

// weekSample is what is measured every hour.
type weekSample struct {
	heap       float64 // MB in use
	goroutines int
}

// weekKeepDays is after how many days games lose the names.
const weekKeepDays = 1

func newWeek(t *testing.T, count int) *week {
	env := harness.New(t, harness.Options{
		InMemory: true, UsualTiming: true, Seed: 94,
		Forced:  tables.Grace{Begins: 20 * time.Second, Other: 20 * time.Second},
		Privacy: interaction.Privacy{KeepDays: weekKeepDays},
		Discord: localdiscord.Options{
			Validate: localdiscord.ValidateNever, KeepTraffic: -1, MaxMessages: 1500, MaxInteractions: 500,
			MaxAttachments: 50, AnswerWithin: 3 * time.Second,
		},
	})
	s := &soak{Env: env, figures: newFigures(), posts: newPosts(), dealt: newWishes(95)}
	s.figures.lasted = 1 // answers are not measured
	guilds := []*localdiscord.Guild{env.Guild, env.Discord.AddGuild("Babylon", "de")}
	for i := range count {
		s.tables = append(s.tables, s.newTable(i, guilds[i%len(guilds)], plainCast))
	}
	return &week{soak: s, began: time.Now()}
}

// habit is how people at a table live.
type habit struct {
	think time.Duration
	// away is how long they do not look at the game now and then, awake how long in between, and
	// tells whether they tell the bot by /me away.
	away, awake time.Duration
	tells       bool
}

// habits are those of the tables, again and again. Some players miss a turn or two in a row.
var habits = []habit{
	{think: 20 * time.Second},
	{think: 4 * time.Minute, away: 8 * time.Hour, awake: 16 * time.Hour},
	{think: 2 * time.Minute, away: 70 * time.Minute, awake: 3 * time.Hour},
	{think: 3 * time.Minute, away: 20 * time.Hour, awake: 10 * time.Hour, tells: true},
	{think: 10 * time.Minute, away: 30 * time.Hour, awake: 12 * time.Hour},
}

// play has games begin at all tables. Call rest to end that.
func (w *week) play(lasts time.Duration) (rest func()) {
	over := make(chan struct{})
	var all sync.WaitGroup
	for i, t := range w.tables {
		h := habits[i%len(habits)]
		t.Pace = harness.Pace{Think: h.think, Look: max(h.think/2, 30*time.Second), Answered: t.answered}
		t.Failed = func(*harness.Player, error) { w.gaveUp.Add(1) } // the game has gone on
		for n, p := range t.people {
			p.live(h, w.began.Add(lasts))
			for at := w.began.Add(time.Hour); n == 0 && at.Before(w.began.Add(lasts)); at = at.Add(time.Hour) {
				p.plans = append(p.plans, plan{at, p.lookBack})
			}
			slices.SortStableFunc(p.plans, func(a, b plan) int { return a.at.Compare(b.at) })
			all.Go(func() { t.Play(p.Player, over, p.beside) })
		}
	}
	return func() {
		close(over)
		all.Wait()
	}
}

// live plans when a player is away until the end.
func (p *soakPlayer) live(h habit, end time.Time) {
	if h.away == 0 {
		return
	}
	leave := func() (bool, error) {
		p.absent = true
		if h.tells {
			return p.tryCommand("me away", localdiscord.Args{"until": "3"})
		}
		return true, nil
	}
	back := func() (bool, error) {
		p.absent = false
		if h.tells {
			return p.tryCommand("me back", nil)
		}
		return true, nil
	}
	part := func(d time.Duration) time.Duration { return d/2 + time.Duration(p.rand.Int64N(int64(d))) }
	for at := time.Now().Add(part(h.awake / 4)); at.Before(end); at = at.Add(part(h.awake)) {
		p.plans = append(p.plans, plan{at, leave})
		at = at.Add(part(h.away))
		p.plans = append(p.plans, plan{at, back})
	}
}

// lookBack is what a player does now and then: have a game reviewed that has just ended, and look
// things up.
func (p *soakPlayer) lookBack() (done bool, err error) {
	p.Inbox.Clear()
	p.Acks.Clear()
	last, review := p.table.Channel.Last(), p.table.Words.T("bot.button.review", nil)
	if last != nil && harness.Button(last, review) != nil && p.rand.IntN(8) == 0 {
		if _, err := p.Click(last, review); err != nil {
			return true, err
		}
		time.Sleep(time.Minute)
	}
	for _, command := range []string{"leaderboard", "profile", "game mine"} {
		if _, err := p.Command(p.table.Channel, command, nil); err != nil {
			return true, err
		}
	}
	return true, nil
}

// watch measures every hour until the end, and logs how the file grows.
func (w *week) watch(lasts time.Duration) {
	w.Helper()
	const thirds = 3
	part := lasts / thirds
	last := w.size()
	for range thirds {
		for end := time.Now().Add(part); time.Now().Before(end); {
			time.Sleep(min(time.Hour, time.Until(end)))
			w.samples = append(w.samples, w.sample())
		}
		now := w.size()
		w.Logf("%v: %v; since the third before: %v", time.Since(w.began), now, now.minus(last))
		last = now
	}
}

func (w *week) sample() weekSample {
	synctest.Wait()
	runtime.GC()
	runtime.GC() // what the first one has emptied of pools
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return weekSample{float64(m.HeapAlloc) / 1e6, runtime.NumGoroutine()}
}

// weekSize is how much the store has.
type weekSize struct {
	bytes               int64
	ended, stopped, all int
	events              int64
}

func (s weekSize) minus(o weekSize) weekSize {
	return weekSize{s.bytes - o.bytes, s.ended - o.ended, s.stopped - o.stopped, s.all - o.all, s.events - o.events}
}

func (s weekSize) String() string {
	return fmt.Sprintf("%d games, %d ended, %d stopped, %d events, %d kB: %d bytes per game, %d per event",
		s.all, s.ended, s.stopped, s.events, s.bytes/1000, s.bytes/int64(max(s.all, 1)), s.bytes/max(s.events, 1))
}

// size reads the size of the store, and how many games it has.
func (w *week) size() weekSize { return w.eachGame(func(table.ID) {}) }

// eachGame calls each with all games, and returns the size of the store.
func (w *week) eachGame(each func(id table.ID)) (s weekSize) {
	w.Helper()
	var bytes byteCount
	require.NoError(w, w.Store.Backup(context.Background(), &bytes))
	s.bytes = int64(bytes)
	var ids []table.ID
	for _, t := range w.tables[:2] { // one of each guild
		guild := table.GuildID(harness.Snowflake(t.Guild.ID))
		require.NoError(w, w.Store.Headers(context.Background(), guild, func(id table.ID, h store.Header) {
			ids = append(ids, id)
			s.all++
			s.events += int64(h.Version)
			switch h.Status {
			case store.Ended:
				s.ended++
			case store.Aborted:
				s.stopped++
			}
		}))
	}
	for _, id := range ids {
		each(id)
	}
	return s
}

// byteCount counts what is written to it.
type byteCount int64

func (c *byteCount) Write(b []byte) (int, error) {
	*c += byteCount(len(b))
	return len(b), nil
}

// check checks the store, and in the long form that memory and goroutines have not grown.
func (w *week) check() {
	w.Helper()
	w.Settle()
	faults, err := w.Store.Check(context.Background())
	require.NoError(w, err)
	require.Empty(w, faults)
	require.Empty(w, w.BotLog.Errors())
	counts := map[string]int{}
	size := w.eachGame(func(id table.ID) {
		_, log, err := w.Store.Table(context.Background(), id)
		require.NoError(w, err)
		for _, e := range log {
			counts[string(e.Kind)]++
		}
	})
	gaveUp := int(w.gaveUp.Load())
	w.Logf("games ended: %d; events: %v; turns that ended while a player thought: %d", size.ended, counted(counts), gaveUp)
	require.Positive(w, size.ended)
	require.LessOrEqual(w, gaveUp, counts[string(table.Moved)]/20, "hardly any turn ends while its player thinks")
	for _, kind := range []table.EventKind{table.Moved, table.Reminded} {
		require.Positive(w, counts[string(kind)], kind)
	}
	var heap, goroutines [3]float64
	for i := range 3 {
		part := w.samples[i*len(w.samples)/3 : (i+1)*len(w.samples)/3]
		most := func(of func(weekSample) float64) float64 {
			values := make([]float64, len(part))
			for i, s := range part {
				values[i] = of(s)
			}
			return slices.Max(values)
		}
		heap[i] = most(func(s weekSample) float64 { return s.heap })
		goroutines[i] = most(func(s weekSample) float64 { return float64(s.goroutines) })
	}
	w.Logf("the most MB in use in each third: %.1f, goroutines: %v", heap, goroutines)
	if *wholeWeek {
		require.LessOrEqual(w, heap[2], 1.1*heap[1], "memory of the last third")
		require.LessOrEqual(w, goroutines[2], goroutines[1]+5, "goroutines of the last third")
	}
}
