package load_test

import (
	"context"
	"math/rand/v2"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/engine/longrun"
)

// flood is members who request pictures without end, beside members who do so now and then.
type flood struct {
	*harness.Env
	channel *localdiscord.Channel
	crowd   []*harness.Player
	others  []*harness.Player
	turns   int
	// asked counts how often flooding members were asked to slow down.
	asked atomic.Int64
}

// newFlood starts a game with enough turns for many different pictures.
func newFlood(t testing.TB, crowd int) *flood {
	t.Helper()
	env, ch, first, second := harness.StartedGame(t, harness.Options{
		Discord: localdiscord.Options{KeepTraffic: -1},
	}, nil)
	const moves = 60
	require.NoError(t, env.At(ch).PlayRandomMoves([]*harness.Player{first, second}, 50, moves))
	env.Settle()
	f := &flood{Env: env, channel: ch, turns: 15}
	for range crowd {
		f.crowd = append(f.crowd, env.NewPlayer("Eve", "en-US"))
	}
	f.others = append(f.others, first, second, env.NewPlayer("Cleo", "fr"), env.NewPlayer("Dan", "de"))
	return f
}

// picture returns the options of /board for a random picture of the game.
func (f *flood) picture(r *rand.Rand) localdiscord.Args {
	return localdiscord.Args{"turn": strconv.Itoa(r.IntN(f.turns)), "player": strconv.Itoa(1 + r.IntN(2))}
}

// beside has the flooding members make requests at a rate, all together, while do runs.
func (f *flood) beside(perSecond int, do func()) {
	r, slowDown := rand.New(rand.NewPCG(51, 1)), f.crowd[0].T("bot.error.slow_down")
	ctx, cancel := context.WithCancel(f.Context())
	var flooding sync.WaitGroup
	flooding.Go(func() {
		due := time.Now()
		for next := 0; ctx.Err() == nil; next++ {
			time.Sleep(time.Until(due))
			due = due.Add(time.Second / time.Duration(perSecond))
			in, err := f.crowd[next%len(f.crowd)].Slash(ctx, f.channel, "board", f.picture(r))
			if err != nil {
				continue
			}
			flooding.Go(func() {
				patient, done := context.WithTimeout(ctx, 3*time.Second) // as long as Discord waits
				defer done()
				got, err := in.Wait(patient)
				if err == nil && got.Message != nil && got.Message.Content == slowDown {
					f.asked.Add(1)
				}
			})
		}
	})
	do()
	cancel()
	flooding.Wait()
}

// measure has the other members make requests at a rate, and returns how long the answers took.
// Each must have a picture.
func (f *flood) measure(requests, perSecond int) *latencies {
	f.Helper()
	times := &latencies{}
	var answers sync.WaitGroup
	r := rand.New(rand.NewPCG(52, 1))
	for i := range requests {
		time.Sleep(time.Second / time.Duration(perSecond))
		args, p, began := f.picture(r), f.others[i%len(f.others)], time.Now()
		answers.Go(func() {
			m, err := p.Command(f.channel, "board", args)
			times.add(time.Since(began))
			if err != nil || len(m.Pictures()) != 1 {
				f.Errorf("%s got no picture: %v", p.Name, err)
			}
		})
	}
	answers.Wait()
	return times
}

// TestOthersAreAnsweredBesideAFlood has one member ask for more pictures than can be sent: each
// answer takes a while, however fast this machine is.
func TestOthersAreAnsweredBesideAFlood(t *testing.T) {
	longrun.Only(t, "a second of a processor; interactions has a flood by day")
	f := newFlood(t, 1)
	f.Discord.Faults().REST(localdiscord.RESTFault{Path: `/callback$`, Delay: 100 * time.Millisecond})
	f.beside(500, func() { f.measure(40, 20) })
	require.Positive(t, f.asked.Load(), "the flooding member must be asked to slow down")
}

// BenchmarkPicturesBesideAFlood measures the requests of other members while one member, or a crowd
// of 40, makes 2,000 requests a second. The targets are a p99 of 100 ms and of 150 ms.
func BenchmarkPicturesBesideAFlood(b *testing.B) {
	for _, crowd := range []int{1, 40} {
		b.Run("members="+strconv.Itoa(crowd), func(b *testing.B) {
			f := newFlood(b, crowd)
			f.beside(2000, func() {
				b.ResetTimer()
				f.measure(b.N, 40).report(b)
			})
		})
	}
}
