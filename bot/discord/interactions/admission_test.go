package interactions

import (
	"context"
	"strings"
	"sync"
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
	mu      sync.Mutex
	n       map[string]int // "handled 42"
	longest map[string]time.Duration
}

func (a *tally) count(what string) Handler {
	return func(_ context.Context, i *discordgo.InteractionCreate) {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.n[what+" "+i.Member.User.ID]++
	}
}

// handlers returns handlers that take some time for each interaction.
func (a *tally) handlers(takes time.Duration) Handlers {
	a.n, a.longest = map[string]int{}, map[string]time.Duration{}
	return Handlers{
		Interaction: func(ctx context.Context, i *discordgo.InteractionCreate) {
			time.Sleep(takes)
			a.count("handled")(ctx, i)
			a.mu.Lock()
			defer a.mu.Unlock()
			who := i.Member.User.ID
			a.longest[who] = max(a.longest[who], time.Since(receiptOf(ctx).arrived))
		},
		SlowDown: a.count("slowed"), Hush: a.count("hushed"), Busy: a.count("busy"),
	}
}

// flood has a member send interactions without a pause for some time.
func (r *running) flood(member string, perSecond int, lasts time.Duration) {
	for began := time.Now(); time.Since(began) < lasts; time.Sleep(time.Second / time.Duration(perSecond)) {
		go r.dispatch(pressBy(member, "6"))
	}
}

func TestFloodOfOneMemberDelaysNobodyElse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var a tally
		d, _ := limited(t, limits{places: 8, waiting: 10, perMember: 4, perServer: 8}, a.handlers(50*time.Millisecond))
		go d.flood("666", 2000, time.Second)
		d.flood("42", 50, time.Second)
		time.Sleep(time.Minute)
		synctest.Wait()
		assert.Equal(t, 50, a.n["handled 42"], "every interaction of another member must be handled")
		assert.LessOrEqual(t, a.longest["42"], 50*time.Millisecond, "and none may wait")
		assert.Equal(t, 4, a.n["handled 666"], "what came before the flood")
		assert.Equal(t, 1, a.n["slowed 666"], "a member is asked to slow down once in a while")
		assert.GreaterOrEqual(t, a.n["hushed 666"], 3)
		assert.LessOrEqual(t, a.n["hushed 666"], 4, "answers must not become a flood themselves")
		assert.Zero(t, a.n["busy 666"]+a.n["busy 42"])
		d.flood("666", 2, time.Second)
		time.Sleep(time.Second)
		synctest.Wait()
		assert.Equal(t, 6, a.n["handled 666"], "after the flood everything is as always")
		require.NoError(t, d.drain())
	})
}

func TestMemberWhoFloodsIsToldOnceInTenSeconds(t *testing.T) {
	for _, perSecond := range []int{200, 20} {
		synctest.Test(t, func(t *testing.T) {
			var a tally
			d, _ := limited(t, usualLimits, a.handlers(time.Second))
			d.flood("666", perSecond, 25*time.Second)
			synctest.Wait()
			assert.Equal(t, 3, a.n["slowed 666"], perSecond)
			require.NoError(t, d.drain())
		})
	}
}

// TestCrowdOfFloodersDelaysOthersNotForLong has 40 members send 50 interactions a second each.
func TestCrowdOfFloodersDelaysOthersNotForLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var a tally
		d, _ := limited(t, usualLimits, a.handlers(50*time.Millisecond))
		for n := range 40 {
			go d.flood("9"+strings.Repeat("1", n+1), 50, 10*time.Second)
		}
		time.Sleep(2 * time.Second)
		d.flood("42", 5, 8*time.Second)
		time.Sleep(time.Minute)
		synctest.Wait()
		assert.Equal(t, 40, a.n["handled 42"])
		assert.LessOrEqual(t, a.longest["42"], 50*time.Millisecond)
		for n := range 40 {
			assert.LessOrEqual(t, a.n["handled 9"+strings.Repeat("1", n+1)], 2*usualLimits.perMember,
				"nothing of a flood runs")
		}
		require.NoError(t, d.drain())
	})
}

func TestFloodOfOneServerLeavesPlacesForOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var a tally
		d, _ := limited(t, limits{places: 8, waiting: 100, perMember: 2, perServer: 4},
			a.handlers(100*time.Millisecond))
		for n := range 200 {
			go d.dispatch(pressBy("9"+strings.Repeat("1", n%50+1), "6"))
		}
		synctest.Wait()
		go d.dispatch(pressBy("42", "7"))
		time.Sleep(time.Minute)
		synctest.Wait()
		assert.Equal(t, 1, a.n["handled 42"])
		assert.LessOrEqual(t, a.longest["42"], 100*time.Millisecond, "another server must not wait")
		require.NoError(t, d.drain())
	})
}

func TestOneServerMayHaveHalfOfThoseWhoWait(t *testing.T) {
	a := newAdmission(limits{places: 1, waiting: 4, perMember: 2, perServer: 1})
	for _, c := range []struct {
		member, server string
		want           verdict
	}{
		{"1", "A", admitted}, {"2", "A", admitted}, {"3", "A", admitted}, {"4", "A", crowded}, {"5", "B", admitted},
		{"6", "C", admitted}, {"7", "D", crowded},
	} {
		assert.Equal(t, c.want, a.enqueue(origin{c.member, c.server}), c.member)
	}
}

func TestWaitingEndsWithAPlaceOrAnAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newAdmission(limits{places: 2, waiting: 10, perMember: 2, perServer: 1})
		enter := func(o origin) (leave func(), got bool) {
			require.Equal(t, admitted, a.enqueue(o))
			return a.await(o, time.Second, nil)
		}
		leave, got := enter(origin{"1", "A"})
		require.True(t, got, "a place is free")
		_, got = enter(origin{"2", "A"})
		require.False(t, got, "server A has no further place")
		other, got := enter(origin{"3", "B"})
		require.True(t, got, "server B has one")
		go func() {
			time.Sleep(time.Second / 2)
			leave()
		}()
		began := time.Now()
		next, got := enter(origin{"4", "A"})
		require.True(t, got, "the place was given back")
		assert.Equal(t, time.Second/2, time.Since(began))
		next()
		other()
		assert.Empty(t, a.places)
		assert.Empty(t, a.queued)
		assert.Empty(t, a.servers)
	})
}
