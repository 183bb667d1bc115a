package load_test

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/tables"
	"amytis/store"
)

// killEvery returns the time between two kills.
func (r *replicaRun) killEvery() time.Duration {
	if r.long() {
		return killEvery
	}
	return 500 * time.Millisecond
}

// killOne kills a replica and starts it again, every other time just after a replica has answered
// an interaction. It measures when the others have taken over.
func (r *replicaRun) killOne() {
	r.Helper()
	if r.chance.IntN(2) == 0 {
		r.answered.Await(context.Background())
	}
	one := r.replicas[r.chance.IntN(len(r.replicas))]
	one.Kill()
	r.kills++
	r.takeovers.watch(r, one.instance)
	one.start()
	if err := r.deliver(); err != nil {
		r.Errorf("where the replicas take interactions: %v", err)
	}
}

// promote kills replicas, and in the middle the primary. Then its standby is the primary.
func (r *replicaRun) promote() {
	r.Helper()
	middle := time.Now().Add(time.Until(r.end) / 2)
	done := false
	for r.plays() {
		r.killOne()
		if !done && time.Now().After(middle.Add(-r.killEvery())) {
			r.wait(r.killEvery() / 2)
			began := time.Now()
			r.servers[0].Stop(r)
			r.servers[1].Promote(r)
			took := time.Since(began).Round(time.Millisecond)
			acts, announces := r.recovery(began)
			r.notes = append(r.notes, fmt.Sprintf("the standby was promoted after %v; players act after %v, "+
				"everything from before is announced after %v", took, acts, announces))
			done = true
		}
		r.wait(r.killEvery())
	}
	require.True(r, done || r.Failed())
}

// awayTime returns how long the store is away.
func (r *replicaRun) awayTime() time.Duration {
	if r.long() {
		return 30 * time.Second
	}
	return 500 * time.Millisecond
}

// takeStoreAway stops the server for a while in the middle.
func (r *replicaRun) takeStoreAway() {
	r.Helper()
	r.wait(time.Until(r.end)/2 - r.awayTime()/2)
	before := r.figures.counts()
	r.servers[0].Stop(r)
	time.Sleep(r.awayTime())
	during := r.figures.counts().minus(before)
	r.servers[0].StartAgain(r)
	acts, announces := r.recovery(time.Now())
	r.notes = append(r.notes, fmt.Sprintf("%v without the store: %v; then players act after %v, "+
		"everything from before is announced after %v", r.awayTime(), during, acts, announces))
	if r.long() {
		// Calls wait for some seconds before they fail.
		require.Positive(r, during.apologies, "nobody was told that the bot cannot answer")
		require.Less(r, max(acts, announces), maxRecovery)
	}
	r.rest()
}

// recovery waits until players act again after the store was away, and everything from before is
// announced. It returns how long that took, since a time. The removal of old buttons and clocks is
// no announcement.
func (r *replicaRun) recovery(since time.Time) (acts, announces time.Duration) {
	r.Helper()
	ctx := context.Background()
	announcements := func() []store.Message {
		waiting, err := r.db.Outbox(ctx, 0, 10_000)
		require.NoError(r, err)
		return slices.DeleteFunc(waiting, func(m store.Message) bool {
			return m.Kind == tables.StripButtons || m.Kind == tables.EndClocks
		})
	}
	before := announcements()
	last := uint64(0)
	for _, m := range before {
		last = max(last, m.Seq)
	}
	good := r.figures.counts().answers
	r.Eventually("the bot works again", func() bool {
		if counts := r.figures.counts(); acts == 0 && counts.answers > good {
			acts = time.Since(since)
		}
		if announces == 0 {
			if waiting := announcements(); len(waiting) == 0 || waiting[0].Seq > last {
				announces = time.Since(since)
			}
		}
		time.Sleep(10 * time.Millisecond)
		return acts != 0 && announces != 0
	})
	r.notes = append(r.notes, fmt.Sprintf("%d messages waited when the store was back", len(before)))
	return acts.Round(time.Millisecond), announces.Round(time.Millisecond)
}

// maxRecovery is how long the bot may take to work again.
const maxRecovery = 5 * time.Second
