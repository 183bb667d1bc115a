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
		d, _ := limited(t, limits{places: 8, waiting: 10, perMember: 4}, a.handlers(50*time.Millisecond))
		go d.flood("666", 2000, time.Second)
		d.flood("42", 50, time.Second)
		time.Sleep(time.Minute)
		synctest.Wait()
		assert.Equal(t, 50, a.n["handled 42"], "every interaction of another member must be handled")
		assert.LessOrEqual(t, a.longest["42"], 50*time.Millisecond, "and none may wait")
		assert.Equal(t, 4, a.n["handled 666"], "what came before the flood")
		assert.Equal(t, 1, a.n["slowed 666"], "a member is asked to slow down once in a while")
		assert.Greater(t, a.n["hushed 666"], 1000)
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

func TestOneServerMayHaveHalfOfTheQueue(t *testing.T) {
	a := newAdmission(limits{places: 2, waiting: 4, perMember: 2})
	for _, c := range []struct {
		member, server string
		want           verdict
	}{
		{"1", "A", admitted}, {"2", "A", admitted}, {"3", "A", admitted}, {"4", "A", crowded}, {"5", "B", admitted},
		{"6", "C", admitted}, {"7", "D", admitted}, {"8", "E", crowded},
	} {
		assert.Equal(t, c.want, a.enqueue(origin{c.member, c.server}), c.member)
	}
}

func TestWaitingEndsWithAPlaceOrAnAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newAdmission(limits{places: 1, waiting: 10, perMember: 2})
		enter := func(member string) (leave func(), got bool) {
			require.Equal(t, admitted, a.enqueue(origin{member, "A"}))
			return a.await(origin{member, "A"}, time.Second, nil)
		}
		leave, got := enter("1")
		require.True(t, got, "a place is free")
		_, got = enter("2")
		require.False(t, got, "there is no further place")
		time.AfterFunc(time.Second/2, leave)
		began := time.Now()
		leave, got = enter("3")
		require.True(t, got, "the place was given back")
		assert.Equal(t, time.Second/2, time.Since(began))
		leave()
		assert.Empty(t, a.places)
		assert.Empty(t, a.queued)
	})
}
