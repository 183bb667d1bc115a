package bot_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/games"
	"amytis/bot/localdiscord"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt"
)

// The bars of the benchmarks, on two cores: at 300 moves/s p50 5 ms and p99
// 30 ms; 600 moves/s; 8,000 text-only interactions/s; 300 MB with 100,000
// running tables. Local Discord and players take their share of the cores.

// benchTables are so many that no table is the bottleneck.
const benchTables = 128

// hall is a house with many running tables whose moves are known in advance.
type hall struct {
	*house
	idle chan *benchTable
}

// benchTable is a table with the moves that are still to come.
type benchTable struct {
	channel *localdiscord.Channel
	people  []*person
	moves   []engine.Move
	next    int
	// holder holds a piece, which cursor shows.
	holder *person
	cursor *localdiscord.Message
}

func newHall(b *testing.B) *hall {
	b.Helper()
	h := &hall{
		house: build(b, setup{seed: 40, discord: localdiscord.Options{Validate: localdiscord.ValidateNever, KeepTraffic: -1}}),
		idle:  make(chan *benchTable, benchTables),
	}
	for i := range benchTables {
		t := &benchTable{channel: h.guild.AddChannel("garden-" + strconv.Itoa(i))}
		t.people = []*person{h.person("Ana"+strconv.Itoa(i), "en-US"), h.person("Bo"+strconv.Itoa(i), "fr")}
		h.deal(t)
		h.idle <- t
	}
	h.settle()
	return h
}

// deal opens a game at a table and draws its moves.
func (h *hall) deal(t *benchTable) {
	h.open(t.channel, nil, t.people)
	_, log, err := h.db.Table(context.Background(), h.tableIn(t.channel))
	require.NoError(h, err)
	at, err := table.Load(games.Rules, log)
	require.NoError(h, err)
	t.moves, _, err = at.Game.Playout(at.Options, at.SeatInfos(), at.Setup, rand.New(rand.NewPCG(41, uint64(h.tableIn(t.channel)))))
	require.NoError(h, err)
	t.next = 0
	slices.SortFunc(t.people, func(a, b *person) int {
		return int(at.Seat(table.UserID(snowflake(a.ID)))) - int(at.Seat(table.UserID(snowflake(b.ID))))
	})
}

// move plays the next move of a table: event in, committed, and the answer with
// its picture accepted.
func (h *hall) move(t *benchTable) error {
	m := t.moves[t.next]
	t.next++
	sub, args := commandOf(games.All[0], m)
	answer, err := t.people[m.Seat-1].slash(t.channel, "garden "+sub, args)
	if err == nil && (len(answer.Attachments) == 0 || strings.HasPrefix(answer.Content, "⛔")) {
		err = fmt.Errorf("%s %v: %s", sub, args, answer.Content)
	}
	return err
}

// commandOf is a move as a command.
func commandOf(g engine.Game, m engine.Move) (sub string, args localdiscord.Args) {
	words := strings.Fields(string(g.AppendMove(nil, m)))[1:]
	verb := g.Info().VerbInfo(m.Verb)
	sub, args = verb.Subcommand(), localdiscord.Args{}
	if sub != verb.Name {
		args["what"] = verb.Name
	}
	plain := 1
	for _, arg := range verb.Args {
		if arg.Key == "" {
			args[arg.Name] = words[plain]
			plain++
		}
	}
	for _, word := range words[plain:] {
		key, value, _ := strings.Cut(word, "=")
		args[key] = value
	}
	return sub, args
}

// again makes a table ready for its next move.
func (h *hall) again(t *benchTable) {
	if t.next == len(t.moves) {
		h.deal(t)
	}
	h.idle <- t
}

// latencies collects times.
type latencies struct {
	mu  sync.Mutex
	all []time.Duration
}

func (l *latencies) add(d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = append(l.all, d)
}

func (l *latencies) report(b *testing.B) {
	slices.Sort(l.all)
	at := func(q float64) float64 {
		return float64(l.all[int(q*float64(len(l.all)-1))]) / float64(time.Millisecond)
	}
	b.ReportMetric(at(0.5), "p50-ms")
	b.ReportMetric(at(0.99), "p99-ms")
}

// BenchmarkMovesAt300 plays 300 moves a second.
func BenchmarkMovesAt300(b *testing.B) {
	h := newHall(b)
	h.at300(b, func(t *benchTable) error {
		defer func() {
			if t.next == len(t.moves) {
				h.deal(t)
			}
		}()
		return h.move(t)
	})
}

// BenchmarkCursorAt300 moves 300 cursors a second by one step, each answered with
// its picture.
func BenchmarkCursorAt300(b *testing.B) {
	h := newHall(b)
	for range benchTables {
		t := <-h.idle
		require.NoError(b, h.openCursor(t))
		h.idle <- t
	}
	r := rand.New(rand.NewPCG(43, 1))
	var mu sync.Mutex
	h.at300(b, func(t *benchTable) error {
		var steps []localdiscord.Component
		for _, c := range t.cursor.Controls() {
			if strings.HasPrefix(c.CustomID, "cur:") && !c.Disabled {
				steps = append(steps, c)
			}
		}
		mu.Lock()
		step := steps[r.IntN(len(steps))]
		mu.Unlock()
		m, err := t.holder.wait(t.holder.Press(context.Background(), t.cursor, step.CustomID))
		if err == nil && len(m.Pictures()) != 1 {
			err = fmt.Errorf("a cursor without its picture: %s", m.Content)
		}
		t.cursor = m
		return err
	})
}

// openCursor plays on to where a tile is placed, and opens a cursor for it.
func (h *hall) openCursor(t *benchTable) error {
	in := games.All[0].Info()
	for in.VerbInfo(t.moves[t.next].Verb).Name != "place" {
		if err := h.move(t); err != nil {
			return err
		}
	}
	h.settle()
	t.holder = t.people[t.moves[t.next].Seat-1]
	panel, err := t.holder.openPanel(t.channel, nil)
	if err != nil {
		return err
	}
	t.cursor, err = t.holder.wait(t.holder.Press(context.Background(), panel, cursorOf(panel)[0].CustomID))
	return err
}

// at300 does something 300 times a second, whatever becomes of it, and measures
// each time from when it was due. Use -benchtime=10s.
func (h *hall) at300(b *testing.B, act func(*benchTable) error) {
	const every = time.Second / 300
	var times latencies
	var failed atomic.Pointer[error]
	var running sync.WaitGroup
	due := time.Now()
	for b.Loop() {
		due = due.Add(every)
		time.Sleep(time.Until(due))
		t, scheduled := <-h.idle, due
		running.Go(func() {
			if err := act(t); err != nil {
				failed.Store(&err)
			}
			times.add(time.Since(scheduled))
			h.idle <- t
		})
	}
	running.Wait()
	if err := failed.Load(); err != nil {
		b.Fatal(*err)
	}
	times.report(b)
}

// BenchmarkMovesPerSecond plays as fast as it goes.
func BenchmarkMovesPerSecond(b *testing.B) {
	h := newHall(b)
	var failed atomic.Pointer[error]
	var running sync.WaitGroup
	slots := make(chan struct{}, 64)
	for b.Loop() {
		slots <- struct{}{}
		t := <-h.idle
		running.Go(func() {
			if err := h.move(t); err != nil {
				failed.Store(&err)
			}
			h.again(t)
			<-slots
		})
	}
	running.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "moves/s")
	if err := failed.Load(); err != nil {
		b.Fatal(*err)
	}
}

// BenchmarkTextPerSecond asks for what is answered without a picture: what to
// dig, and a command that is refused.
func BenchmarkTextPerSecond(b *testing.B) {
	h := newHall(b)
	for name, ask := range map[string]func(t *benchTable) error{
		"autocomplete": func(t *benchTable) error {
			_, err := t.people[t.moves[0].Seat-1].suggestions(t.channel, "garden remove", nil, "cell")
			return err
		},
		"refused": func(t *benchTable) error {
			_, err := t.people[0].slash(t.channel, "garden place", localdiscord.Args{"tile": "SJ0", "hole": "a1", "rotation": "r0"})
			return err
		},
	} {
		b.Run(name, func(b *testing.B) {
			var failed atomic.Pointer[error]
			var running sync.WaitGroup
			slots := make(chan struct{}, 64)
			for b.Loop() {
				slots <- struct{}{}
				t := <-h.idle
				h.idle <- t
				running.Go(func() {
					if err := ask(t); err != nil {
						failed.Store(&err)
					}
					<-slots
				})
			}
			running.Wait()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "answers/s")
			if err := failed.Load(); err != nil {
				b.Fatal(*err)
			}
		})
	}
}

// BenchmarkIdleMemory runs the program on a store of 100,000 running tables and
// reads how much memory it has when nothing happens.
func BenchmarkIdleMemory(b *testing.B) {
	path := filepath.Join(b.TempDir(), "amytis.db")
	fillStore(b, path, 100_000)
	program := buildProgram(b)
	discord, err := localdiscord.Start(localdiscord.Options{Validate: localdiscord.ValidateNever})
	require.NoError(b, err)
	defer discord.Close()
	discord.AddGuild("Babylon", "en-US")
	for b.Loop() {
		run := exec.Command(program, "run", "--db", path)
		run.Env = append(os.Environ(), "DISCORD_TOKEN="+strings.TrimPrefix(discord.Token(), "Bot "), "AMYTIS_DISCORD_URL="+discord.URL())
		run.Dir = filepath.Dir(path)
		require.NoError(b, run.Start())
		for discord.Sessions() == 0 || len(discord.Commands("")) == 0 {
			time.Sleep(10 * time.Millisecond)
		}
		time.Sleep(time.Second)
		for _, field := range []string{"VmRSS", "RssAnon"} {
			b.ReportMetric(statusMB(b, run.Process.Pid, field), field+"-MB")
		}
		require.NoError(b, run.Process.Kill())
		_ = run.Wait()
	}
}

func statusMB(b *testing.B, pid int, field string) float64 {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	require.NoError(b, err)
	for line := range strings.SplitSeq(string(data), "\n") {
		if rest, found := strings.CutPrefix(line, field+":"); found {
			kb, err := strconv.Atoi(strings.Fields(rest)[0])
			require.NoError(b, err)
			return float64(kb) / 1024
		}
	}
	b.Fatalf("no %s", field)
	return 0
}

// fillStore makes running tables, each some moves old.
func fillStore(b *testing.B, path string, tables int) {
	db, err := bolt.Open(path, bolt.Options{Program: "test"})
	require.NoError(b, err)
	g := games.All[0].Game
	r := rand.New(rand.NewPCG(42, 1))
	seats := []engine.SeatInfo{{Name: "Ana"}, {Name: "Bo"}}
	setup := g.Deal(nil, seats, r)
	moves, _, err := g.Playout(nil, seats, setup, r)
	require.NoError(b, err)
	events := []table.Event{
		{Kind: table.Opened, At: 1, By: 1, Name: "Ana", Game: g.Info().ID, Rules: g.Info().RulesVersion},
		{Kind: table.Joined, At: 2, By: 2, Name: "Bo"},
		{Kind: table.Started, At: 3, By: 1, Order: []table.UserID{1, 2}, Attrs: []string{seats[0].Attr, seats[1].Attr}, Setup: setup},
	}
	for i, m := range moves[:20] {
		events = append(events, table.Event{Kind: table.Moved, At: int64(4 + i), By: table.UserID(m.Seat), Move: string(g.AppendMove(nil, m))})
	}
	var next atomic.Int64
	var writers sync.WaitGroup
	for range 256 {
		writers.Go(func() {
			for i := next.Add(1); i <= int64(tables); i = next.Add(1) {
				id, err := db.NewTable(context.Background())
				if err == nil {
					err = db.Commit(context.Background(), store.Commit{Table: id, Events: events, Header: store.Header{
						Guild: table.GuildID(i%1000 + 1), Channel: table.ChannelID(i), Game: g.Info().ID,
						Status: store.Running, Players: []table.UserID{1, 2},
					}})
				}
				if err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	writers.Wait()
	require.NoError(b, db.Close())
}
