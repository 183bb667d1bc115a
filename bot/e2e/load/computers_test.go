package load_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/engine"
	"amytis/engine/table"
)

const (
	// soloTables is the number of games against computers.
	soloTables = 50
	// soloStep is the pause of a person before each step. People are seldom as quick.
	soloStep = 3 * time.Second
	// soloRate is the number of steps that the people in those games make in a second.
	soloRate = soloTables * int(time.Second) / int(soloStep)
	// roundTime is how long each condition is measured at a time.
	roundTime = 3 * time.Second
)

// soloTable is a game of one person against computers of the highest level.
type soloTable struct {
	*harness.Table
	person *harness.Player
	chance *rand.Rand
	// command opens a game, with the options in game.
	command string
	game    localdiscord.Args
	now     *table.Table
}

// newSoloTable opens a game against as many computers as it needs.
func newSoloTable(e *harness.Env, n int) *soloTable {
	e.Helper()
	game := []string{"gardens", "babel", "towers"}[n%3]
	t := &soloTable{
		Table:   e.At(e.Guild.AddChannel("solo-" + strconv.Itoa(n))),
		person:  e.NewPlayer("Cleo"+strconv.Itoa(n), "en-US"),
		chance:  rand.New(rand.NewPCG(44, uint64(n))),
		command: "game solo",
		game:    localdiscord.Args{"game": game, "level": strconv.Itoa(engine.ComputerLevels)},
	}
	t.open()
	return t
}

func (t *soloTable) open() {
	t.person.MustCommand(t.Channel, t.command, t.game)
	if t.command == "game new" {
		t.person.MustCommand(t.Channel, "game start", nil)
	}
	t.now = t.Now()
}

// mayStep reads what has happened, and reports whether the person is in turn.
func (t *soloTable) mayStep(ctx context.Context) (bool, error) {
	_, log, err := t.Store.Table(ctx, t.ID())
	if err != nil {
		return false, err
	}
	for _, e := range log[t.now.Version:] {
		if t.now, err = t.now.Next(e); err != nil {
			return false, err
		}
	}
	return t.now.Turn().Has(t.seat()), nil
}

func (t *soloTable) seat() engine.Seat { return t.now.Seat(t.person.UserID()) }

// step makes a sensible step by a command. It takes the last one back where none is left.
func (t *soloTable) step() error {
	command := t.now.Game.Info().Command
	var args localdiscord.Args
	if len(t.now.State.Legal(t.seat(), nil)) == 0 {
		command = "game undo"
	} else {
		var sub string
		sub, args = harness.CommandOf(t.now.Game, t.now.State.Mind().Draw(t.seat(), t.chance))
		command += " " + sub
	}
	m, err := t.person.Command(t.Channel, command, args)
	if err == nil && t.person.Refused(m) {
		err = fmt.Errorf("/%s %v: %s", command, args, m.Content)
	}
	return err
}

// play makes a step in each pause until the context ends.
func (t *soloTable) play(ctx context.Context) error {
	pause := time.Duration(t.chance.Int64N(int64(soloStep))) // so that not all step at once
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause):
		}
		pause = soloStep
		switch ready, err := t.mayStep(ctx); {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			return err
		case t.now.Status == table.Ended:
			t.open()
		case ready:
			if err := t.step(); err != nil {
				return err
			}
		}
	}
}

// BenchmarkMovesBesideComputers has people make 300 moves a second. In every second round, 17 of
// them are in 50 games against computers, otherwise none. It reports how long moves take in the
// games without computers, and how much longer they take beside the others. The targets are 1.1 for
// the p50 and 1.3 for the p99. Use -benchtime=20x.
func BenchmarkMovesBesideComputers(b *testing.B) {
	e := newBenchWith(b, harness.Options{UsualTiming: true})
	defer e.reportLeftOut(b)
	var solo []*soloTable
	for n := range soloTables {
		solo = append(solo, newSoloTable(e.Env, n))
	}
	e.Settle()
	var alone, beside rounds
	computersMoves := 0
	for b.Loop() {
		alone = append(alone, e.round(b, *rate))
		before := movesOfComputers(solo)
		ctx, cancel := context.WithCancel(b.Context())
		var playing sync.WaitGroup
		for _, t := range solo {
			playing.Go(func() {
				if err := t.play(ctx); err != nil {
					b.Errorf("a game against computers: %v", err)
				}
			})
		}
		beside = append(beside, e.round(b, *rate-soloRate))
		computersMoves += movesOfComputers(solo) - before
		cancel()
		playing.Wait()
		e.Eventually("no computer is in turn", func() bool {
			return !slices.ContainsFunc(solo, func(t *soloTable) bool {
				ready, err := t.mayStep(b.Context())
				require.NoError(b, err)
				return !ready && t.now.Status == table.Running
			})
		})
		e.Settle()
	}
	for _, q := range []struct {
		name string
		at   float64
	}{{"p50", 0.5}, {"p99", 0.99}} {
		before, after := alone.ms(q.at), beside.ms(q.at)
		b.ReportMetric(before, q.name+"-ms-alone")
		b.ReportMetric(after, q.name+"-ms-beside")
		b.ReportMetric(after/before, q.name+"-ratio")
	}
	b.ReportMetric(float64(computersMoves)/(roundTime.Seconds()*float64(b.N)), "computer-moves/s")
}

// round plays some moves a second for a while, and returns how long they took.
func (e *bench) round(b *testing.B, perSecond int) *latencies {
	b.Helper()
	left := int(float64(perSecond) * roundTime.Seconds())
	more := func() bool {
		left--
		return left >= 0
	}
	return e.actAt(b, perSecond, more, func(t *benchTable) error {
		defer t.dealIfOver()
		return t.move()
	})
}

// rounds are the latencies of several rounds.
type rounds []*latencies

// ms returns the median of a quantile of each round, in milliseconds. A quantile of all moves
// together would tell how slow the disk was in its worst round.
func (rs rounds) ms(at float64) float64 {
	var each []float64
	for _, l := range rs {
		each = append(each, l.ms(at))
	}
	slices.Sort(each)
	return each[len(each)/2]
}

// movesOfComputers returns how many moves computers have made.
func movesOfComputers(solo []*soloTable) int {
	n := 0
	for _, t := range solo {
		now := t.Now()
		for _, m := range now.Moves {
			if m.By.IsComputer() {
				n++
			}
		}
	}
	return n
}
