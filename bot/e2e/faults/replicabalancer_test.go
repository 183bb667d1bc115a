package faults_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/store"
)

// stalledStore is the handle of a bot that does nothing more after its next commit.
type stalledStore struct {
	store.Store
	stalls    atomic.Bool
	committed chan struct{} // closed by that commit
	goOn      chan struct{} // closed by the test
}

func (s *stalledStore) Commit(ctx context.Context, c store.Commit) error {
	err := s.Store.Commit(ctx, c)
	if err == nil && c.Interaction != 0 && s.stalls.Swap(false) {
		close(s.committed)
		<-s.goOn
	}
	return err
}

// balancer passes interactions on to the first bot, and to the second one what the first has just
// committed without an answer.
func (s *stalledStore) balancer(first, second string) http.Handler {
	to := func(address string) http.Handler {
		target, err := url.Parse(address)
		if err != nil {
			panic(err)
		}
		return &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.Out.URL = target }}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.stalls.Load() {
			to(first).ServeHTTP(w, r)
			return
		}
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		to(first).ServeHTTP(httptest.NewRecorder(), r)
		<-s.committed
		r.Body = io.NopCloser(bytes.NewReader(body))
		to(second).ServeHTTP(w, r)
	})
}

// TestAMoveIsNotRefusedByASecondBotAfterTheFirstHasMadeIt has a bot stop after it has committed a
// move and before it answers. The balancer gives the interaction to another bot.
func TestAMoveIsNotRefusedByASecondBotAfterTheFirstHasMadeIt(t *testing.T) {
	t.Parallel()
	for name, byPanel := range map[string]bool{"by panel": true, "by command": false} {
		t.Run(name, func(t *testing.T) {
			first := &stalledStore{committed: make(chan struct{}), goOn: make(chan struct{})}
			env, ch, player, _ := harness.StartedGame(t, harness.Options{
				ByHTTP: true, DeferAfter: harness.AnswerTime,
				WrapStore: func(s store.Store) store.Store { first.Store = s; return first },
			}, nil)
			goOn := sync.OnceFunc(func() { close(first.goOn) })
			t.Cleanup(goOn) // also if the test fails
			second := env.StartReplica(harness.Options{ByHTTP: true})
			env.Settle()
			balancer := httptest.NewServer(first.balancer(env.Bot.URL(), second.URL()))
			t.Cleanup(balancer.Close)
			require.NoError(t, env.Discord.SetEndpoint(t.Context(), localdiscord.Endpoint{
				URLs: []string{balancer.URL}, Timeout: harness.AnswerTime,
			}))
			if byPanel {
				panel := player.MustOpenPanel(ch)
				menus, _ := harness.PanelControls(panel)
				first.stalls.Store(true)
				got := player.MustChoose(panel, menus[0].CustomID, menus[0].Options[0].Value)
				require.False(t, player.Outdated(got) || player.Refused(got), got.Content)
			} else {
				cell, err := player.Pick(ch, "garden remove", nil, "cell")
				require.NoError(t, err)
				first.stalls.Store(true)
				in, err := player.Slash(t.Context(), ch, "garden remove", localdiscord.Args{"cell": cell})
				require.NoError(t, err)
				time.AfterFunc(200*time.Millisecond, goOn)
				got := player.MustWait(in, nil)
				require.False(t, player.Refused(got), got.Content)
			}
			require.Equal(t, 1, env.At(ch).Moves())
		})
	}
}
