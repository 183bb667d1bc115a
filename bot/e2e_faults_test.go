package bot_test

import (
	"context"
	"math/rand/v2"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
)

// TestDuplicatesActAndAnswerOnce delivers every interaction of a game twice.
// The player is told of the move that stands, never that it is not legal any
// more because the other delivery was quicker.
func TestDuplicatesActAndAnswerOnce(t *testing.T) {
	t.Parallel()
	h := build(t, setup{seed: 20})
	h.discord.Faults().DuplicateInteractions(true)
	people := h.people("en-US", 2)
	people[1].byPress = true
	ch := h.guild.AddChannel("gardens")
	h.open(ch, nil, people)
	h.playOut(ch, people)
	h.verdict(ch, people)
}

// TestAGameSurvivesWhatDiscordDoesWrong plays while requests are refused, fail or
// lose their replies, and the gateway comes and goes.
func TestAGameSurvivesWhatDiscordDoesWrong(t *testing.T) {
	t.Parallel()
	h := build(t, setup{seed: 21, discord: localdiscord.Options{AnswerWithin: slowness * time.Second}})
	people := h.people("en-US", 3)
	people[1].byPress = true
	for _, p := range people {
		p.patient = true
	}
	ch := h.guild.AddChannel("gardens")
	h.open(ch, localdiscord.Args{"build": "together"}, people)
	stop := h.misfortune(rand.New(rand.NewPCG(21, 3)))
	h.playOut(ch, people)
	stop()
	h.settle()
	h.discord.ForgetViolations()
	h.log.forget()
	h.verdict(ch, people)
}

// misfortune lets faults happen until it is told to stop.
func (h *house) misfortune(r *rand.Rand) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	f := h.discord.Faults()
	const posts, callbacks = `^/channels/\d+/messages`, `/callback`
	rest := []localdiscord.RESTFault{
		{Path: posts, Times: 2, Status: http.StatusTooManyRequests, RetryAfter: 20 * time.Millisecond},
		{Path: posts, Times: 2, Status: http.StatusBadGateway},
		{Method: "POST", Path: posts, Times: 1, DropReply: true},
		{Method: "PATCH", Path: posts, Times: 1, DropRequest: true},
		{Path: callbacks, Times: 1, Status: http.StatusServiceUnavailable},
		{Path: callbacks, Times: 1, DropReply: true},
		{Path: callbacks, Times: 1, Delay: 50 * time.Millisecond},
	}
	gateway := []func(){
		f.Reconnect, f.CutGateway,
		func() { f.InvalidateSession(true) },
		func() { f.InvalidateSession(false) },
		func() { f.ReorderEvents(2) },
		func() { f.LateInteractions(1) },
	}
	var done sync.WaitGroup
	done.Go(func() {
		for ctx.Err() == nil {
			armed := f.REST(rest[r.IntN(len(rest))])
			lost := f.DropEvents("INTERACTION_CREATE", r.IntN(20)/19)
			if r.IntN(5) == 0 {
				gateway[r.IntN(len(gateway))]()
			}
			time.Sleep(time.Duration(r.IntN(150)) * time.Millisecond)
			armed.Remove()
			lost.Remove()
			f.ReleaseEvents()
		}
	})
	return func() {
		cancel()
		done.Wait()
		f.Clear()
		require.Eventually(h, func() bool { return h.discord.Sessions() > 0 }, patience, time.Millisecond)
	}
}
