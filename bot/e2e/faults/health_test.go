package faults_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/play/tables"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/storetest"
)

// awaitHealth waits until the bot says that it works, if fault is "", else that it has this fault.
func awaitHealth(env *harness.Env, b *harness.Bot, fault string) {
	var status int
	var body string
	defer func() { env.Log("health:", status, body) }()
	env.Eventually("the health is "+fault, func() bool {
		status, body = b.Get("/healthz")
		if fault == "" {
			return status == http.StatusOK && body == "ok\n"
		}
		return status == http.StatusServiceUnavailable && strings.Contains(body, fault)
	})
}

func TestHealthNamesEachFaultUntilItIsOver(t *testing.T) {
	// full is the call that the store refuses.
	var full atomic.Value
	full.Store("")
	env := harness.New(t, harness.Options{
		Unchecked: true,
		Seed:      170, Patience: 200 * time.Millisecond, Retry: 20 * time.Millisecond,
		WrapStore: func(s store.Store) store.Store {
			return &storetest.Hooked{Store: s, Before: func(_ context.Context, call string) error {
				if call == full.Load() {
					return errors.New("no space left on device")
				}
				return nil
			}}
		},
	})
	ana, ch := env.NewPlayer("Ana", "en-US"), env.Guild.AddChannel("gardens")
	awaitHealth(env, env.Bot, "")

	env.Discord.Faults().Down(localdiscord.RESTFault{Status: http.StatusServiceUnavailable})
	awaitHealth(env, env.Bot, "discord: shard 0 of 1 has had no connection for ")
	env.Discord.Faults().Clear()
	awaitHealth(env, env.Bot, "")

	full.Store("ChangeNote")
	awaitHealth(env, env.Bot, "store: a test commit failed: no space left on device")
	full.Store("")
	awaitHealth(env, env.Bot, "")

	full.Store("Commit")
	_, err := ana.Command(env.Guild.AddChannel("babel"), "game new", nil)
	require.Error(t, err)
	env.BotLog.ForgetErrors()
	full.Store("")
	awaitHealth(env, env.Bot, "store: the last commit failed: no space left on device")
	ana.MustCommand(env.Guild.AddChannel("towers"), "game new", nil)
	awaitHealth(env, env.Bot, "")

	fault := env.Discord.Faults().REST(localdiscord.RESTFault{Path: harness.Posts, Status: http.StatusBadGateway})
	ana.MustCommand(ch, "game new", nil)
	awaitHealth(env, env.Bot, "outbox: messages wait, but none could be sent for ")
	fault.Remove()
	awaitHealth(env, env.Bot, "")

	ch = env.Guild.AddChannel("secret")
	ch.DenyBot(wire.SendMessages)
	ana.MustCommand(ch, "game new", nil)
	env.Eventually("a message waits for the permission", func() bool { return len(env.Outbox()) == 1 })
	awaitHealth(env, env.Bot, "")
	require.Len(t, env.Outbox(), 1)
	env.Discord.Faults().REST(localdiscord.RESTFault{Path: harness.Posts, Banned: true, RetryAfter: time.Hour})
	ch.AllowBot(wire.SendMessages) // no player waits for an answer, which the ban would refuse, too
	awaitHealth(env, env.Bot, "because Cloudflare bans this address")
}

func TestReplicaWithoutAShardIsHealthy(t *testing.T) {
	env := harness.New(t, harness.Options{Seed: 171})
	replica := env.StartReplica(harness.Options{})
	awaitHealth(env, replica, "")
	requireMetrics(env, env.Bot, map[string]float64{`amytis_gateway_shards{state="connected"}`: 1})
	requireMetrics(env, replica, map[string]float64{
		`amytis_gateway_shards{state="elsewhere"}`: 1, `amytis_holds{name="sweep"}`: 0,
	})
	require.NoError(t, env.Bot.Stop())
	requireMetrics(env, replica, map[string]float64{`amytis_gateway_shards{state="connected"}`: 1})
	awaitHealth(env, replica, "")
}

func TestMetricsTellWhatHappened(t *testing.T) {
	env := harness.New(t, harness.Options{Seed: 172})
	ana, bo := env.NewPlayer("Ana", "en-US"), env.NewPlayer("Bo", "en-US")
	ch, other := env.Guild.AddChannel("gardens"), env.Guild.AddChannel("babel")
	limited := env.Discord.Faults().REST(localdiscord.RESTFault{
		Path: harness.Posts, Times: 1, Status: http.StatusTooManyRequests, RetryAfter: time.Millisecond,
	})
	people := []*harness.Player{ana, bo}
	ana.MustCommand(ch, "game new", localdiscord.Args{engine.SetUpOption.Name: engine.ByHand})
	bo.MustCommand(ch, "game join", nil)
	require.True(t, bo.Refused(bo.MustCommand(ch, "game start", nil)), "only the host may start")
	ana.MustCommand(ch, "game start", nil)
	ana.MustCommand(other, "game new", nil)
	env.Settle()
	turn := env.At(ch).BySeat(people)[0]
	moved := len(turn.MustSuggest(ch, "garden remove", "cell"))
	require.NotZero(t, moved)
	turn.MustOpenPanel(ch)

	want := map[string]float64{
		`amytis_interaction_seconds_count{kind="command",outcome="ok"}`:      4,
		`amytis_interaction_seconds_count{kind="command",outcome="refused"}`: 1,
		`amytis_interaction_seconds_count{kind="autocomplete",outcome="ok"}`: 1,
		`amytis_interaction_seconds_count{kind="press",outcome="ok"}`:        1,
		`amytis_commit_seconds_count{outcome="stored"}`:                      4,
		`amytis_tables{state="lobby"}`:                                       1,
		`amytis_tables{state="running"}`:                                     1,
		`amytis_outbox_messages`:                                             0,
		`amytis_outbox_age_seconds`:                                          0,
		`amytis_gateway_shards{state="connected"}`:                           1,
		`amytis_gateway_sessions_total{kind="new"}`:                          1,
		`amytis_interactions_dropped_total`:                                  0,
		`amytis_computers_thinking_seconds_total`:                            0,
		`amytis_holds{name="sweep"}`:                                         1,
	}
	requireMetrics(env, env.Bot, want)
	found := env.Bot.Metrics()
	require.Equal(t, 1, limited.Hits())
	limits := 0.0
	for name, value := range found {
		if strings.HasPrefix(name, "amytis_discord_rate_limited_total{") {
			limits += value
		}
	}
	require.Equal(t, 1.0, limits)
	require.Greater(t, found["amytis_discord_requests_total"], 4.0)

	env.At(ch).Resign(ana)
	solo := env.Guild.AddChannel("solo")
	ana.MustCommand(solo, "game solo", nil)
	if env.At(solo).Awaited() == ana.UserID() {
		require.NoError(t, ana.TakeTurn(solo))
	}
	env.Eventually("a computer has thought", func() bool {
		return env.Bot.Metrics()["amytis_computers_thinking_seconds_total"] > 0
	})
	requireMetrics(env, env.Bot, map[string]float64{
		`amytis_tables_closed_total{state="ended"}`: 1,
		`amytis_tables{state="running"}`:            1,
	})

	fault := env.Discord.Faults().REST(localdiscord.RESTFault{Path: harness.Posts, Status: http.StatusBadGateway})
	bo.MustCommand(env.Guild.AddChannel("towers"), "game new", nil)
	env.Eventually("a message waits", func() bool {
		found = env.Bot.Metrics()
		return found["amytis_outbox_messages"] > 0 && found["amytis_outbox_age_seconds"] > 0
	})
	fault.Remove()
	env.Settle()
	requireMetrics(env, env.Bot, map[string]float64{`amytis_outbox_messages`: 0})

	_, body := env.Bot.Get("/metrics")
	require.NotRegexp(t, `="[^"]*\d{6}`, body, "an ID as a label")
	for _, p := range people {
		require.NotContains(t, body, p.Name)
	}
}

// requireMetrics waits for values of metrics. The counts of the store are a second old at most.
func requireMetrics(env *harness.Env, b *harness.Bot, want map[string]float64) {
	var found map[string]float64
	defer func() {
		for name, value := range want {
			if env.Failed() && found[name] != value {
				env.Logf("%s is %v, but should be %v", name, found[name], value)
			}
		}
	}()
	env.Eventually("the metrics are right", func() bool {
		found = b.Metrics()
		for name, value := range want {
			if got, is := found[name]; !is || got != value {
				return false
			}
		}
		return true
	})
}

// TestDamagedGameIsNamedAndMakesRoom breaks the log of a game with work and a message due.
func TestDamagedGameIsNamedAndMakesRoom(t *testing.T) {
	env, ch, first, second := harness.StartedGame(t,
		harness.Options{Unchecked: true, Seed: 173, Caps: tables.Caps{PerHost: 1}}, nil)
	stranger, other := env.NewPlayer("Cleo", "de"), env.Guild.AddChannel("other")
	require.NoError(t, env.Bot.Stop())
	id := env.At(ch).ID()
	h, err := env.Store.Header(t.Context(), id)
	require.NoError(t, err)
	require.NoError(t, env.Store.Commit(t.Context(), store.Commit{
		Table: id, Want: h.Version, Events: []table.Event{table.MoveText("1 nonsense", 1, 1)}, Header: h, Deadline: 1,
		Outbox: []store.Entry{{Table: id, Channel: h.Channel, Kind: tables.PostTable, From: 1, Version: h.Version + 1}},
	}))
	env.Bot.StartAgain()

	named := fmt.Sprintf("degraded: game %s is damaged", id)
	env.Eventually("the health names it", func() bool {
		status, body := env.Bot.Get("/healthz")
		return status == http.StatusOK && strings.HasPrefix(body, "ok\n"+named)
	})
	requireMetrics(env, env.Bot, map[string]float64{`amytis_tables_damaged`: 1})
	env.Eventually("its message is given up", func() bool { return len(env.Outbox()) == 0 })
	for _, p := range []*harness.Player{first, second} {
		answer := p.MustCommand(ch, "garden end", nil)
		assert.Equal(t, p.T("bot.error.damaged", nil), answer.Content)
	}
	env.At(other).Open(nil, []*harness.Player{second, stranger})
	assert.Equal(t, stranger.T("bot.error.damaged", nil), stranger.MustCommand(ch, "game new", nil).Content)
	assert.Contains(t, stranger.MustCommand(ch, "game abort", nil).Content, "⛔")
	assert.Equal(t, first.T("bot.game.aborted", nil), first.MustCommand(ch, "game abort", nil).Content)
	awaitHealth(env, env.Bot, "")
	env.At(ch).Open(nil, []*harness.Player{first, second})
	env.Settle()
	errs := env.BotLog.Errors()
	require.Len(t, errs, 1, "one line, although the sweeper and the players met it often")
	assert.Contains(t, errs[0], "a game is damaged")
	env.BotLog.ForgetErrors()
}
