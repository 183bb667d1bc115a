package gateway

import (
	"encoding/json"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord/rest/resttest"
)

// shardOf returns the shard field of an identify.
func shardOf(t *testing.T, greeting frame) []int {
	t.Helper()
	var d struct {
		Shard []int `json:"shard"`
	}
	require.NoError(t, json.Unmarshal(greeting.D, &d))
	return d.Shard
}

func TestClientRunsTheConfiguredOrElseTheRecommendedNumberOfShards(t *testing.T) {
	t.Parallel()
	for configured, want := range map[int][][]int{0: {{0, 4}, {1, 4}, {2, 4}, {3, 4}}, 2: {{0, 2}, {1, 2}}} {
		f := fakeOf(t, healthy)
		f.info.Shards = 4
		cfg := quick()
		cfg.Shards = configured
		var ready atomic.Int64
		stop := run(t, f, cfg, on{"READY": func() { ready.Add(1) }})
		resttest.Eventually(t, func() bool { return int(ready.Load()) == len(want) }, "not all shards became ready")
		require.NoError(t, stop())
		var shards [][]int
		for _, g := range f.greetings() {
			shards = append(shards, shardOf(t, g))
		}
		assert.ElementsMatch(t, want, shards)
	}
}

func TestOneShardLeavesOthersConnectedWhenItResumes(t *testing.T) {
	t.Parallel()
	var cut atomic.Bool
	script := func(w *wire) {
		if g := w.greet(); g.Op == 6 {
			w.seq = 1
			w.event("RESUMED", "{}")
			w.hold()
			return
		}
		w.ready()
		if !cut.Swap(true) {
			return
		}
		w.hold()
	}
	f := fakeOf(t, script)
	f.info.Shards = 3
	var resumed atomic.Int64
	stop := run(t, f, quick(), on{"RESUMED": func() { resumed.Add(1) }})
	resttest.Eventually(t, func() bool { return resumed.Load() == 1 && len(f.greetings()) == 4 }, "the shard did not resume")
	require.NoError(t, stop())
	assert.Equal(t, 4, f.connections())
}

func TestShardsGrowWhenDiscordRequiresIt(t *testing.T) {
	t.Parallel()
	var f *fake
	f = fakeOf(t, func(w *wire) {
		if g := w.greet(); shardOf(t, g)[1] == 1 {
			f.change(func() { f.info.Shards = 2 })
			w.close(4011)
			return
		}
		w.ready()
		w.hold()
	})
	f.info.Shards = 1
	var ready atomic.Int64
	stop := run(t, f, quick(), on{"READY": func() { ready.Add(1) }})
	resttest.Eventually(t, func() bool { return ready.Load() == 2 }, "the client did not start again with two shards")
	require.NoError(t, stop())
}

func TestSessionSurvivesFailedDials(t *testing.T) {
	t.Parallel()
	f := fakeOf(t, func(w *wire) { w.start() }, resumes)
	f.refuse = 3*maxResumes + 1
	stop := run(t, f, quick(), nil)
	resttest.Eventually(t, func() bool { return len(f.greetings()) == 2 }, "the client did not come back")
	require.NoError(t, stop())
	assert.Equal(t, 6, f.greetings()[1].Op, "the second greeting must resume")
	assert.Equal(t, f.refuse, f.refused)
}

func TestSessionIsResumedSoonAfterANetworkOutage(t *testing.T) {
	s := (&Gateway{cfg: Config{}.withDefaults()}).newShards(1)[0]
	s.state = &resumable{}
	for range 100 {
		s.account(outcome{cause: errOpenTimeout, state: s.state}, time.Minute)
		assert.LessOrEqual(t, s.pauseAfter(outcome{cause: errOpenTimeout}), 10*time.Second)
	}
	assert.NotNil(t, s.state, "a failed dial says nothing about the session")
	gone := outcome{cause: errInvalidSession, greeted: true}
	s.account(gone, time.Second)
	assert.LessOrEqual(t, s.pauseAfter(gone), 5*time.Second, "an outage must not delay the new session")
}

// The gateway that READY named may be gone for good.
func TestSessionIsResumedAtTheUsualGatewayFromTimeToTime(t *testing.T) {
	simulatedStarts(t, Info{}, func(t *testing.T, starts *starts, _ *lookups) {
		s := (&Gateway{starts: starts}).newShards(1)[0]
		s.state = &resumable{URL: "wss://resume"}
		var urls []string
		for range 2 * fallBackEvery {
			url, err := s.resumeURL(t.Context())
			require.NoError(t, err)
			urls = append(urls, url)
			s.dials++
		}
		const first, usual = "wss://resume", "wss://gateway"
		assert.Equal(t, []string{first, first, usual, first, first, usual}, urls)
		s.state.URL = ""
		s.dials = 0
		url, err := s.resumeURL(t.Context())
		require.NoError(t, err)
		assert.Equal(t, usual, url, "READY named no gateway")
	})
}
