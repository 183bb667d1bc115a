package load_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/store"
	"amytis/store/postgres"
	"amytis/store/postgres/postgrestest"
)

// How long TestReplicas plays each of its runs, and at how many tables. The defaults only make sure
// that it works; the runs proper are
//
//	go test ./bot/e2e/load -run TestReplicas/NAME -v -timeout 30m -replicas 10m -replica-tables 200
var (
	replicasTime  = flag.Duration("replicas", 0, "how long each run of TestReplicas plays; 0 is some seconds")
	replicaTables = flag.Int("replica-tables", 3, "at how many tables TestReplicas plays")
)

// killEvery is the time between two kills of replicas in the long form.
const killEvery = 10 * time.Second

// replicaCount is how many replicas there are.
const replicaCount = 3

// TestReplicas has replicas of the program, each in its process, share a PostgreSQL while players
// play, and something fails. Then it checks what TestSoak checks of the store, the channels and the
// alerts: nothing that a player was told is lost, and nothing was told twice.
func TestReplicas(t *testing.T) {
	if testing.Short() || harness.Slowness > 1 {
		t.Skip("it runs for seconds")
	}
	kills := func(r *replicaRun) {
		for r.plays() {
			r.killOne()
			r.wait(r.killEvery())
		}
	}
	for name, run := range map[string]struct {
		// nonceLife is for how long Discord knows a nonce; negative ignores nonces, 0 is as usual.
		nonceLife time.Duration
		byGateway bool
		// pair has a standby beside the server.
		pair bool
		// lease is that of the short form, 0 for the usual one. The long form has the usual one.
		lease   time.Duration
		trouble func(*replicaRun)
	}{
		"kills":      {trouble: kills},
		"no nonces":  {nonceLife: -1, byGateway: true, trouble: (*replicaRun).rest},
		"promotion":  {lease: time.Second, pair: true, trouble: (*replicaRun).promote},
		"no storage": {lease: time.Second, trouble: (*replicaRun).takeStoreAway},
	} {
		t.Run(strings.ReplaceAll(name, " ", "-"), func(t *testing.T) {
			if *replicasTime == 0 {
				if name == "kills" {
					t.Skip("the short form of promotion kills replicas, too")
				}
				t.Parallel()
			}
			r := newReplicaRun(t, run.pair, run.nonceLife)
			if *replicasTime > 0 {
				run.lease = 0
			}
			r.lease = run.lease
			r.begin(run.byGateway)
			run.trouble(r)
			r.finish()
		})
	}
}

// replicaRun is a soak of which replicas take care.
type replicaRun struct {
	*soak
	servers  []*postgrestest.Server
	url      string
	db       *postgres.DB
	sql      *pgxpool.Pool
	lease    time.Duration
	replicas []*replica
	byHTTP   bool
	chance   *rand.Rand
	end      time.Time
	restAll  func()
	answered harness.Answered

	rates     *rates
	takeovers takeovers
	kills     int
	notes     []string
}

func newReplicaRun(t *testing.T, pair bool, nonceLife time.Duration) *replicaRun {
	t.Helper()
	r := &replicaRun{chance: rand.New(rand.NewPCG(95, 1)), answered: harness.NewAnswered(), rates: &rates{}}
	if pair {
		primary, standby := postgrestest.StartPair(t)
		r.servers = []*postgrestest.Server{primary, standby}
	} else {
		r.servers = []*postgrestest.Server{postgrestest.StartMortal(t)}
	}
	r.url = postgrestest.URLOf(r.servers...)
	var err error
	r.db, err = postgres.Open(t.Context(), postgres.Options{URL: r.url, Program: "test", Patience: time.Minute})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, r.db.Close()) })
	r.sql, err = pgxpool.New(t.Context(), r.url)
	require.NoError(t, err)
	t.Cleanup(r.sql.Close)
	r.soak = newSoakIn(t, localdiscord.Options{
		MaxMessages: 1_000_000, SessionStarts: 1_000_000, NonceLife: nonceLife, OnTraffic: r.traffic,
	}, *replicaTables, []cast{plainCast})
	t.Cleanup(func() {
		if t.Failed() {
			for i, one := range r.replicas {
				t.Logf("the log of replica %d:\n%s", i+1, harness.Tail(one.Output.String(), 3000))
			}
		}
	})
	return r
}

// traffic watches the requests of the replicas.
func (r *replicaRun) traffic(e localdiscord.Traffic) {
	r.rates.traffic(e)
	r.answered.Traffic(e)
}

// begin starts the replicas, and the games when a replica is connected.
func (r *replicaRun) begin(byGateway bool) {
	r.Helper()
	r.started, r.byHTTP = time.Now(), !byGateway
	config := replicaConfig{
		Store: r.url, Discord: r.Discord.URL(), Token: strings.TrimPrefix(r.Discord.Token(), "Bot "),
		PublicKey: r.Discord.PublicKey(), Lease: r.lease,
	}
	if !r.long() {
		config.Identify = time.Millisecond
	}
	for range replicaCount {
		one := newReplica(r.Env, config)
		one.start()
		r.replicas = append(r.replicas, one)
	}
	r.Eventually("a replica is connected", func() bool {
		return r.Discord.Sessions() > 0 && len(r.Discord.Commands("")) > 0
	})
	r.Eventually("replicas take interactions", func() bool { return r.deliver() == nil })
	for _, t := range r.tables {
		t.Failed = nil // only the checks fail the test
	}
	r.makeWishes()
	r.end = time.Now().Add(*replicasTime)
	if !r.long() {
		r.end = time.Now().Add(1500 * time.Millisecond)
	}
	r.rates.start()
	r.restAll = r.play(time.Until(r.end) / 20)
}

// long reports whether this is not the short form.
func (r *replicaRun) long() bool { return *replicasTime > 0 }

// deliver tells Discord where the replicas take interactions.
func (r *replicaRun) deliver() error {
	if !r.byHTTP {
		return nil
	}
	var to localdiscord.Endpoint
	for _, one := range r.replicas {
		to.URLs = append(to.URLs, one.url)
	}
	return r.Discord.SetEndpoint(context.Background(), to)
}

// plays reports whether the players still play.
func (r *replicaRun) plays() bool { return time.Now().Before(r.end) && !r.Failed() }

// wait waits for some time, but not beyond the end.
func (r *replicaRun) wait(d time.Duration) {
	for until := time.Now().Add(d); r.plays() && time.Now().Before(until); {
		time.Sleep(10 * time.Millisecond)
	}
}

// rest waits for the end.
func (r *replicaRun) rest() { r.wait(time.Until(r.end)) }

// finish has the players rest, waits until everything is announced, and checks everything.
func (r *replicaRun) finish() {
	r.Helper()
	deadline := time.Now().Add(harness.Patience)
	for !r.Failed() && time.Now().Before(deadline) && r.quiet() {
		time.Sleep(20 * time.Millisecond)
	}
	r.figures.stop()
	r.restAll()
	r.settleStore()
	r.takeovers.running.Wait()
	for _, one := range r.replicas {
		one.Terminate()
	}
	r.checkReplicas()
	r.report()
}

// settleStore waits until everything is announced.
func (r *replicaRun) settleStore() {
	r.Helper()
	var waiting []store.Message
	patience := time.Minute
	if r.long() {
		patience = 5 * time.Minute
	}
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		var err error
		waiting, err = r.db.Outbox(context.Background(), 0, 100)
		require.NoError(r, err)
		if len(waiting) == 0 {
			break
		}
		require.True(r, time.Now().Before(deadline), "%d messages are not announced, the first: %+v", len(waiting), waiting[0])
	}
	if r.long() {
		time.Sleep(restTime) // for the message of a live game
	}
}

// checkReplicas checks the store, the channels and the alerts.
func (r *replicaRun) checkReplicas() {
	r.Helper()
	logs := gamesByChannel{}
	db, err := postgres.Open(context.Background(), postgres.Options{URL: r.url, Program: "test", Replay: logs.add})
	require.NoError(r, err)
	defer db.Close()
	faults, err := db.Check(context.Background())
	require.NoError(r, err)
	require.Empty(r, faults, "faults in the store")
	counts := r.checkTables(logs)
	r.checkNonces()
	r.notes = append(r.notes, "alerts and the like: "+counted(counts))
	r.rates.moves = logs.moves()
}

// checkNonces checks that no message was posted twice, also directly to players.
func (r *replicaRun) checkNonces() {
	r.Helper()
	seen := map[string]string{}
	check := func(messages []*localdiscord.Message) {
		for _, m := range messages {
			r.rates.messages++
			if m.Nonce == nil {
				continue
			}
			first, twice := seen[string(m.Nonce)]
			require.False(r, twice, "posted twice:\n%s\n%s", first, m.Text())
			seen[string(m.Nonce)] = m.Text()
		}
	}
	for _, t := range r.tables {
		check(t.Channel.Messages())
		for _, p := range t.people {
			check(p.DirectMessages())
		}
	}
}
