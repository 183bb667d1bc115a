package load_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/play/tables"
	"amytis/engine/longrun"
	"amytis/store"
	"amytis/store/postgres"
	"amytis/store/postgres/postgrestest"
)

// How long TestReplicas plays each of its runs, and at how many tables. The defaults only make sure
// that it works; the runs proper are
//
//	AMYTIS_LONG=1 go test ./bot/e2e/load -run TestReplicas/NAME -v -timeout 30m -replicas 10m -replica-tables 200
var (
	replicasTime  = flag.Duration("replicas", 0, "how long each run of TestReplicas plays; 0 is some seconds")
	replicaTables = flag.Int("replica-tables", 3, "at how many tables TestReplicas plays")
)

const replicaCount = 3

type trouble struct {
	// kills has replicas killed, or stopped in peace, and started again.
	kills bool
	// faults has Discord fail now and then.
	faults bool
	// middle, if not nil, happens once in the middle.
	middle func(*replicaRun)
	// pair has a standby beside the server.
	pair bool
	// nonceLife is for how long Discord knows a nonce; negative ignores nonces, 0 is as usual.
	nonceLife time.Duration
	byGateway bool
}

var troubles = map[string]trouble{
	"kills":      {kills: true},
	"gateway":    {kills: true, byGateway: true},
	"faults":     {faults: true, byGateway: true},
	"no-nonces":  {nonceLife: -1, byGateway: true},
	"promotion":  {kills: true, pair: true, middle: (*replicaRun).promote},
	"no-storage": {middle: (*replicaRun).takeStoreAway},
}

// TestReplicas has replicas of the program, each in its process, share a PostgreSQL while players
// play, and something fails. Then it checks the store, the channels and the alerts: nothing that a
// player was told is lost, and nothing was told twice.
func TestReplicas(t *testing.T) {
	longrun.Only(t, "it plays in real time")
	for name, trouble := range troubles {
		t.Run(name, func(t *testing.T) {
			r := newReplicaRun(t, trouble)
			r.begin()
			r.cause()
			r.finish()
		})
	}
}

// replicaRun is a soak of which replicas take care.
type replicaRun struct {
	*soak
	trouble
	killEvery time.Duration // the time between two kills
	away      time.Duration // how long the store is away
	servers   []*postgrestest.Server
	url       string
	db        *postgres.DB
	replicas  []*replica
	chance    *rand.Rand
	restAll   func()
	answered  harness.Answered
	killed    int
}

func newReplicaRun(t *testing.T, trouble trouble) *replicaRun {
	r := &replicaRun{
		trouble: trouble, killEvery: 500 * time.Millisecond, away: 7 * time.Second,
		chance: rand.New(rand.NewPCG(95, 1)), answered: harness.NewAnswered(),
	}
	lasts := 1500 * time.Millisecond
	if *replicasTime > 0 {
		lasts, r.killEvery, r.away = *replicasTime, 10*time.Second, 30*time.Second
	}
	if r.pair {
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
	r.soak = newSoak(t, localdiscord.Options{
		MaxMessages: 1_000_000, SessionStarts: 1_000_000, NonceLife: r.nonceLife, OnTraffic: r.answered.Traffic,
	}, *replicaTables, lasts)
	t.Cleanup(func() {
		if t.Failed() {
			silent := slices.DeleteFunc(slices.Clone(r.tables), func(t *soakTable) bool { return t.active.Load() != 0 })
			t.Logf("%d tables of %d without an answer; %v", len(silent), len(r.tables), r.figures)
			for i, one := range r.replicas {
				t.Logf("the log of replica %d:\n%s", i+1, harness.Tail(one.Output.String(), 3000))
			}
		}
	})
	for _, t := range r.tables {
		t.Failed = nil // only the checks fail the test
	}
	return r
}

func (r *replicaRun) begin() {
	for range replicaCount {
		one := newReplica(r.Env, r.url)
		one.start()
		r.replicas = append(r.replicas, one)
	}
	r.Eventually("a replica is connected, and all take interactions", func() bool {
		return r.Discord.Sessions() > 0 && len(r.Discord.Commands()) > 0 && r.deliver() == nil
	})
	r.makeWishes()
	r.restAll = r.play(habitsOf(len(r.tables)))
}

// deliver tells Discord where the replicas take interactions.
func (r *replicaRun) deliver() error {
	if r.byGateway {
		return nil
	}
	var to localdiscord.Endpoint
	for _, one := range r.replicas {
		to.URLs = append(to.URLs, one.url)
	}
	return r.Discord.SetEndpoint(context.Background(), to)
}

func (r *replicaRun) cause() {
	end, middle := r.began.Add(r.lasts), r.began.Add(r.lasts/2)
	if r.faults {
		gatewayOneIn := 20 // every two seconds
		if *replicasTime > 0 {
			gatewayOneIn = 300 // else the bot, which waits longer each time, is hardly ever connected
		}
		defer r.InjectFaults(rand.New(rand.NewPCG(92, 1)), 200*time.Millisecond, gatewayOneIn)()
	}
	for time.Now().Before(end) && !r.Failed() {
		if r.kills {
			r.killOne()
			time.Sleep(min(r.killEvery, time.Until(end)))
		}
		if r.middle != nil && time.Now().After(middle) {
			r.middle(r)
			r.middle = nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	require.True(r, r.middle == nil || r.Failed(), "what the run has for its middle happens before the end")
}

// killOne kills or stops a replica and starts it again, every other time just after an answer.
func (r *replicaRun) killOne() {
	if r.chance.IntN(2) == 0 {
		r.answered.Await(context.Background())
	}
	one := r.replicas[r.chance.IntN(len(r.replicas))]
	if r.chance.IntN(2) == 0 {
		one.Terminate()
	} else {
		one.Kill()
	}
	r.killed++
	one.start()
	if err := r.deliver(); err != nil {
		r.Errorf("where the replicas take interactions: %v", err)
	}
}

// promote stops the primary. Then its standby is the primary.
func (r *replicaRun) promote() {
	r.servers[0].Stop(r)
	r.servers[1].Promote(r)
	r.recover()
}

// takeStoreAway takes the store away from programs that still have their shard. Calls of the store
// that nobody waits for fail after five seconds, when Discord has told the player that nobody
// answers.
func (r *replicaRun) takeStoreAway() {
	_, before := r.figures.counts()
	r.servers[0].Stop(r)
	time.Sleep(r.away)
	r.Eventually("somebody is told that the bot cannot answer", func() bool {
		_, after := r.figures.counts()
		return after > before
	})
	r.servers[0].StartAgain(r)
	r.recover()
}

// recover waits until players act after the store was away, and all from before is announced.
func (r *replicaRun) recover() {
	began := time.Now()
	last := uint64(0)
	for _, m := range r.announcements() {
		last = max(last, m.Seq)
	}
	good, _ := r.figures.counts()
	r.Eventually("players act again, and everything from before is announced", func() bool {
		time.Sleep(10 * time.Millisecond)
		waiting := r.announcements()
		now, _ := r.figures.counts()
		return now > good && (len(waiting) == 0 || waiting[0].Seq > last)
	})
	r.Logf("the bot works again after %v", time.Since(began))
}

// announcements returns the messages that wait to be posted, without removals of old buttons.
func (r *replicaRun) announcements() []store.Entry {
	waiting, err := r.db.Outbox(context.Background(), 0, 10_000)
	require.NoError(r, err)
	return slices.DeleteFunc(waiting, func(m store.Entry) bool {
		return m.Kind == tables.StripButtons
	})
}

func (r *replicaRun) finish() {
	r.awaitAnswers()
	r.figures.stop(r.began)
	r.restAll()
	r.Eventually("everything is announced", func() bool {
		time.Sleep(20 * time.Millisecond)
		waiting, err := r.db.Outbox(context.Background(), 0, 1)
		require.NoError(r, err)
		return len(waiting) == 0
	})
	if *replicasTime > 0 {
		time.Sleep(4 * time.Second) // for the message of a live game
	}
	for _, one := range r.replicas {
		one.Terminate()
	}
	var logs harness.LoggedGames
	db, err := postgres.Open(context.Background(), postgres.Options{URL: r.url, Program: "test", Replay: logs.Add})
	require.NoError(r, err)
	defer db.Close()
	faults, err := db.Check(context.Background())
	require.NoError(r, err)
	require.Empty(r, faults, "faults in the store")
	r.checkTables(logs)
	for _, t := range r.tables {
		for _, p := range t.people {
			t.CheckPostedOnce(p.DirectMessages())
		}
	}
	r.Logf("%d replicas, %d tables, %d kills: 0 lost, 0 doubled; %v",
		len(r.replicas), len(r.tables), r.killed, r.figures)
	if good, apologies := r.figures.counts(); *replicasTime > 0 && r.pair {
		require.Less(r, 100*apologies, good+apologies, "apologies")
	}
}

// replica is the real program as one of several on a PostgreSQL.
type replica struct {
	*harness.Process
	// url is where it takes interactions by HTTP.
	url string
}

func newReplica(e *harness.Env, store string) *replica {
	config := filepath.Join(e.TempDir(), "config.toml")
	listen := fmt.Appendf(nil, "[discord]\npublic_key = %q\nlisten = \"127.0.0.1:0\"\n", e.Discord.PublicKey())
	require.NoError(e, os.WriteFile(config, listen, 0o600))
	return &replica{Process: harness.NewProcess(e, "--config", config, "--db", store)}
}

var listening = regexp.MustCompile(`msg="taking interactions by HTTP" address=(\S+)`)

func (r *replica) start() {
	before := len(listening.FindAllString(r.Output.String(), -1))
	r.Run()
	r.Eventually("the replica has begun", func() bool {
		all := listening.FindAllStringSubmatch(r.Output.String(), -1)
		if len(all) == before {
			return false
		}
		r.url = "http://" + all[before][1] + "/interactions"
		return true
	})
}
