package load_test

import (
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/games"
	"amytis/bot/localdiscord"
	"amytis/engine"
	"amytis/engine/table"
)

// BenchmarkComputersAnswer measures how soon a full table of computers of the highest level has
// answered a person's turn: all their turns are stored and the table's message tells them. It also
// measures hints at the person's steps. The targets are 2 s and 1 s, on an idle machine.
func BenchmarkComputersAnswer(b *testing.B) {
	for i, g := range games.All {
		b.Run(g.Info().ID, func(b *testing.B) {
			e := harness.New(b, harness.Options{
				UsualTiming: true, Discord: localdiscord.Options{Validate: localdiscord.ValidateNever, KeepTraffic: -1},
			})
			t := &soloTable{
				Table: e.At(e.Guild.AddChannel("solo")), person: e.NewPlayer("Ana", "en-US"),
				chance: rand.New(rand.NewPCG(45, uint64(i))), command: "game new",
				game: localdiscord.Args{
					"game": g.Info().ID, "computers": g.Info().MaxSeats - 1, "level": strconv.Itoa(engine.ComputerLevels),
				},
			}
			t.open()
			answers, hints := &latencies{}, &latencies{}
			for b.Loop() {
				t.turn(answers, hints)
			}
			b.ReportMetric(answers.ms(0.5), "p50-ms")
			b.ReportMetric(answers.ms(1), "max-ms")
			b.ReportMetric(hints.ms(0.5), "hint-p50-ms")
			b.ReportMetric(hints.ms(1), "hint-max-ms")
		})
	}
}

// turn has the person ask for a hint and make a step, until a turn has ended, and waits for the
// answer of the computers. It opens another game after the end.
func (t *soloTable) turn(answers, hints *latencies) {
	for {
		ready := t.ready()
		if t.now.Status == table.Ended {
			t.open()
			ready = t.ready()
		}
		require.True(t, ready)
		began := time.Now()
		t.person.MustCommand(t.Channel, "game hint", nil)
		hints.add(time.Since(began))
		mine := len(t.now.Moves)
		began = time.Now()
		require.NoError(t, t.step())
		t.ready()
		for _, m := range t.now.Moves[min(mine, len(t.now.Moves)):] {
			if m.Move.Seat == t.seat() && t.now.Ended(m.Move) != 0 {
				t.Settle()
				answers.add(time.Since(began))
				return
			}
		}
	}
}

// ready waits until the person is in turn, and reports false if the game is over.
func (t *soloTable) ready() bool {
	t.Eventually("the person is in turn", func() bool {
		ready, err := t.mayStep(t.Context())
		require.NoError(t, err)
		return ready || t.now.Status == table.Ended
	})
	return t.now.Status != table.Ended
}
