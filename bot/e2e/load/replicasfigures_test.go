package load_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/engine/table"
	"amytis/store"
)

// rates counts what the replicas ask of Discord.
type rates struct {
	moves, messages int

	mu sync.Mutex
	on bool
	// limited is when requests came that Discord limits to so many a second, in ns.
	limited []int64
}

// maxRate is how many requests a second Discord allows a bot.
const maxRate = 50

func (r *rates) start() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.on = true
}

// traffic counts a request, except those that answer an interaction, which Discord does not limit.
func (r *rates) traffic(e localdiscord.Traffic) {
	if e.Kind != "rest" || strings.HasPrefix(e.Path, "/interactions/") || strings.HasPrefix(e.Path, "/webhooks/") {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.on {
		r.limited = append(r.limited, e.At.Add(-e.Took).UnixNano())
	}
}

// most returns the most requests in any second.
func (r *rates) most() (most int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	slices.Sort(r.limited)
	first := 0
	for i, at := range r.limited {
		for at-r.limited[first] >= int64(time.Second) {
			first++
		}
		most = max(most, i-first+1)
	}
	return most
}

// takeovers measures when others have the queues and duties of killed replicas.
type takeovers struct {
	running sync.WaitGroup

	mu             sync.Mutex
	queues, duties []time.Duration
}

// heldBy selects what a killed replica has and others are to take over: queues with messages, and
// the work that one replica always does for all.
const heldBy = `SELECT 'queue', l.channel::text FROM leases l WHERE l.holder = $1 AND ` +
	`EXISTS (SELECT FROM outbox o WHERE o.channel = l.channel) UNION ALL ` +
	`SELECT 'duty', name FROM holds WHERE holder = $1 AND (name = 'sweep' OR name LIKE 'shard %')`

// watch measures, in the background, when all of a replica that has just died is taken over.
func (t *takeovers) watch(r *replicaRun, instance string) {
	died := time.Now()
	t.running.Go(func() {
		last := map[string]time.Duration{}
		for time.Since(died) < 2*time.Minute {
			held, err := t.read(r, instance)
			if err == nil {
				for what := range held {
					last[what] = time.Since(died)
				}
				if len(held) == 0 {
					break
				}
			}
			time.Sleep(20 * time.Millisecond)
		}
		t.mu.Lock()
		defer t.mu.Unlock()
		if took, some := last["queue"]; some {
			t.queues = append(t.queues, took)
		}
		if took, some := last["duty"]; some {
			t.duties = append(t.duties, took)
		}
	})
}

func (t *takeovers) read(r *replicaRun, instance string) (held map[string]int, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	rows, err := r.sql.Query(ctx, heldBy, instance)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	held = map[string]int{}
	for rows.Next() {
		var kind, name string
		if err := rows.Scan(&kind, &name); err != nil {
			return nil, err
		}
		held[kind]++
	}
	return held, rows.Err()
}

// interactionCounts are how many commands and presses were answered, apologized for and not
// answered.
type interactionCounts struct{ answers, apologies, failures int }

func (c interactionCounts) minus(other interactionCounts) interactionCounts {
	return interactionCounts{c.answers - other.answers, c.apologies - other.apologies, c.failures - other.failures}
}

func (c interactionCounts) all() int { return c.answers + c.apologies + c.failures }

func (c interactionCounts) String() string {
	return fmt.Sprintf("%d commands and presses: %d apologies, %d without an answer", c.all(), c.apologies, c.failures)
}

func (f *figures) counts() interactionCounts {
	f.mu.Lock()
	defer f.mu.Unlock()
	return interactionCounts{len(f.answers) - f.apologies, f.apologies, f.failures}
}

// moves counts the moves in logs.
func (g gamesByChannel) moves() (moves int) {
	for _, games := range g {
		for _, one := range games {
			for _, e := range one.log {
				if e.Kind == table.Moved {
					moves++
				}
			}
		}
	}
	return moves
}

// report prints the totals of a run in which no check has failed, and checks the limits of the long
// form.
func (r *replicaRun) report() {
	r.Helper()
	counts := r.figures.counts()
	var times []time.Duration
	for _, a := range r.figures.answers {
		times = append(times, a.took)
	}
	slices.Sort(times)
	require.NotEmpty(r, times)
	at := func(q float64) time.Duration {
		return times[int(q*float64(len(times)-1))].Round(100 * time.Microsecond)
	}
	largest := func(all []time.Duration) time.Duration {
		return slices.Max(append(all, 0)).Round(time.Millisecond)
	}
	lasted := r.figures.lasted
	queues, duties := largest(r.takeovers.queues), largest(r.takeovers.duties)
	lines := []string{
		fmt.Sprintf("%d replicas, %d tables for %v", len(r.replicas), len(r.tables), lasted.Round(time.Second)),
		fmt.Sprintf("%v (%.2f %% and %.2f %%); %.0f/s", counts, percent(counts.apologies, counts.all()),
			percent(counts.failures, counts.all()), float64(counts.all())/lasted.Seconds()),
		fmt.Sprintf("%d kills; %d moves, %d messages: 0 lost, 0 doubled", r.kills, r.rates.moves, r.rates.messages),
		fmt.Sprintf("answered within: p50 %v, p99 %v, longest %v", at(0.5), at(0.99), at(1)),
		fmt.Sprintf("largest takeover: of queues %v (%d times), of shards and other duties %v (%d times)",
			queues, len(r.takeovers.queues), duties, len(r.takeovers.duties)),
		fmt.Sprintf("most requests in a second: %d", r.rates.most()),
	}
	lines = append(lines, r.notes...)
	for i, one := range r.replicas {
		if errors := counted(one.errors()); errors != "" {
			lines = append(lines, fmt.Sprintf("errors in the log of replica %d: %s", i+1, errors))
		}
	}
	r.Log(strings.Join(lines, "\n"))
	require.LessOrEqual(r, r.rates.most(), maxRate, "requests of all replicas in a second")
	if r.long() && len(r.servers) == 1 && r.kills > 0 {
		require.LessOrEqual(r, max(queues, duties), store.Lease+time.Second, "the largest takeover")
	}
	if r.long() && len(r.servers) == 2 {
		require.Less(r, percent(counts.apologies, counts.all()), 1.0, "apologies")
	}
}

func percent(part, all int) float64 { return 100 * float64(part) / float64(max(all, 1)) }
