package interactions

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord/rest/resttest"
)

// pressBy returns the event of a press by a member of a server.
func pressBy(member, server string) string {
	r := strings.NewReplacer(`"id":"42"`, `"id":"`+member+`"`, `"guild_id":"6"`, `"guild_id":"`+server+`"`)
	return r.Replace(resttest.PressJSON)
}

// tally counts what became of the interactions of each member.
type tally struct {
	mu                            sync.Mutex
	handled, slowed, hushed, busy map[string]int
	longest                       map[string]time.Duration
}

func (a *tally) count(in map[string]int) Handler {
	return func(_ context.Context, i *discordgo.InteractionCreate) {
		a.mu.Lock()
		defer a.mu.Unlock()
		in[i.Member.User.ID]++
	}
}

// handlers returns handlers that take some time for each interaction.
func (a *tally) handlers(takes time.Duration) Handlers {
	a.handled, a.slowed, a.busy, a.hushed = map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}
	a.longest = map[string]time.Duration{}
	return Handlers{
		Interaction: func(ctx context.Context, i *discordgo.InteractionCreate) {
			time.Sleep(takes)
			a.count(a.handled)(ctx, i)
			a.mu.Lock()
			defer a.mu.Unlock()
			who := i.Member.User.ID
			a.longest[who] = max(a.longest[who], time.Since(receiptOf(ctx).arrived))
		},
		SlowDown: a.count(a.slowed),
		Hush:     a.count(a.hushed),
		Busy:     a.count(a.busy),
	}
}

func TestFloodOfOneMemberDelaysNobodyElse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var a tally
		d, _ := started(t, Config{MaxHandlers: 8, MaxPerMember: 4, MaxPerServer: 8}, a.handlers(50*time.Millisecond))
		for i := range 2000 { // in a second
			go d.dispatch(pressBy("666", "6"))
			if i%40 == 0 {
				go d.dispatch(pressBy("42", "6"))
			}
			time.Sleep(time.Second / 2000)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		assert.Equal(t, 50, a.handled["42"], "every interaction of another member must be handled")
		assert.LessOrEqual(t, a.longest["42"], 50*time.Millisecond, "and none may wait")
		assert.LessOrEqual(t, a.handled["666"], 4+10, "ten a second are handled")
		assert.Equal(t, 1, a.slowed["666"], "a member is asked to slow down once in a while")
		assert.GreaterOrEqual(t, a.hushed["666"], 3)
		assert.LessOrEqual(t, a.hushed["666"], 4, "answers must not become a flood themselves")
		assert.Empty(t, a.busy)
		require.NoError(t, d.drain())
	})
}

func TestMemberIsHandledAsAlwaysAfterTheFlood(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var a tally
		d, _ := started(t, Config{MaxPerMember: 4}, a.handlers(50*time.Millisecond))
		for range 100 {
			go d.dispatch(pressBy("666", "6"))
		}
		time.Sleep(floodTime + time.Millisecond)
		for range 4 {
			go d.dispatch(pressBy("666", "6"))
		}
		time.Sleep(time.Second)
		synctest.Wait()
		assert.Equal(t, 8, a.handled["666"])
		assert.Equal(t, 1, a.slowed["666"])
		require.NoError(t, d.drain())
	})
}

func TestMemberWhoFloodsIsToldOnceInTenSeconds(t *testing.T) {
	for _, pause := range []time.Duration{50 * time.Millisecond, 2 * floodTime} {
		synctest.Test(t, func(t *testing.T) {
			var a tally
			d, _ := started(t, Config{MaxPerMember: 4}, a.handlers(50*time.Millisecond))
			for began := time.Now(); time.Since(began) < 25*time.Second; time.Sleep(pause) {
				for range 10 {
					go d.dispatch(pressBy("666", "6"))
				}
			}
			synctest.Wait()
			assert.Equal(t, 3, a.slowed["666"], pause)
			require.NoError(t, d.drain())
		})
	}
}

// TestCrowdOfFloodersIsSlowedDownAsAWhole has 40 members send 50 interactions a second each.
func TestCrowdOfFloodersIsSlowedDownAsAWhole(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var a tally
		d, _ := started(t, Config{MaxPerServer: 16}, a.handlers(50*time.Millisecond))
		for i := range 500 {
			for n := range 40 {
				go d.dispatch(pressBy("9"+strings.Repeat("1", n+1), "6"))
			}
			if i%10 == 0 {
				go d.dispatch(pressBy("42", "6"))
			}
			time.Sleep(time.Second / 50)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		assert.Equal(t, 50, a.handled["42"])
		assert.LessOrEqual(t, a.longest["42"], 100*time.Millisecond, "others go first")
		all := 0
		for member, n := range a.handled {
			if member != "42" {
				all += n
				assert.GreaterOrEqual(t, n, 8, "each gets a turn a second")
			}
		}
		assert.LessOrEqual(t, all, 10*40+10*40+40, "at first ten each at most, then 40 a second")
		require.NoError(t, d.drain())
	})
}

func TestFloodOfOneServerLeavesPlacesForOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var a tally
		d, _ := started(t, Config{MaxHandlers: 8, MaxPerServer: 4, MaxPerMember: 2, MaxWaiting: 100},
			a.handlers(100*time.Millisecond))
		for n := range 200 {
			go d.dispatch(pressBy("9"+strings.Repeat("1", n%50+1), "6"))
		}
		synctest.Wait()
		go d.dispatch(pressBy("42", "7"))
		time.Sleep(time.Minute)
		synctest.Wait()
		assert.Equal(t, 1, a.handled["42"])
		assert.LessOrEqual(t, a.longest["42"], 100*time.Millisecond, "another server must not wait")
		require.NoError(t, d.drain())
	})
}

// enter takes a place, or waits for one.
func enter(a *admission, o origin, stopping <-chan struct{}) verdict {
	w, v := a.apply(o)
	if w == nil {
		return v
	}
	return a.wait(w, stopping)
}

func TestPlaceIsTakenByThoseWhoWaitLongestAndMay(t *testing.T) {
	a := newAdmission(Config{MaxHandlers: 2, MaxWaiting: 10, MaxPerMember: 2, MaxPerServer: 1, WaitTimeout: time.Hour})
	never := make(chan struct{})
	assert.Equal(t, admitted, enter(a, origin{"1", "A"}, never))
	assert.Equal(t, admitted, enter(a, origin{"2", "B"}, never))
	first, _ := a.apply(origin{"3", "A"})
	second, _ := a.apply(origin{"4", "B"})
	a.leave(origin{"2", "B"})
	assert.Empty(t, first.admitted, "server A has no place")
	select {
	case <-second.admitted:
	default:
		t.Error("the place of server B stays empty")
	}
	a.leave(origin{"1", "A"})
	<-first.admitted
	a.leave(first.origin)
	a.leave(second.origin)
	assert.Empty(t, a.members)
	assert.Empty(t, a.servers)
	assert.Zero(t, a.inProgress())
}

func TestOneServerMayHaveHalfOfThoseWhoWait(t *testing.T) {
	a := newAdmission(Config{MaxHandlers: 1, MaxWaiting: 4, MaxPerMember: 2, MaxPerServer: 1, WaitTimeout: time.Hour})
	assert.Equal(t, admitted, enter(a, origin{"1", "A"}, make(chan struct{})))
	apply := func(member, server string) verdict {
		_, v := a.apply(origin{member, server})
		return v
	}
	assert.Equal(t, admitted, apply("2", "A"))
	assert.Equal(t, admitted, apply("3", "A"))
	assert.Equal(t, crowded, apply("4", "A"))
	assert.Equal(t, admitted, apply("5", "B"))
	assert.Equal(t, admitted, apply("6", "C"))
	assert.Equal(t, crowded, apply("7", "D"), "at most four wait")
}

func TestWaitingEndsWithAnAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newAdmission(Config{MaxHandlers: 1, MaxWaiting: 10, MaxPerMember: 2, MaxPerServer: 1, WaitTimeout: time.Second})
		assert.Equal(t, admitted, enter(a, origin{"1", "A"}, nil))
		var crowds atomic.Int64
		for range 3 {
			go func() {
				if enter(a, origin{"2", "A"}, nil) == crowded {
					crowds.Add(1)
				}
			}()
		}
		time.Sleep(2 * time.Second)
		assert.EqualValues(t, 2, crowds.Load(), "two wait too long, and the third is asked to slow down")
		a.leave(origin{"1", "A"})
		assert.Empty(t, a.members)
		assert.Empty(t, a.servers)
	})
}
