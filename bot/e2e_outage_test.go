package bot_test

import (
	"context"
	"fmt"
	"net/http"
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
		h.removes(h.seated(channels[i], people[i])[0], channels[i])
		h.eventually("it is tried", func() bool { return fault.Hits() > i })
	}
	fault.Remove()
	last := tables - 1
	h.removes(h.seated(channels[last], people[last])[0], channels[last])
	h.settle()
	for i, ch := range channels {
		_, log, err := h.db.Table(context.Background(), h.tableIn(ch))
		require.NoError(t, err, fmt.Sprint(i))
		h.toldOnce(ch, log)
		require.Len(t, h.seated(ch, people[i])[1].Pings(), 1)
	}
}
