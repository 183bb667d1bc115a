package monitor

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/discord"
	"amytis/bot/discord/gateway"
	"amytis/engine/table"
	"amytis/store"
)

// noted is a store whose notes can be changed unless err is set.
type noted struct {
	store.Admin
	err error
}

func (s *noted) ChangeNote(_ context.Context, _ string, change func(string) (string, error)) error {
	_, err := change("")
	return errors.Join(s.err, err)
}

func TestHealthNamesWhatIsWrong(t *testing.T) {
	shards := func(s gateway.ShardState) func() discord.Status {
		return func() discord.Status {
			return discord.Status{Status: gateway.Status{Shards: []gateway.ShardStatus{{State: s, Since: time.Now()}}}}
		}
	}
	for says, breaks := range map[string]func(m *Monitor, s *noted){
		"ok\n":                               func(*Monitor, *noted) {},
		"ok\ndegraded: this machine's clock": func(m *Monitor, _ *noted) { m.ClockRight = func() bool { return false } },
		"ok\ndegraded: game 7 is damaged":    func(m *Monitor, _ *noted) { m.Damaged = func() []table.ID { return []table.ID{7} } },
		"discord: not connected":             func(m *Monitor, _ *noted) { m.Status = func() discord.Status { return discord.Status{} } },
		"discord: shard 0 of 1 has had no":   func(m *Monitor, _ *noted) { m.Status = shards(gateway.Connecting) },
		"store: a test commit failed: full":  func(_ *Monitor, s *noted) { s.err = errors.New("full") },
		"store: the last commit failed: bad": func(m *Monitor, _ *noted) { bad := errors.New("bad"); m.Commits.failing.Store(&bad) },
		"store: gone":                        func(m *Monitor, _ *noted) { m.Host.Lost = func() error { return errors.New("gone") } },
		"disk: only 63 MB are free": func(m *Monitor, _ *noted) {
			m.Host.Disk = func() (size, free uint64, err error) { return 0, LowSpace - 1, nil }
		},
		"outbox: messages wait, but none could be sent for 2m1s": func(m *Monitor, _ *noted) {
			m.Stuck = func() time.Duration { return 2*time.Minute + time.Second }
		},
	} {
		s := &noted{}
		m := New(Options{
			Store: s, Commits: NewCommits(), Status: shards(gateway.Connected), ClockRight: func() bool { return true },
			Stuck: func() time.Duration { return 2 * time.Minute }, Damaged: func() []table.ID { return nil },
		})
		breaks(m, s)
		got := httptest.NewRecorder()
		m.Handler().ServeHTTP(got, httptest.NewRequest(http.MethodGet, HealthPath, nil))
		require.Contains(t, got.Body.String(), says)
		require.Equal(t, says[:2] == "ok", got.Code == http.StatusOK, says)
	}
}

func TestACallIsMadeOnceItsOutcomeIsOld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := 0
		var took atomic.Int64
		l := latest[int]{within: time.Minute, age: 10 * time.Second, call: func(context.Context) (int, error) {
			n++
			time.Sleep(time.Duration(took.Load()))
			if n == 2 {
				return 0, errors.New("down")
			}
			return n, nil
		}}
		for _, step := range []struct {
			after, took time.Duration
			want        int
			err         string
		}{
			{0, 0, 1, ""}, {9 * time.Second, 0, 1, ""}, {time.Second, 0, 1, "down"}, // keeps the last good one
			{0, 0, 3, ""}, // an error is used once
			{10 * time.Second, 5 * time.Second, 3, "there is no answer for 1s"}, {4 * time.Second, 0, 4, ""},
			{8 * time.Minute, 0, 4, ""}, {21 * time.Second, 0, 5, ""}, // a hundred times as long as it took
		} {
			time.Sleep(step.after)
			took.Store(int64(step.took))
			got, err := l.get(t.Context(), time.Second)
			require.Equal(t, step.want, got)
			if step.err == "" {
				require.NoError(t, err)
			} else {
				require.EqualError(t, err, step.err)
			}
		}
	})
}
