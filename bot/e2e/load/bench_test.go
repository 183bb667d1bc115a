package load_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt"
	"amytis/store/storetest"
)

// The targets of the benchmarks, on two cores: at 300 moves/s p50 2 ms and p99 10 ms;
// 300 MB with 100,000 running tables; a computer's answer 2 s. The local Discord and the players
// take their share of the cores.

// benchTables is how many tables there are: so many that no table is the bottleneck.
const benchTables = 128

// bench is an environment with many running tables whose moves are known in advance.
type bench struct {
	*harness.Env
	idle chan *benchTable
	// leftOut counts the moves answered without a picture, since too many were being drawn.
	leftOut atomic.Int64
}

// benchTable is a table with the moves that are still to come.
type benchTable struct {
	*harness.Table
	bench  *bench
	people []*harness.Player
	chance *rand.Rand
	moves  []engine.Move
	next   int
	// holder is the player who has cursor open.
	holder *harness.Player
	cursor *localdiscord.Message
}

func newBench(b *testing.B) *bench {
	o := harness.Options{}
	o.Seed, o.Discord = 40, localdiscord.Options{KeepTraffic: -1,
		MaxMessages: 2_000, MaxAttachments: 50, MaxInteractions: 2_000}
	e := &bench{Env: harness.New(b, o), idle: make(chan *benchTable, benchTables)}
	for i := range benchTables {
		t := &benchTable{
			Table:  e.At(e.Guild.AddChannel("garden-" + strconv.Itoa(i))),
			bench:  e,
			chance: rand.New(rand.NewPCG(41, uint64(i))),
		}
		t.people = []*harness.Player{
			e.NewPlayer("Ana"+strconv.Itoa(i), "en-US"), e.NewPlayer("Bo"+strconv.Itoa(i), "fr"),
		}
		t.deal()
		e.idle <- t
	}
	e.Settle()
	return e
}

func (t *benchTable) deal() {
	t.Open(nil, t.people)
	now := t.Now()
	var err error
	t.moves, _, err = now.Game.Playout(now.Options, now.SeatInfos(), now.Setup, t.chance)
	require.NoError(t, err)
	t.next, t.people = 0, t.BySeat(t.people)
}

// move plays the next move, or deals again after the last. It counts an answer without a picture.
func (t *benchTable) move() error {
	m := t.moves[t.next]
	t.next++
	command, args := harness.CommandOf(games.All[0], m)
	p := t.people[m.Seat-1]
	answer, err := p.Command(t.Channel, command, args)
	if err == nil {
		answer, err = harness.Sure(p, answer)
	}
	if err != nil {
		return err
	}
	if strings.HasPrefix(answer.Content, "⛔") {
		return fmt.Errorf("%s %v: %s", command, args, answer.Content)
	}
	if len(answer.Attachments) == 0 {
		t.bench.leftOut.Add(1)
	}
	if t.next == len(t.moves) {
		t.deal()
	}
	return nil
}

func BenchmarkMovesAt300(b *testing.B) {
	e := newBench(b)
	e.at300(b, (*benchTable).move)
}

// BenchmarkCursorAt300 moves 300 cursors a second by one step, each answered with its picture.
func BenchmarkCursorAt300(b *testing.B) {
	e := newBench(b)
	for range benchTables {
		t := <-e.idle
		require.NoError(b, t.openCursor())
		e.idle <- t
	}
	e.at300(b, func(t *benchTable) error {
		t.cursor = t.holder.Message(t.cursor.ID) // a refresh may have changed it
		steps := harness.CursorSteps(t.cursor)
		step := steps[t.chance.IntN(len(steps))]
		m, err := t.holder.Wait(t.holder.Press(b.Context(), t.cursor, step.CustomID))
		if err == nil && len(m.Pictures()) != 1 {
			err = fmt.Errorf("a cursor without its picture: %s", m.Content)
		}
		t.cursor = m
		return err
	})
}

// BenchmarkMovesBesideComputers plays 300 moves a second beside 50 games of a person against
// computers of the highest level. Compare it with BenchmarkMovesAt300: the targets are 1.1 times
// its p50 and 1.3 times its p99.
func BenchmarkMovesBesideComputers(b *testing.B) {
	e := newBench(b)
	over := make(chan struct{})
	var playing sync.WaitGroup
	for i := range 50 {
		t := newSolo(b, e.Env, i, harness.Pace{Think: 3 * time.Second, Look: time.Second})
		playing.Go(func() { t.Play(t.People[0], over, nil) })
	}
	e.at300(b, (*benchTable).move)
	close(over)
	playing.Wait()
}

// newSolo opens a table of a person against computers of the highest level.
func newSolo(b *testing.B, e *harness.Env, i int, pace harness.Pace) *harness.Group {
	v := []*harness.Variant{harness.Gardens, harness.Babel, harness.Towers}[i%3]
	t := e.NewGroup(e.Guild, 0, uint64(i), v, 1)
	t.Pace = pace
	game := localdiscord.Args{"game": v.Game, "level": strconv.Itoa(engine.ComputerLevels)}
	require.False(b, t.People[0].Refused(t.People[0].MustCommand(t.Channel, "game solo", game)), "the game opens")
	return t
}

// BenchmarkComputersAnswer measures how soon computers of the highest level have answered a
// person's turn: all their turns are stored and told. The target is 2 s, on an idle machine.
func BenchmarkComputersAnswer(b *testing.B) {
	e := harness.New(b, harness.Options{
		UsualTiming: true, Discord: localdiscord.Options{KeepTraffic: -1},
	})
	times := &latencies{}
	t := newSolo(b, e, 0, harness.Pace{})
	for i := 1; b.Loop(); {
		if now := t.Now(); now.Status == table.Ended {
			t = newSolo(b, e, i, harness.Pace{})
			i++
		}
		answered := func() bool {
			now := t.Now()
			return now.Status == table.Ended || now.Turn().Has(now.Seat(t.People[0].UserID()))
		}
		t.Eventually("the person is in turn", answered)
		require.NoError(b, t.People[0].TakeTurn(t.Channel))
		began := time.Now()
		t.Eventually("the computers have answered", answered)
		t.Settle()
		times.add(time.Since(began))
	}
	times.report(b)
}

// openCursor plays until a tile is placed, and opens a cursor for it.
func (t *benchTable) openCursor() error {
	in := games.All[0].Info()
	for in.VerbInfo(t.moves[t.next].Verb).Name != "place" {
		if err := t.move(); err != nil {
			return err
		}
	}
	t.Settle()
	t.holder = t.people[t.moves[t.next].Seat-1]
	panel, err := t.holder.OpenPanel(t.Channel, nil)
	if err != nil {
		return err
	}
	t.cursor, err = t.holder.Wait(t.holder.Press(t.Context(), panel, harness.CursorButtons(panel)[0].CustomID))
	return err
}

// rate is for machines that are too slow, or too busy.
var rate = flag.Int("rate", 300, "moves a second of the benchmarks at 300 moves a second")

// at300 calls act 300 times a second and reports how long the calls took, and the processor time of
// each. That time includes the local Discord and the players. Use -benchtime=10s.
func (e *bench) at300(b *testing.B, act func(*benchTable) error) {
	for range benchTables { // a bot that has just started builds texts and sprites first
		t := <-e.idle
		require.NoError(b, act(t))
		e.idle <- t
	}
	e.Settle()
	before := cpuTime(b)
	e.actEvery(b, time.Second/time.Duration(*rate), act).report(b)
	b.ReportMetric(float64(cpuTime(b)-before)/float64(time.Millisecond)/float64(b.N), "cpu-ms/op")
}

func cpuTime(b *testing.B) time.Duration {
	var used syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// actEvery calls act after every pause, even if earlier calls are late. It measures each from when
// it was due, or from when the sleep until then ended. It reports the moves that were answered
// without a picture: a machine that keeps up has none.
func (e *bench) actEvery(b *testing.B, pause time.Duration, act func(*benchTable) error) *latencies {
	times := &latencies{}
	var failed atomic.Pointer[error]
	var running sync.WaitGroup
	due := time.Now()
	for b.Loop() {
		due = due.Add(pause)
		scheduled := due
		if early := time.Until(due); early > 0 {
			time.Sleep(early)
			scheduled = time.Now() // sleeps end up to a millisecond late
		}
		t := <-e.idle
		running.Go(func() {
			if err := act(t); err != nil {
				failed.Store(&err)
			}
			times.add(time.Since(scheduled))
			e.idle <- t
		})
	}
	running.Wait()
	if err := failed.Load(); err != nil {
		b.Fatal(*err)
	}
	b.ReportMetric(float64(e.leftOut.Load()), "pictures-left-out")
	return times
}

type latencies struct {
	mu  sync.Mutex
	all []time.Duration
}

func (l *latencies) add(d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = append(l.all, d)
}

// ms returns a quantile in milliseconds.
func (l *latencies) ms(quantile float64) float64 {
	slices.Sort(l.all)
	return float64(l.all[int(quantile*float64(len(l.all)-1))]) / float64(time.Millisecond)
}

func (l *latencies) report(b *testing.B) {
	b.ReportMetric(l.ms(0.5), "p50-ms")
	b.ReportMetric(l.ms(0.99), "p99-ms")
}

// BenchmarkIdleMemory measures the program's memory on an idle store of 100,000 running tables.
func BenchmarkIdleMemory(b *testing.B) {
	e := harness.WithoutBot(b, localdiscord.Options{}, 0)
	e.Discord.AddGuild("Babylon", "en-US")
	e.StorePath = filepath.Join(storetest.NewFolder(b), "amytis.db")
	fillStore(b, e.StorePath, 100_000)
	program := harness.NewProcess(e, "--db", e.StorePath)
	for b.Loop() {
		program.Start()
		time.Sleep(time.Second)
		for _, field := range []string{"VmRSS", "RssAnon"} {
			b.ReportMetric(statusMB(b, program.Cmd.Process.Pid, field), field+"-MB")
		}
		program.Kill()
	}
}

// fillStore writes a store of running tables, each some moves old.
func fillStore(b *testing.B, path string, tables int) {
	db, err := bolt.Open(path, bolt.Options{Program: "test"})
	require.NoError(b, err)
	p := playtest.Play(b, games.All[0], nil, 2)
	events := p.Events
	for _, m := range p.Moves[:20] {
		events = append(events, table.Move(p, m, table.UserID(m.Seat), 0))
	}
	for i := 1; i <= tables; i++ {
		id, err := db.NewTable(b.Context())
		require.NoError(b, err)
		require.NoError(b, db.Commit(b.Context(), store.Commit{Table: id, Events: events, Header: store.Header{
			Guild: table.GuildID(i%1000 + 1), Channel: table.ChannelID(i), Game: games.All[0].Info().ID,
			Status: store.Running, Players: []table.UserID{1, 2},
		}}))
	}
	require.NoError(b, db.Close())
}

// statusMB returns a field of a process's status in /proc, in MB.
func statusMB(t testing.TB, pid int, field string) float64 {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	require.NoError(t, err)
	for line := range strings.SplitSeq(string(data), "\n") {
		if rest, found := strings.CutPrefix(line, field+":"); found {
			kb, err := strconv.Atoi(strings.Fields(rest)[0])
			require.NoError(t, err)
			return float64(kb) / 1024
		}
	}
	t.Fatalf("no %s in the status of process %d", field, pid)
	return 0
}
