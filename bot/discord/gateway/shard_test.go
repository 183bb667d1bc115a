package gateway

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestShardsGrowWhenDiscordRequiresIt(t *testing.T) {
	t.Parallel()
	var f *fake
	f = fakeOf(t, func(w *wire) {
		if strings.Contains(string(w.greet().D), `"shard":[0,1]`) {
			f.change(func() { f.info.Shards = 2 })
			w.close(4011)
			return
		}
		w.ready()
		w.hold()
	})
	f.info.Shards = 1
	runUntilReady(t, f, quick(), 2)
}

func TestSessionSurvivesFailedDials(t *testing.T) {
	t.Parallel()
	f := fakeOf(t, func(w *wire) { w.start() }, resumes)
	f.refuse = 3*maxResumes + 1
	runUntil(t, f, quick(), nil, func() bool { return len(f.greetings()) == 2 })
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
		for range 6 {
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
