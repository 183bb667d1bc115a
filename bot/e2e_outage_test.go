package bot_test

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
)

// never is a pause that no test waits for.
const never = time.Hour

// posts are the requests that announce something.
const posts = `^/channels/\d+/messages`

// removes has somebody play a whole turn.
func (h *house) removes(p *person, ch *localdiscord.Channel) {
	h.Helper()
	cell, err := p.pick(ch, "garden remove", nil, "cell")
	require.NoError(h, err)
	require.NoError(h, p.act(ch, "remove", localdiscord.Args{"cell": cell}))
}

// TestAnnouncementsFollowTheReconnect has the bot wait very long after what it
// could not announce: that it is connected again wakes it.
func TestAnnouncementsFollowTheReconnect(t *testing.T) {
	t.Parallel()
	for name, away := range map[string]func(*localdiscord.Faults){
		"resumed": (*localdiscord.Faults).CutGateway,
		"anew":    func(f *localdiscord.Faults) { f.InvalidateSession(false) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h, ch, first, second := started(t, setup{retry: never}, "en-US", nil)
			f := h.discord.Faults()
			fault := f.REST(localdiscord.RESTFault{Path: posts, Status: http.StatusServiceUnavailable})
			h.removes(first, ch)
			h.eventually("it is tried", func() bool { return fault.Hits() > 0 })
			fault.Remove()
			away(f)
			h.settle()
			require.Len(t, second.Pings(), 1)
			h.clean()
		})
	}
}

// TestTheFirstSuccessWakesWhoWaits has announcements fail while the gateway stays
// up: the first that succeeds tells the others.
func TestTheFirstSuccessWakesWhoWaits(t *testing.T) {
	t.Parallel()
	h := build(t, setup{seed: 80, retry: never})
	const tables = 5
	people := make([][]*person, tables)
	channels := make([]*localdiscord.Channel, tables)
	for i := range tables {
		people[i] = h.people("en-US", 2)
		channels[i] = h.guild.AddChannel("gardens")
		h.open(channels[i], nil, people[i])
	}
	h.settle()
	fault := h.discord.Faults().REST(localdiscord.RESTFault{Path: posts, Status: http.StatusBadGateway})
	for i := range tables - 1 {
		h.removes(h.bySeat(channels[i], people[i])[0], channels[i])
		h.eventually("it is tried", func() bool { return fault.Hits() > i })
	}
	fault.Remove()
	last := tables - 1
	h.removes(h.bySeat(channels[last], people[last])[0], channels[last])
	h.settle()
	for i, ch := range channels {
		_, log, err := h.db.Table(context.Background(), h.tableIn(ch))
		require.NoError(t, err, fmt.Sprint(i))
		h.toldOnce(ch, log)
		require.Len(t, h.bySeat(ch, people[i])[1].Pings(), 1)
	}
}

// TestDiscordIsAwayForAnHour lets turns end just when Discord goes away, connection
// and requests alike. An hour later all is told, once and in order, and the game
// goes on.
func TestDiscordIsAwayForAnHour(t *testing.T) {
	t.Parallel()
	for _, polite := range []bool{true, false} {
		t.Run(fmt.Sprint("polite=", polite), func(t *testing.T) {
			t.Parallel()
			s := newSalon(t, setup{seed: 81, oneClock: true})
			moderator := s.person("Mo", "en-US")
			s.guild.SetPermissions(moderator.User, localdiscord.DefaultUserPermissions|localdiscord.ManageMessages)
			f := s.discord.Faults()
			fault := f.REST(localdiscord.RESTFault{Path: posts, Status: http.StatusServiceUnavailable})
			s.each(salonTable.oneTurn)
			s.eventually("it is tried", func() bool { return fault.Hits() > 0 })
			f.Down(polite)
			s.eventually("the connection is lost", func() bool { return s.discord.Sessions() == 0 })
			fault.Remove()
			s.clock.forward(time.Hour)
			time.Sleep(slowness * 300 * time.Millisecond) // attempts of all kinds
			waiting, err := s.db.Outbox(context.Background(), 0, 1)
			require.NoError(t, err)
			require.NotEmpty(t, waiting, "what was done last waits")
			s.forgetOld(moderator)
			f.Up()
			s.settle()
			s.eventually("the bot is back", func() bool { return s.discord.Sessions() > 0 })
			s.each(salonTable.oneTurn)
			s.verdict()
		})
	}
}

// TestAStormOfRefusals has every request answered 429 or 5xx for a while, again
// and again, while all play.
func TestAStormOfRefusals(t *testing.T) {
	t.Parallel()
	s := newSalon(t, setup{seed: 82, discord: localdiscord.Options{AnswerWithin: slowness * time.Second}})
	done := make(chan struct{})
	var storm sync.WaitGroup
	storm.Go(func() { s.refuseAll(done) })
	for range 4 {
		s.each(salonTable.oneTurn)
		s.settle()
	}
	close(done)
	storm.Wait()
	s.verdict()
}

// refuseAll refuses every request for half of the time, until it is told to stop.
func (s *salon) refuseAll(done <-chan struct{}) {
	for i := 0; ; i++ {
		refusals := []localdiscord.RESTFault{
			{Status: http.StatusTooManyRequests, RetryAfter: 20 * time.Millisecond},
			{Status: http.StatusInternalServerError}, {Status: http.StatusBadGateway}, {Status: http.StatusServiceUnavailable},
			{Status: http.StatusTooManyRequests, RetryAfter: 20 * time.Millisecond, Global: true},
		}
		armed := s.discord.Faults().REST(refusals[i%len(refusals)])
		time.Sleep(50 * time.Millisecond)
		armed.Remove()
		select {
		case <-done:
			return
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// TestAReconnectAmidAnnouncing cuts the connection while announcements are under
// way, some of which have arrived without the bot knowing.
func TestAReconnectAmidAnnouncing(t *testing.T) {
	t.Parallel()
	s := newSalon(t, setup{seed: 83})
	f := s.discord.Faults()
	for _, cut := range gatewayFaults(f)[:4] {
		lost := f.REST(localdiscord.RESTFault{Method: "POST", Path: posts, Times: 3, DropReply: true})
		slow := f.REST(localdiscord.RESTFault{Method: "POST", Path: posts, Delay: 50 * time.Millisecond})
		s.each(salonTable.oneTurn)
		cut()
		s.settle()
		lost.Remove()
		slow.Remove()
		s.eventually("the bot is back", func() bool { return s.discord.Sessions() > 0 })
	}
	s.verdict()
}
