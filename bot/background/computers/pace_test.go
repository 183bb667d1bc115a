package computers_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/table"
	"amytis/store/bolt/bolttest"
)

// live starts a quick game of towers with a clock against a computer of level 1 and one of level 5.
// begun is when the round begins.
func live(t *testing.T, clock string) (p *program, id table.ID, begun int64) {
	p = run(t, bolttest.New(t), nil)
	set := settings(t)["towers quick"]
	id = p.Start(set.game, engine.Options{"mode": "quick", "clock": clock}, []table.UserID{anna}, 1, 5)
	time.Sleep(time.Minute)
	require.Empty(t, p.Table(id).Moves, "computers wait until the person is ready")
	p.begin(id)
	return p, id, p.Now()
}

func TestComputersOfALiveGameMakeStepsAtThePaceOfTheirLevelAndOfTheClock(t *testing.T) {
	for clock, seconds := range map[string]map[int]int64{
		"60":   {1: 7, 5: 3},
		"300":  {1: 7, 5: 7},
		"3600": {1: 80, 5: 80},
	} {
		t.Run(clock, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p, id, begun := live(t, clock)
				defer p.End()
				before := len(p.Table(id).Moves)
				time.Sleep(time.Duration(6*seconds[1]) * time.Second)
				synctest.Wait()
				last := map[int]int64{1: begun, 5: begun}
				moves := p.Table(id).Moves[before:]
				require.Greater(t, len(moves), 9)
				for _, m := range moves {
					_, level, _ := m.By.Computer()
					require.GreaterOrEqual(t, m.At-last[level], 1000*seconds[level])
					require.Less(t, m.At-last[level], 1000*seconds[level]+1000)
					last[level] = m.At
				}
			})
		})
	}
}

func TestComputersFinishARoundAtOnceWhenNoPersonBuilds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, id, _ := live(t, "3600")
		defer p.End()
		p.Act(id, func(t *table.Table) ([]table.Event, error) {
			return []table.Event{table.MoveText(t.Seat(anna).String()+" stuck", anna, p.Now())}, nil
		})
		time.Sleep(time.Second)
		synctest.Wait()
		now := p.Table(id)
		require.Positive(t, now.State.Pace().Since, "the next round has come")
		require.True(t, now.Round.Waiting)
		require.False(t, now.Round.Countdown, "it waits until the only person is ready")
	})
}
